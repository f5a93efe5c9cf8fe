/** The week or the month that is looked at. */
import type { Day } from '#domain/time/units';
import { addDays, monthOf, weekOf, type DayRange, type FirstWeekday } from '#domain/time/workplace-day';

export type Period = 'week' | 'month';

export const periodAround = (period: Period, day: Day, firstWeekday: FirstWeekday = 1): DayRange =>
  period === 'week' ? weekOf(day, firstWeekday) : monthOf(day);

export const dayBefore = ({ first }: DayRange): Day => addDays(first, -1);

export const dayAfter = ({ last }: DayRange): Day => addDays(last, 1);

export const isIn = (day: Day, { first, last }: DayRange): boolean => day >= first && day <= last;
