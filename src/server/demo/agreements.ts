/** The demo's corrections in every state and two closed months, made by the real commands. */
import type { User } from '#contract/records';
import type { ZoneCalendar } from '#domain/time/calendar';
import { payPeriodOf } from '#domain/period/pay-period';
import { MS_PER_HOUR, MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import { addDays, type DayRange } from '#domain/time/workplace-day';
import { askCorrection, decide, sendBack, type CorrectionResult } from '../hours/corrections/commands.ts';
import type { Database } from '../platform/database/pool.ts';
import { closePeriods } from '../payroll/periods/closing-commands.ts';
import { respondToPeriod } from '../payroll/periods/own-commands.ts';
import {
  CLOSED_MONTH,
  planCorrection,
  THIS_MONTH,
  type DemoDecision,
  type DemoRequest,
  type PlannedCorrection,
} from './correction-plan.ts';
import { readEndedEntries } from './queries.ts';

export interface DemoContext {
  readonly database: Database;
  readonly calendar: ZoneCalendar;
  readonly now: EpochMs;
  readonly admin: User;
}

const OBJECTOR_INDEX = 15;
/** Every sixth employee neither confirms the month nor objects. */
const NO_ANSWER_EVERY = 6;
/** The demo closes a month within this number of days after the month's end. */
const CLOSED_AFTER_DAYS = 3;

type People = readonly (string | undefined)[];

export async function seedCorrectionsAndClosings(demo: DemoContext, people: People): Promise<void> {
  const today = demo.calendar.dayAt(demo.now).day;
  const running = payPeriodOf(addDays(today, -CLOSED_AFTER_DAYS), []);
  const last = payPeriodOf(addDays(running.first, -1), []);
  const before = payPeriodOf(addDays(last.first, -1), []);
  for (const month of [before, last]) {
    await correctAll(demo, people, CLOSED_MONTH, month);
    await closeMonth(demo, people, month, month === last);
  }
  await correctAll(demo, people, THIS_MONTH, { first: running.first, last: addDays(today, -1) });
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
    const entries = await readEndedEntries(demo.database.pool, userId, span.from, span.to);
    const request = planCorrection(days, entries, one);
    if (request) await correct(demo, userId, request, one);
  }
}

async function correct(
  { database, now, admin }: DemoContext,
  userId: string,
  { day, changes, counter, ...request }: DemoRequest,
  { reason, by = 'employee', steps = [] }: PlannedCorrection,
): Promise<void> {
  let { at } = request;
  const senderOf = (side: DemoDecision['by']) => ({ at, actor: side === 'admin' ? admin.id : userId });
  const input = { ...(by === 'admin' ? { userId } : {}), day, reason, changes };
  let done = requireCorrection(await askCorrection(database, senderOf(by), input));
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
