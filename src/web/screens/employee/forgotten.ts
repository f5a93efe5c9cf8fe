import { useState } from 'react';
import { leavingQuestion } from '#domain/entry/forgotten-clock-out';
import { dayIn } from '#domain/time/format';
import { isEndMissing, statusOf, type TimeEntry } from '#domain/entry/time-entry';
import type { Clock } from './clock-view.ts';

/** 'When did you leave on Tuesday?' */
export const questionOf = ({ clockIn }: TimeEntry, { zone, today }: Pick<Clock, 'zone' | 'today'>): string =>
  leavingQuestion(dayIn(clockIn, zone), today);

export interface Forgotten {
  /** Null once it was postponed. */
  readonly asked: TimeEntry | null;
  readonly isLater: boolean;
  readonly count: number;
  readonly clock: Clock;
  later(): void;
  now(): void;
  /** The person is still at work, and will clock out. */
  stillHere(): void;
}

/**
 * Asked again at each visit.
 * @param isLaterFirst starts folded
 */
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
    // The person can clock out of it; until then it counts nothing.
    clock: current ? { ...clock, current, status: statusOf({ ...current, isLeftOpen: undefined }) } : clock,
    later: () => setLater(true),
    now: () => setLater(false),
    stillHere: () => setHere(asked?.id ?? null),
  };
}
