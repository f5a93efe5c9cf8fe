/** Time entries, their breaks, the work status they amount to, and the four punches that change them (spec §3, §4). */
import { type EpochMs, MS_PER_MINUTE, type Minutes } from '../time/units.ts';

/** A break is open while its end is empty (spec §4). */
export interface Break {
  readonly start: EpochMs;
  readonly end: EpochMs | null;
}

/** spec §3. Open while `clockOut` is empty. Breaks lie within it in order, and only the last may be open. */
export interface TimeEntry {
  readonly id: string;
  readonly userId: string;
  readonly clockIn: EpochMs;
  readonly clockOut: EpochMs | null;
  /**
   * When somebody clocked in again who had forgotten to clock out, or began as a correction says: nobody knows when it
   * ended, which was before that, until it is stated.
   */
  readonly setAsideAt?: EpochMs;
  /** Nobody clocked out of it in time, as seen at one instant; never stored. `markLeftOpen` sets it. */
  readonly isLeftOpen?: true | undefined;
  readonly breaks: readonly Break[];
  readonly notes: string;
  /** 'unknown' when the look-up failed. */
  readonly ipAddress: string;
  /** What the server saw at the clock-in, whatever the look-up said; not of entries from before it was kept. */
  readonly seenAddress?: string;
  /** JSON with latitude, longitude, timestamp, and accuracy where the device told it; null when none was obtained. */
  readonly location: string | null;
  /** Only when an admin closed it [D1.6], or its employee stated when they had left. */
  readonly closedBy?: ClosedBy;
}

/** Who closed an entry that was left open, why, and when they did it; the time they gave is the entry's `clockOut`. */
export interface ClosedBy {
  readonly name: string;
  readonly reason: string;
  readonly at: EpochMs;
  /** By the statement of its employee. */
  readonly isOwn?: true;
}

export type WorkStatus = 'clocked-out' | 'clocked-in' | 'on-break';

/** What people read (spec §4). */
export const STATUS_LABEL: Readonly<Record<WorkStatus, string>> = {
  'clocked-out': 'Clocked Out',
  'clocked-in': 'Clocked In',
  'on-break': 'On Break',
};

export type Punch = 'clock_in' | 'break_start' | 'break_end' | 'clock_out';

/** Why a punch is refused; the names are problem codes of the contract. */
export type PunchRefusal = 'already_clocked_in' | 'not_clocked_in' | 'on_break' | 'not_on_break';

/** The status each punch leads to, from wherever it is allowed. */
export const STATUS_AFTER: Readonly<Record<Punch, WorkStatus>> = {
  clock_in: 'clocked-in',
  break_start: 'on-break',
  break_end: 'clocked-in',
  clock_out: 'clocked-out',
};

/** The allowed punches, and the refusals of all others (spec §4). */
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

/** The punches a status offers, in the order of a working day (spec §2). */
export function offeredPunches(status: WorkStatus): Punch[] {
  const order: readonly Punch[] = ['clock_in', 'break_start', 'break_end', 'clock_out'];
  return order.filter((punch) => TRANSITIONS[status][punch] === 'allowed');
}

/** The fields that tell whether an entry has ended. */
export type Ending = Pick<TimeEntry, 'clockOut' | 'isLeftOpen'> & {
  readonly setAsideAt?: EpochMs | null | undefined;
};

/** Whether its time goes on: it has not ended, nor was it left open or set aside. */
export const isRunning = ({ clockOut, setAsideAt, isLeftOpen }: Ending): boolean =>
  clockOut === null && (setAsideAt ?? null) === null && isLeftOpen !== true;

/** Whether it was left open or set aside by a later clock-in, and nobody has stated its end. */
export const isEndMissing = (entry: Ending): boolean => entry.clockOut === null && !isRunning(entry);

/** Shown in place of a missing end. */
export const END_MISSING = 'End missing';

/** Until when an entry counts; null for nothing, since its end is missing. */
export const countsUntil = (entry: Ending & Pick<TimeEntry, 'clockIn'>, now: EpochMs): EpochMs | null =>
  entry.clockOut ?? (isRunning(entry) ? Math.max(entry.clockIn, now) : null);

/** The running entry, however old it is [D1.5]; the latest, should there be several. */
export function currentEntry<Entry extends Ending & Pick<TimeEntry, 'clockIn'>>(
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

/** Work status from the current entry (spec §4 derivation). One that is not running counts as none. */
export function statusOf(entry: (Ending & Pick<TimeEntry, 'breaks'>) | undefined): WorkStatus {
  if (!entry || !isRunning(entry)) return 'clocked-out';
  return openBreak(entry) ? 'on-break' : 'clocked-in';
}

/** The latest instant an entry knows: its last punch. */
export function lastInstant(entry: Pick<TimeEntry, 'clockIn' | 'clockOut' | 'breaks'>): EpochMs {
  const last = entry.breaks.at(-1);
  return Math.max(
    entry.clockIn,
    last?.start ?? entry.clockIn,
    last?.end ?? entry.clockIn,
    entry.clockOut ?? entry.clockIn,
  );
}

export type PunchDecision =
  | { readonly ok: true; readonly at: EpochMs; readonly status: WorkStatus }
  | { readonly ok: false; readonly reason: PunchRefusal };

/**
 * Whether a punch is allowed now, and the instant to record. That instant is never before the entry's last
 * one, nor before `notBefore` (the previous clock-out, at a clock-in): a server clock that steps back makes
 * no negative duration.
 */
export function decidePunch(
  punch: Punch,
  current: TimeEntry | undefined,
  now: EpochMs,
  notBefore: EpochMs = now,
): PunchDecision {
  const transition = TRANSITIONS[statusOf(current)][punch];
  if (transition !== 'allowed') return { ok: false, reason: transition };
  const earliest = current && current.clockOut === null ? lastInstant(current) : now;
  return { ok: true, at: Math.max(now, earliest, notBefore), status: STATUS_AFTER[punch] };
}

export const clockedIn = (
  draft: Pick<TimeEntry, 'id' | 'userId' | 'notes' | 'ipAddress' | 'seenAddress' | 'location'>,
  at: EpochMs,
): TimeEntry => ({
  ...draft,
  clockIn: at,
  clockOut: null,
  breaks: [],
});

/** The entry after a punch that `decidePunch` allowed at that instant; a clock-out keeps the notes (spec §4). */
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

/** Worked and paused time. Sums are kept in whole milliseconds, so that nothing is lost to rounding. */
/** A longer break is extended (spec §9). */
export const EXTENDED_BREAK_MINUTES = 60;

type Session = Ending & Pick<TimeEntry, 'clockIn' | 'breaks'>;

const endOf = (entry: Session, now: EpochMs): EpochMs =>
  Math.max(entry.clockIn, countsUntil(entry, now) ?? entry.clockIn);

/** From clock-in to clock-out, or to `now` while it runs; milliseconds, never negative. */
export const elapsedMs = (entry: Session, now: EpochMs): number => endOf(entry, now) - entry.clockIn;

/**
 * The breaks' part of the elapsed time; milliseconds. The running break of an open entry counts so far
 * [D1.4]; a closed entry counts finished breaks only (spec §9). Whatever lies outside the entry, or
 * in two breaks at once, is counted once at most.
 */
export function breakMs(entry: Session, now: EpochMs): number {
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

/** Elapsed time less breaks (spec §9); milliseconds, never negative. workedMs + breakMs = elapsedMs, exactly. */
export const workedMs = (entry: Session, now: EpochMs): number => elapsedMs(entry, now) - breakMs(entry, now);

export const workedMinutes = (entry: Session, now: EpochMs): Minutes => workedMs(entry, now) / MS_PER_MINUTE;

export const totalWorkedMs = (entries: readonly Session[], now: EpochMs): number =>
  entries.reduce((sum, entry) => sum + workedMs(entry, now), 0);

/** Length of a break, of a running one so far; minutes, fractions kept, never negative. */
export const breakMinutes = (pause: Break, now: EpochMs): Minutes =>
  Math.max(0, (pause.end ?? now) - pause.start) / MS_PER_MINUTE;

/** A break longer than 60 minutes is extended (spec §4); 60 minutes exactly is not. */
export const isExtendedBreak = (pause: Break, now: EpochMs): boolean =>
  breakMinutes(pause, now) > EXTENDED_BREAK_MINUTES;
