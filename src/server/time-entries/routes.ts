import type { Punch, TimeEntry } from '#domain/time-entry';
import { workedMinutes } from '#domain/worked-time';
import { daysAround, timeNotBefore, toWireCalendar } from '../calendars.ts';
import type { Context } from '../context.ts';
import { ReadyJson, type Call, type Handlers } from '../http/handlers.ts';
import { refuse, refuseUntil } from '../http/refusal.ts';
import { inSnapshot } from '../ledger/snapshot.ts';
import { hourlyLimit } from '../limiter.ts';
import { orByDefaults } from '../settings/loading.ts';
import { readSettings } from '../settings/queries.ts';
import { inSingleFile } from '../single-file.ts';
import { toInstantText } from '#contract/wire';
import { punch } from './commands.ts';
import type { PunchRequest } from './plan.ts';
import { entriesAndOpenOneOf } from './queries.ts';

type TimeEntryRoute = 'clock' | 'clockIn' | 'startBreak' | 'endBreak' | 'clockOut';

export function timeEntryRoutes(context: Context): Handlers<TimeEntryRoute> {
  const { config, database, clock } = context;
  const limit = hourlyLimit(config.punchesPerHour || Infinity);
  const oneByOne = inSingleFile();
  const punched = async (request: PunchRequest) => {
    const done = await oneByOne(request.userId, () =>
      orByDefaults(context, (defaults) => punch(database.punches, clock, request, defaults, limit)),
    );
    if ('waitSeconds' in done)
      return refuseUntil(
        done.code,
        done.waitSeconds,
        timeNotBefore(done.timeZone, clock.now() + done.waitSeconds * 1000),
      );
    if (!done.ok) return refuse(done.code);
    context.wake();
    if (done.recorded) context.log.debug(punchForLog(request.punch, done.recorded), 'A punch was recorded.');
    return new ReadyJson(done.response);
  };
  const simple =
    (kind: Exclude<Punch, 'clock_in'>) =>
    ({ input, session }: Call<'startBreak' | 'endBreak' | 'clockOut'>) =>
      punched({ punch: kind, input, userId: session().user.id });

  return {
    clockIn: ({ input, session, address }) =>
      punched({
        punch: 'clock_in',
        input,
        userId: session().user.id,
        ipAddress: recordedAddress(config.ipLookupUrl, input.ipAddress, address),
        seenAddress: address,
      }),
    startBreak: simple('break_start'),
    endBreak: simple('break_end'),
    clockOut: simple('clock_out'),

    clock: ({ session }) =>
      orByDefaults(context, (defaults) =>
        inSnapshot(context, session().user, async (tx, cursor) => {
          const now = clock.now();
          const settings = defaults ?? (await readSettings(tx));
          const { today, days } = daysAround(settings.timeZone, now);
          const from = days[0]?.start ?? today.start;
          const to = days.at(-1)?.end ?? today.end;
          const entries = await entriesAndOpenOneOf(tx, session().user.id, from, to);
          const view = {
            cursor,
            now: toInstantText(now),
            calendar: toWireCalendar(settings.timeZone, today, days),
            settings,
            settingsLoaded: defaults === null,
            entries,
          };
          return config.ipLookupUrl === null ? view : { ...view, ipLookupUrl: config.ipLookupUrl };
        }),
      ),
  };
}

/** Which entry, and the whole minutes worked once it is closed (spec §4): never what it holds. */
const punchForLog = (punch: Punch, { id, ...entry }: TimeEntry) => ({
  punch,
  entry: id,
  ...(entry.clockOut === null ? {} : { workedMinutes: Math.floor(workedMinutes(entry, entry.clockOut)) }),
});

/**
 * The address that is kept: with the product's own look-up what the server saw, whatever the client claims;
 * with IP_LOOKUP_URL what the look-up told the client. A client whose look-up failed says 'unknown'.
 */
export function recordedAddress(
  ipLookupUrl: string | null,
  claimed: string | undefined,
  seen: string,
): string {
  if (ipLookupUrl !== null) return claimed ?? 'unknown';
  return claimed === 'unknown' ? 'unknown' : seen;
}
