/** The demo's corrections. Pure. */
import type { ChangeInput, WallTime } from '#contract/corrections/corrections';
import { toWireTimes } from '#contract/wire';
import { checkRequest } from '#domain/correction/check';
import type { EntryTimes } from '#domain/correction/correction';
import type { CorrectionAction } from '#domain/correction/state';
import { MS_PER_HOUR, MS_PER_MINUTE, timeText, type Day, type EpochMs } from '#domain/time/units';
import { isWithin, minuteOfDayAt, type WorkplaceDay } from '#domain/time/workplace-day';
import type { EndedEntry } from './queries.ts';

type DemoCorrectionKind = 'left later' | 'came earlier' | 'worked in the evening' | 'was not there';

export interface DemoDecision {
  readonly action: CorrectionAction;
  readonly by: 'employee' | 'admin';
  readonly reason?: string;
}

export interface PlannedCorrection {
  /** Position of the employee in `people`. */
  readonly index: number;
  /** The day to correct: 0 is the latest that allows it. */
  readonly back: number;
  readonly what: DemoCorrectionKind;
  readonly reason: string;
  /** Sender of the request; the employee by default. */
  readonly by?: DemoDecision['by'];
  readonly steps?: readonly DemoDecision[];
}

export const adminAgrees: DemoDecision = { action: 'agree', by: 'admin' };

export const THIS_MONTH: readonly PlannedCorrection[] = [
  { index: 0, back: 1, what: 'left later', reason: 'I stayed for the release' },
  { index: 4, back: 1, what: 'came earlier', reason: 'The terminal was not on yet' },
  { index: 8, back: 2, what: 'worked in the evening', reason: 'Call with the office in New York' },
  {
    index: 6,
    back: 1,
    what: 'left later',
    reason: 'Forgot to clock out',
    steps: [{ action: 'send-back', by: 'admin', reason: 'You left with me, a quarter of an hour earlier' }],
  },
  { index: 1, back: 2, what: 'came earlier', reason: 'Opened the doors before clocking in', by: 'admin' },
  {
    index: 12,
    back: 1,
    what: 'was not there',
    reason: 'Clocked in by mistake on a day off',
    by: 'admin',
    steps: [{ action: 'object', by: 'employee', reason: 'I was with a customer all day' }],
  },
  { index: 14, back: 3, what: 'left later', reason: 'Forgot to clock out', steps: [adminAgrees] },
  {
    index: 2,
    back: 2,
    what: 'worked in the evening',
    reason: 'Training at home',
    steps: [{ action: 'decline', by: 'admin', reason: 'Training is booked on Fridays' }],
  },
  {
    index: 16,
    back: 1,
    what: 'came earlier',
    reason: 'Wrong day, sorry',
    steps: [{ action: 'withdraw', by: 'employee' }],
  },
  {
    index: 18,
    back: 2,
    what: 'was not there',
    reason: 'Nobody saw them at a desk',
    by: 'admin',
    steps: [
      { action: 'object', by: 'employee', reason: 'I sat on the third floor' },
      { action: 'take-back', by: 'admin' },
    ],
  },
];

export const CLOSED_MONTH: readonly PlannedCorrection[] = [
  { index: 0, back: 4, what: 'left later', reason: 'Forgot to clock out', steps: [adminAgrees] },
  { index: 11, back: 7, what: 'came earlier', reason: 'The terminal was not on yet', steps: [adminAgrees] },
];
export interface DemoRequest {
  readonly at: EpochMs;
  readonly day: Day;
  readonly changes: ChangeInput[];
  /** Times that a request sent back proposes instead. */
  readonly counter: ChangeInput[];
}

/** Plans a request that the rules accept, or undefined without such a day. @param days earliest first, all over */
export function planCorrection(
  days: readonly WorkplaceDay[],
  entries: readonly EndedEntry[],
  { what, back }: Pick<PlannedCorrection, 'what' | 'back'>,
): DemoRequest | undefined {
  let skipped = 0;
  for (const day of days.toReversed()) {
    const own = entries.filter(({ clockIn }) => isWithin(clockIn, day));
    const entry = own.at(what === 'came earlier' ? 0 : -1);
    if (!entry) continue;
    const at = day.end - MS_PER_HOUR;
    const { old, wanted } = correctedTimes(entry, what, 35);
    const change = { entryId: old ? entry.id : '', old, new: wanted };
    const rules = { closed: [], day: day.day, dayOf: () => day.day, earliest: day.day, now: at };
    if (!checkRequest({ ...rules, changes: [change], entries }).ok || skipped++ < back) continue;
    const given = (minutes: number) => [toInput(entry, day, correctedTimes(entry, what, minutes))];
    return { at, day: day.day, changes: given(35), counter: given(20) };
  }
  return undefined;
}

function correctedTimes(entry: EndedEntry, what: DemoCorrectionKind, minutes: number) {
  const { clockIn, clockOut, breaks } = entry;
  const old: EntryTimes = { clockIn, clockOut, breaks };
  const by = minutes * MS_PER_MINUTE;
  const evening = clockOut + MS_PER_HOUR;
  switch (what) {
    case 'worked in the evening':
      return { old: null, wanted: { clockIn: evening, clockOut: evening + by, breaks: [] } };
    case 'left later':
      return { old, wanted: { ...old, clockOut: clockOut + by } };
    case 'came earlier':
      return { old, wanted: { ...old, clockIn: clockIn - by } };
    case 'was not there':
      return { old, wanted: null };
  }
}

type CorrectedTimes = { readonly old: EntryTimes | null; readonly wanted: EntryTimes | null };

function toInput({ id }: EndedEntry, day: WorkplaceDay, { old, wanted }: CorrectedTimes): ChangeInput {
  const wall = (at: EpochMs): WallTime => ({ day: day.day, time: timeText(minuteOfDayAt(at, day)) });
  const wallOrNull = (at: EpochMs | null) => (at === null ? null : wall(at));
  return {
    entryId: old && id,
    old: old && toWireTimes(old),
    new: wanted && {
      clockIn: wall(wanted.clockIn),
      clockOut: wallOrNull(wanted.clockOut),
      breaks: wanted.breaks.map(({ start, end }) => ({ start: wall(start), end: wallOrNull(end) })),
    },
  };
}
