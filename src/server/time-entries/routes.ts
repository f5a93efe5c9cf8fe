import type { Punch } from '#domain/time-entry';
import { calendarOf, daysAround, toWireCalendar } from '../calendars.ts';
import type { Context } from '../context.ts';
import type { Call, Handlers } from '../http/handlers.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { inSnapshot } from '../ledger/snapshot.ts';
import { readSettings } from '../settings/queries.ts';
import { toInstantText } from '#contract/wire';
import { addDays } from '#domain/workplace-day';
import { punch } from './commands.ts';
import type { PunchRequest } from './plan.ts';
import { entriesAndOpenOneOf, entriesOf } from './queries.ts';

const RANGE_DAYS = 400;
/** Before and after this there are no entries, and the zones' rules are guesses. */
const EARLIEST_DAY = '1970-01-01';
const LATEST_DAY = '2999-12-31';

type TimeEntryRoute = 'clock' | 'clockIn' | 'startBreak' | 'endBreak' | 'clockOut' | 'myTimeEntries';

export function timeEntryRoutes(context: Context): Handlers<TimeEntryRoute> {
  const { config, database, clock } = context;
  const punched = async (request: PunchRequest) => {
    const answer = await punch(database.pool, clock, request);
    if (!(answer instanceof Refusal)) context.wake();
    return answer;
  };
  const simple =
    (kind: Exclude<Punch, 'clock-in'>) =>
    ({ input, session, address }: Call<'startBreak' | 'endBreak' | 'clockOut'>) =>
      punched({ punch: kind, input, userId: session().user.id, ipAddress: address });

  return {
    clockIn: ({ input, session, address }) =>
      punched({
        punch: 'clock-in',
        input,
        userId: session().user.id,
        ipAddress: recordedAddress(config.ipLookupUrl, input.ipAddress, address),
      }),
    startBreak: simple('break-start'),
    endBreak: simple('break-end'),
    clockOut: simple('clock-out'),

    clock: ({ session }) =>
      inSnapshot(database, async (tx, cursor) => {
        const now = clock.now();
        const settings = await readSettings(tx);
        const { today, days } = daysAround(settings.timeZone, now);
        const from = days[0]?.start ?? today.start;
        const to = days.at(-1)?.end ?? today.end;
        const entries = await entriesAndOpenOneOf(tx, session().user.id, from, to);
        const view = {
          cursor,
          now: toInstantText(now),
          calendar: toWireCalendar(settings.timeZone, today, days),
          settings,
          entries,
        };
        return config.ipLookupUrl === null ? view : { ...view, ipLookupUrl: config.ipLookupUrl };
      }),

    myTimeEntries: async ({ input, session }) => {
      const fault = rangeFault(input);
      if (fault) return refuse('invalid_input', { fields: fault });
      return inSnapshot(database, async (tx, cursor) => {
        const { timeZone } = await readSettings(tx);
        const calendar = calendarOf(timeZone);
        const days = calendar.days(input.from, input.to);
        const from = days[0]?.start ?? 0;
        const to = days.at(-1)?.end ?? 0;
        const entries = await entriesOf(tx, session().user.id, from, to);
        return { cursor, calendar: toWireCalendar(timeZone, calendar.dayAt(clock.now()), days), entries };
      });
    },
  };
}

/**
 * The address that is kept (decisions §4): with the product's own look-up what the server saw, whatever the
 * client claims; with IP_LOOKUP_URL what the look-up told the client. A client whose look-up failed says
 * 'unknown'.
 */
export function recordedAddress(
  ipLookupUrl: string | null,
  claimed: string | undefined,
  seen: string,
): string {
  if (ipLookupUrl !== null) return claimed ?? 'unknown';
  return claimed === 'unknown' ? 'unknown' : seen;
}

function rangeFault({ from, to }: { from: string; to: string }): Record<string, string> | undefined {
  if (from < EARLIEST_DAY) return { from: `Days before ${EARLIEST_DAY} cannot be shown` };
  if (to > LATEST_DAY) return { to: `Days after ${LATEST_DAY} cannot be shown` };
  return to > addDays(from, RANGE_DAYS - 1)
    ? { to: `At most ${RANGE_DAYS} days can be shown at once` }
    : undefined;
}
