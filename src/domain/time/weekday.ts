import type { Day } from '#domain/time/units';
import { weekdayOf } from '#domain/time/workplace-day';

const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

export const weekdayName = (weekday: number): string => NAMES[weekday - 1] ?? '';

export const weekdayNameOf = (day: Day): string => weekdayName(weekdayOf(day));
