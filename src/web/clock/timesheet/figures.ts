import { useMemo } from 'react';
import { type Summary, type SummaryInput, summarise } from '#domain/day/summary';
import type { Day, EpochMs } from '#domain/time/units';
import type { Clock } from '#web/clock/clock-view.ts';
import { type DayRange, type FirstWeekday, addDays, monthOf, weekOf } from '#domain/time/workplace-day';

export type WeekOrMonth = 'week' | 'month';

export const weekOrMonthAround = (period: WeekOrMonth, day: Day, firstWeekday: FirstWeekday = 1): DayRange =>
  period === 'week' ? weekOf(day, firstWeekday) : monthOf(day);

export const dayBefore = ({ first }: DayRange): Day => addDays(first, -1);

export const dayAfter = ({ last }: DayRange): Day => addDays(last, 1);

export const isInRange = (day: Day, { first, last }: DayRange): boolean => day >= first && day <= last;

/** Computes the summary of the person's hours at `now`. */
export type Figures = (now: EpochMs) => Summary;

export function figuresOf(question: Omit<SummaryInput, 'now'>): Figures {
  let known: { readonly at: EpochMs; readonly summary: Summary } | undefined;
  return (now) => {
    if (known?.at !== now) known = { at: now, summary: summarise({ ...question, now }) };
    return known.summary;
  };
}

export const useFigures = ({ entries, days, today, view: { settings } }: Clock): Figures =>
  useMemo(() => figuresOf({ entries, days, today, settings }), [entries, days, today, settings]);
