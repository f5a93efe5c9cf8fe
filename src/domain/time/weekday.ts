import type { Day } from '#domain/time/units';
import { formatShortWeekday } from '#domain/time/format';
import { addDays } from '#domain/time/workplace-day';

const A_SUNDAY = '2026-11-01';

/** 'Mon' for 1. */
export const weekdayName = (weekday: number): string => weekdayNameOf(addDays(A_SUNDAY, weekday));

export const weekdayNameOf = (day: Day): string => formatShortWeekday(day);
