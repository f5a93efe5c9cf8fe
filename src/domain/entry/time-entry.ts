import { say, textTable } from '#texts/say';
import { type EpochMs, MS_PER_MINUTE, type Minutes } from '../time/units.ts';

/** A break is open while it has no end (spec §4). */
export interface Break {
  readonly start: EpochMs;
  readonly end: EpochMs | null;
}

/** An entry is open while `clockOut` is null (spec §3). Its breaks are in order, and only the last may be open. */
export interface TimeEntry {
  readonly id: string;
  readonly userId: string;
  readonly clockIn: EpochMs;
  readonly clockOut: EpochMs | null;
  /** Time of the next clock-in, made while this entry was open. The unknown end of this entry is earlier. */
  readonly setAsideAt?: EpochMs;
  /** Left open at the time of the calculation; never stored. Set by `markLeftOpen`. */
  readonly isLeftOpen?: true | undefined;
  readonly breaks: readonly Break[];
  readonly notes: string;
  /** 'unknown' if the look-up failed. */
  readonly ipAddress: string;
  /** Address that the server saw; absent in older entries. */
  readonly seenAddress?: string;
  /** Name of the kiosk where the person clocked in. */
  readonly kiosk?: string;
  /** JSON with latitude, longitude, timestamp and optional accuracy; null without a location. */
  readonly location: string | null;
  /** Set if an admin closed this entry [D1.6], or if the employee stated the end later. */
  readonly closedBy?: ClosedBy;
}

export interface ClosedBy {
  readonly name: string;
  readonly reason: string;
  readonly at: EpochMs;
  readonly isOwn?: true | undefined;
}

export type WorkStatus = 'clocked-out' | 'clocked-in' | 'on-break';

export const STATUS_LABEL: Readonly<Record<WorkStatus, string>> = textTable({
  'clocked-out': 'workStatus.clockedOut',
  'clocked-in': 'workStatus.clockedIn',
  'on-break': 'workStatus.onBreak',
});

export const PUNCHES = ['clock_in', 'break_start', 'break_end', 'clock_out'] as const;
export type Punch = (typeof PUNCHES)[number];

/** Each name is also a problem code in the API's error responses. */
export const PUNCH_REFUSALS = ['already_clocked_in', 'not_clocked_in', 'on_break', 'not_on_break'] as const;
export type PunchRefusal = (typeof PUNCH_REFUSALS)[number];

export const STATUS_AFTER_PUNCH: Readonly<Record<Punch, WorkStatus>> = {
  clock_in: 'clocked-in',
  break_start: 'on-break',
  break_end: 'clocked-in',
  clock_out: 'clocked-out',
};

/** Allowed punches; all others are refused (spec §4). */
const TRANSITIONS: Readonly<Record<WorkStatus, Readonly<Record<Punch, 'allowed' | PunchRefusal>>>> = {
  'clocked-out': {
    clock_in: 'allowed',
    break_start: 'not_clocked_in',
    break_end: 'not_clocked_in',
    clock_out: 'not_clocked_in',
  },
  'clocked-in': {
    clock_in: 'already_clocked_in',
    break_start: 'allowed',
    break_end: 'not_on_break',
    clock_out: 'allowed',
  },
  'on-break': {
    clock_in: 'already_clocked_in',
    break_start: 'on_break',
    break_end: 'allowed',
    clock_out: 'on_break',
  },
};

/** Punches that a status offers, in the order of a working day (spec §2). */
export const offeredPunches = (status: WorkStatus): Punch[] =>
  PUNCHES.filter((punch) => TRANSITIONS[status][punch] === 'allowed');

export type EntryEnd = Pick<TimeEntry, 'clockOut' | 'isLeftOpen'> & {
  readonly setAsideAt?: EpochMs | null | undefined;
};

export const isRunning = ({ clockOut, setAsideAt, isLeftOpen }: EntryEnd): boolean =>
  clockOut === null && (setAsideAt ?? null) === null && isLeftOpen !== true;

export const isEndMissing = (entry: EntryEnd): boolean => entry.clockOut === null && !isRunning(entry);

export const endMissingText = (): string => say('workStatus.endMissing');

/** Returns the end of counted time: the clock-out, or `now` while the entry runs. Null if the end is missing. */
export const countsUntil = (entry: EntryEnd & Pick<TimeEntry, 'clockIn'>, now: EpochMs): EpochMs | null =>
  entry.clockOut ?? (isRunning(entry) ? Math.max(entry.clockIn, now) : null);

/** The latest running entry, however old [D1.5]. */
export function currentEntry<Entry extends EntryEnd & Pick<TimeEntry, 'clockIn'>>(
  entries: readonly Entry[],
): Entry | undefined {
  return entries.reduce<Entry | undefined>(
    (found, entry) => (isRunning(entry) && (!found || entry.clockIn > found.clockIn) ? entry : found),
    undefined,
  );
}

export const openBreak = (entry: Pick<TimeEntry, 'breaks'>): Break | undefined => {
  const last = entry.breaks.at(-1);
  return last?.end === null ? last : undefined;
};

export function statusOf(entry: (EntryEnd & Pick<TimeEntry, 'breaks'>) | undefined): WorkStatus {
  if (!entry || !isRunning(entry)) return 'clocked-out';
  return openBreak(entry) ? 'on-break' : 'clocked-in';
}

export function lastPunchInstant(entry: Pick<TimeEntry, 'clockIn' | 'clockOut' | 'breaks'>): EpochMs {
  const { clockIn, clockOut, breaks } = entry;
  const last = breaks.at(-1);
  return Math.max(clockIn, last?.start ?? clockIn, last?.end ?? clockIn, clockOut ?? clockIn);
}

export type PunchDecision =
  | { readonly ok: true; readonly at: EpochMs; readonly status: WorkStatus }
  | { readonly ok: false; readonly reason: PunchRefusal };

/** Never dates a punch before the last one or `notBefore` (last clock-out), even if the server clock was set back. */
export function decidePunch(
  punch: Punch,
  current: TimeEntry | undefined,
  now: EpochMs,
  notBefore: EpochMs = now,
): PunchDecision {
  const transition = TRANSITIONS[statusOf(current)][punch];
  if (transition !== 'allowed') return { ok: false, reason: transition };
  const earliest = current && current.clockOut === null ? lastPunchInstant(current) : now;
  return { ok: true, at: Math.max(now, earliest, notBefore), status: STATUS_AFTER_PUNCH[punch] };
}

export const createOpenEntry = (
  draft: Pick<TimeEntry, 'id' | 'userId' | 'notes' | 'ipAddress' | 'seenAddress' | 'kiosk' | 'location'>,
  at: EpochMs,
): TimeEntry => ({
  ...draft,
  clockIn: at,
  clockOut: null,
  breaks: [],
});

/** Applies an allowed punch; a clock-out keeps the notes (spec §4). */
export function applyPunch(punch: Exclude<Punch, 'clock_in'>, current: TimeEntry, at: EpochMs): TimeEntry {
  switch (punch) {
    case 'break_start':
      return { ...current, breaks: [...current.breaks, { start: at, end: null }] };
    case 'break_end':
      return {
        ...current,
        breaks: current.breaks.map((pause) => (pause.end === null ? { ...pause, end: at } : pause)),
      };
    case 'clock_out':
      return { ...current, clockOut: at };
  }
}

/** Breaks longer than this count as extended (spec §9). */
export const EXTENDED_BREAK_MINUTES = 60;

type TimedEntry = EntryEnd & Pick<TimeEntry, 'clockIn' | 'breaks'>;

const endOf = (entry: TimedEntry, now: EpochMs): EpochMs =>
  Math.max(entry.clockIn, countsUntil(entry, now) ?? entry.clockIn);

/** Milliseconds from clock-in to clock-out, or to `now` while running; 0 if the end is missing. */
export const elapsedMs = (entry: TimedEntry, now: EpochMs): number => endOf(entry, now) - entry.clockIn;

/** Breaks within the entry; overlaps count once. A running break counts in an open entry only [D1.4] (spec §9). */
export function breakMs(entry: TimedEntry, now: EpochMs): number {
  const end = endOf(entry, now);
  let counted = 0;
  let from = entry.clockIn;
  for (const pause of entry.breaks) {
    if (pause.end === null && entry.clockOut !== null) continue;
    const start = Math.max(from, pause.start);
    const until = Math.min(end, pause.end ?? end);
    if (until <= start) continue;
    counted += until - start;
    from = until;
  }
  return counted;
}

/** Elapsed time less breaks (spec §9). workedMs + breakMs = elapsedMs, exactly. */
export const workedMs = (entry: TimedEntry, now: EpochMs): number =>
  elapsedMs(entry, now) - breakMs(entry, now);

export const workedMinutes = (entry: TimedEntry, now: EpochMs): Minutes =>
  workedMs(entry, now) / MS_PER_MINUTE;

export const totalWorkedMs = (entries: readonly TimedEntry[], now: EpochMs): number =>
  entries.reduce((sum, entry) => sum + workedMs(entry, now), 0);

/** Minutes of a break so far, with fractions, never negative. */
export const breakMinutes = (pause: Break, now: EpochMs): Minutes =>
  Math.max(0, (pause.end ?? now) - pause.start) / MS_PER_MINUTE;

export const isExtendedBreak = (pause: Break, now: EpochMs): boolean =>
  breakMinutes(pause, now) > EXTENDED_BREAK_MINUTES;
