/** What somebody did not clock out of: which entries, and how the clock goes on meanwhile. */
import { useState } from 'react';
import { whenLeftText } from '#domain/entry/forgotten-clock-out';
import { dayIn } from '#domain/time/format';
import { isEndMissing, statusOf, type TimeEntry } from '#domain/entry/time-entry';
import type { Clock } from './clock-view.ts';

/** 'When did you leave on Tuesday?' */
export const questionOf = ({ clockIn }: TimeEntry, { zone, today }: Pick<Clock, 'zone' | 'today'>): string =>
  whenLeftText(dayIn(clockIn, zone), today);

export interface Forgotten {
  /** The entry whose end is asked for, as long as nobody has said 'later'. */
  readonly asked: TimeEntry | null;
  readonly isLater: boolean;
  /** How many there are, this one included. */
  readonly count: number;
  /** What the widget stands on. */
  readonly clock: Clock;
  later(): void;
  now(): void;
  /** It is no forgotten clock-out: they are at work still, and clock out themselves. */
  stillHere(): void;
}

/** Asked for anew at each visit. @param isLaterFirst the question waits until it is opened */
export function useForgotten(clock: Clock, isLaterFirst: boolean): Forgotten {
  const [isLater, setLater] = useState(isLaterFirst);
  const [here, setHere] = useState<string | null>(null);
  const missing = clock.entries.filter(isEndMissing);
  const forgotten = missing
    .filter(({ id }) => id !== here)
    .toSorted((one, other) => one.clockIn - other.clockIn);
  const [asked = null] = forgotten;
  const current = missing.find(({ id, setAsideAt }) => id === here && setAsideAt === undefined);
  return {
    asked,
    isLater,
    count: forgotten.length,
    // They can clock out of it, though it counts nothing until they do.
    clock: current ? { ...clock, current, status: statusOf({ ...current, isLeftOpen: undefined }) } : clock,
    later: () => setLater(true),
    now: () => setLater(false),
    stillHere: () => setHere(asked?.id ?? null),
  };
}
