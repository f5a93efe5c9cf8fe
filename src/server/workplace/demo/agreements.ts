/** The demo's corrections in every state and two closed months, made by the real commands. */
import type { ChangeInput, WallTime } from '#contract/corrections';
import type { User } from '#contract/records';
import { toWireTimes } from '#contract/wire';
import type { ZoneCalendar } from '#domain/time/calendar';
import type { EntryTimes } from '#domain/correction/correction';
import type { CorrectionAction } from '#domain/correction/decision';
import { payPeriodOf } from '#domain/period/pay-period';
import { MS_PER_HOUR, MS_PER_MINUTE, timeText, type EpochMs } from '#domain/time/units';
import { addDays, minuteOfDayAt, type DayRange } from '#domain/time/workplace-day';
import { askCorrection, decide, sendBack, type CorrectionResult } from '../../hours/corrections/commands.ts';
import type { Database } from '../../platform/database/pool.ts';
import { closePeriods } from '../../payroll/periods/closing-commands.ts';
import { respondToPeriod } from '../../payroll/periods/own-commands.ts';
import { readLastEntriesOfDays, type EndedEntry } from './queries.ts';

export interface DemoContext {
  readonly database: Database;
  readonly calendar: ZoneCalendar;
  readonly now: EpochMs;
  readonly admin: User;
}

type DemoCorrectionKind = 'left later' | 'came earlier' | 'worked in the evening' | 'was not there';

export interface DemoDecision {
  readonly action: CorrectionAction;
  readonly by: 'employee' | 'admin';
  readonly reason?: string;
}

interface PlannedCorrection {
  /** Position of the employee in `people`. */
  readonly index: number;
  /** The entry to correct: 0 is the entry of the latest day. */
  readonly back: number;
  readonly what: DemoCorrectionKind;
  readonly reason: string;
  /** Sender of the request; the employee by default. */
  readonly by?: DemoDecision['by'];
  readonly steps?: readonly DemoDecision[];
}

export const adminAgrees: DemoDecision = { action: 'agree', by: 'admin' };

const THIS_MONTH: readonly PlannedCorrection[] = [
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

const CLOSED_MONTH: readonly PlannedCorrection[] = [
  { index: 0, back: 4, what: 'left later', reason: 'Forgot to clock out', steps: [adminAgrees] },
  { index: 11, back: 7, what: 'came earlier', reason: 'The terminal was not on yet', steps: [adminAgrees] },
];
const OBJECTOR_INDEX = 15;
/** Every sixth employee neither confirms the month nor objects. */
const NO_ANSWER_EVERY = 6;
/** The demo closes a month within this number of days after the month's end. */
const CLOSED_AFTER_DAYS = 3;

type People = readonly (string | undefined)[];

export async function seedCorrectionsAndClosings(demo: DemoContext, people: People): Promise<void> {
  const running = payPeriodOf(demo.calendar.dayAt(demo.now - CLOSED_AFTER_DAYS * 24 * MS_PER_HOUR).day, []);
  const last = payPeriodOf(addDays(running.first, -1), []);
  const before = payPeriodOf(addDays(last.first, -1), []);
  for (const month of [before, last]) {
    await correctAll(demo, people, CLOSED_MONTH, month);
    await closeMonth(demo, people, month, month === last);
  }
  const yesterday = addDays(demo.calendar.dayAt(demo.now).day, -1);
  await correctAll(demo, people, THIS_MONTH, { first: running.first, last: yesterday });
}

async function correctAll(
  demo: DemoContext,
  people: People,
  planned: readonly PlannedCorrection[],
  range: DayRange,
) {
  for (const one of planned) {
    const userId = people[one.index];
    if (userId === undefined) continue;
    const days = demo.calendar.days(range.first, range.last);
    const span = { from: days[0]?.start ?? 0, to: days.at(-1)?.end ?? 0 };
    const entry = (await readLastEntriesOfDays(demo.database.pool, userId, span.from, span.to))[one.back];
    if (entry) await correct(demo, userId, entry, one);
  }
}

async function correct(
  { database, calendar, now, admin }: DemoContext,
  userId: string,
  entry: EndedEntry,
  { what, reason, by = 'employee', steps = [] }: PlannedCorrection,
): Promise<void> {
  const day = calendar.dayAt(entry.clockIn);
  let at = Math.min(day.end - MS_PER_HOUR, now - (steps.length + 1) * MS_PER_MINUTE);
  const changes = changesOf(calendar, entry, what, 35);
  const counter = changesOf(calendar, entry, what, 20);
  const request = { ...(by === 'admin' ? { userId } : {}), day: day.day, reason, changes };
  const senderOf = (side: DemoDecision['by']) => ({ at, actor: side === 'admin' ? admin.id : userId });
  let done = requireCorrection(await askCorrection(database, senderOf(by), request));
  for (const step of steps) {
    at = Math.min(at + 3 * MS_PER_HOUR, now - MS_PER_MINUTE);
    const { id, version } = done;
    const sender = senderOf(step.by);
    done = requireCorrection(
      step.action === 'send-back'
        ? await sendBack(database, sender, { id, version, reason: step.reason ?? '', changes: counter })
        : await decide(database, sender, { id, version, action: step.action, reason: step.reason }),
    );
  }
}

export function requireCorrection(result: CorrectionResult) {
  if (!result.ok) throw new Error(`The demo's correction was refused: ${result.code}.`);
  return result.correction;
}

function changesOf(
  calendar: ZoneCalendar,
  entry: EndedEntry,
  what: DemoCorrectionKind,
  minutes: number,
): ChangeInput[] {
  const wall = (instant: EpochMs): WallTime => {
    const day = calendar.dayAt(instant);
    return { day: day.day, time: timeText(minuteOfDayAt(instant, day)) };
  };
  const given = ({ clockIn, clockOut, breaks }: EntryTimes) => ({
    clockIn: wall(clockIn),
    clockOut: clockOut === null ? null : wall(clockOut),
    breaks: breaks.map(({ start, end }) => ({ start: wall(start), end: end === null ? null : wall(end) })),
  });
  const { clockIn, clockOut, breaks } = entry;
  const by = minutes * MS_PER_MINUTE;
  const evening = { clockIn: clockOut + MS_PER_HOUR, clockOut: clockOut + MS_PER_HOUR + by, breaks: [] };
  if (what === 'worked in the evening') return [{ entryId: null, old: null, new: given(evening) }];
  const times = { clockIn, clockOut, breaks };
  const wanted =
    what === 'left later' ? { ...times, clockOut: clockOut + by } : { ...times, clockIn: clockIn - by };
  return [
    { entryId: entry.id, old: toWireTimes(times), new: what === 'was not there' ? null : given(wanted) },
  ];
}

async function closeMonth(
  { database, calendar, admin }: DemoContext,
  people: People,
  month: DayRange,
  isLast: boolean,
): Promise<void> {
  const onDay = (days: number): EpochMs => calendar.day(addDays(month.last, days)).start + 10 * MS_PER_HOUR;
  for (const [index, userId] of people.entries()) {
    if (userId === undefined || index % NO_ANSWER_EVERY === NO_ANSWER_EVERY - 1) continue;
    const objection =
      isLast && index === OBJECTOR_INDEX ? 'Two evenings at the trade fair are missing' : null;
    const sender = { at: onDay(1) + index * MS_PER_MINUTE, actor: userId };
    // Ignores refusals: people who joined later or left an entry open cannot confirm the month.
    await respondToPeriod(database, sender, { ...month, version: 0, objection });
  }
  const sender = { at: onDay(CLOSED_AFTER_DAYS - 1), actor: admin.id, name: admin.name };
  await closePeriods(database, sender, month);
  const objector = people[OBJECTOR_INDEX];
  if (isLast && objector !== undefined)
    await closePeriods(
      database,
      { ...sender, at: sender.at + MS_PER_HOUR },
      { ...month, userIds: [objector], reason: 'The organiser pays for the trade fair' },
    );
}
