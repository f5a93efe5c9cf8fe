/** What somebody did not clock out of: which entries, and how the clock goes on meanwhile. */
import { useState } from 'react';
import { leftOpenBy } from '#domain/closing';
import { whenLeftText } from '#domain/forgotten-clock-out';
import { dayIn } from '#domain/format';
import type { EpochMs } from '#domain/time';
import { isRunning, type TimeEntry } from '#domain/time-entry';
import { useNow } from '#web/time/use-now.tsx';
import type { Clock } from './clock-view.ts';

/** The entries that were left open, the oldest first. */
export function forgottenOf({ entries, days, today, view }: Clock, now: EpochMs): TimeEntry[] {
  const present = days.find(({ day }) => day === today);
  if (!present) return [];
  const { nightShiftHours } = view.settings;
  return entries
    .filter((entry) => leftOpenBy({ isActive: true }, entry, { now, today: present, nightShiftHours }))
    .toSorted((one, other) => one.clockIn - other.clockIn);
}

/** 'When did you leave on Tuesday?' */
export const questionOf = ({ clockIn }: TimeEntry, { zone, today }: Pick<Clock, 'zone' | 'today'>): string =>
  whenLeftText(dayIn(clockIn, zone), today);

/** The clock of somebody who has gone: they can clock in, whatever else is still to be told. */
export const clockWithoutCurrent = (clock: Clock): Clock => ({
  ...clock,
  current: undefined,
  status: 'clocked-out',
});

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
  // Looked at with each second, drawn when one comes of age.
  const ids = useNow((now) =>
    forgottenOf(clock, now)
      .map(({ id }) => id)
      .join(),
  );
  const forgotten = ids
    .split(',')
    .filter((id) => id !== here)
    .flatMap((id) => clock.entries.find((entry) => entry.id === id) ?? []);
  const [asked = null] = forgotten;
  const isGone = forgotten.some((entry) => isRunning(entry));
  return {
    asked,
    isLater,
    count: forgotten.length,
    clock: isGone ? clockWithoutCurrent(clock) : clock,
    later: () => setLater(true),
    now: () => setLater(false),
    stillHere: () => setHere(asked?.id ?? null),
  };
}
