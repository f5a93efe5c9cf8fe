/** The summary's figures at any second, worked out once a second however many texts show them. */
import { useMemo } from 'react';
import { summarise, type Summary, type SummaryQuestion } from '#domain/day/summary';
import type { EpochMs } from '#domain/time/units';
import type { Clock } from './clock-view.ts';

export type Figures = (now: EpochMs) => Summary;

export function figuresOf(question: Omit<SummaryQuestion, 'now'>): Figures {
  let known: { readonly at: EpochMs; readonly summary: Summary } | undefined;
  return (now) => {
    if (known?.at !== now) known = { at: now, summary: summarise({ ...question, now }) };
    return known.summary;
  };
}

export const useFigures = ({ entries, days, today, view: { settings } }: Clock): Figures =>
  useMemo(() => figuresOf({ entries, days, today, settings }), [entries, days, today, settings]);
