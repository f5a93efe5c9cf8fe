import { say } from '#texts/say';
import { securityKindLabel } from '#contract/security/kinds';
import { SECURITY_FILE_ROWS, type ListedSecurityEvent, type SecurityLogQuery } from '#contract/security/log';
import { toEpochMs } from '#contract/wire';
import { toCsv } from '#domain/file/csv';
import { count, type Column } from '#domain/file/table';
import { dayIn, wallTime } from '#domain/time/format';
import type { Context } from '../../platform/context.ts';
import { toExportEvent, networkAndDevice } from '../../platform/http/caller.ts';
import { FileAnswer, type Handlers } from '../../platform/http/handlers.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { boundsOf, calendarOf, zoneTextOf } from '../../platform/calendars.ts';
import { endSessionsOf } from '../credentials/session-commands.ts';
import { idleSessionCutoff } from '../credentials/tokens.ts';
import type { AuthenticatedReader } from '../../platform/http/authenticated-reader.ts';
import { ownCalendarAddresses, ownSessions, ownSignIns, securityPage } from './queries.ts';

export function securityRoutes(context: Context) {
  const { config, database, clock, security } = context;
  const pageOf = async (reader: AuthenticatedReader, wanted: SecurityLogQuery) => {
    await security.written();
    return reader.inSnapshot({ settings: context.settings.part() }, async (tx, { settings }) => ({
      timeZone: zoneTextOf(settings),
      ...(await securityPage(tx, { ...wanted, ...boundsOf(calendarOf(settings), wanted) })),
    }));
  };
  return {
    ownSecurity: async ({ reader }) => {
      await security.written();
      const now = clock.now();
      return reader().inSnapshot({ settings: context.settings.part() }, async (tx, found) => ({
        timeZone: zoneTextOf(found.settings),
        sessions: await ownSessions(tx, found.session, now, idleSessionCutoff(now, config)),
        signIns: await ownSignIns(tx, found.session.user.id),
        calendarAddresses: await ownCalendarAddresses(tx, found.session.user.id),
      }));
    },

    endSessions: async ({ input, session, request }) => {
      const { id, user } = session();
      const ended = await endSessionsOf(database.pool, user.id, id, input.id ?? null);
      if (ended > 0) {
        context.sessionsChanged();
        security.note({ kind: 'sessions_ended', userId: user.id, ...networkAndDevice(request) });
      }
      return { ended };
    },

    securityLog: ({ input, reader }) => pageOf(reader(), input),

    securityLogFile: async ({ input, reader, request }) => {
      const page = await pageOf(reader(), { ...input, limit: SECURITY_FILE_ROWS });
      if (page instanceof Refusal) return page;
      security.note(toExportEvent(reader().session?.user.id, 'Security log', request));
      const text = toCsv(columnsIn(page.timeZone), page.events);
      return new FileAnswer(Buffer.from(text), 'text/csv; charset=utf-8', 'security-log.csv');
    },
  } satisfies Partial<Handlers>;
}

/** Times are in the workplace's zone. */
function columnsIn(zone: string): readonly Column<ListedSecurityEvent>[] {
  const momentOf = (instant: string): string =>
    `${dayIn(toEpochMs(instant), zone)} ${wallTime(toEpochMs(instant), zone)}`;
  return [
    { title: say('securityFile.first'), value: ({ at }) => momentOf(at) },
    { title: say('securityFile.last'), value: ({ until }) => momentOf(until) },
    { title: say('securityFile.times'), value: (event) => count(event.count) },
    { title: say('securityFile.what'), value: ({ kind }) => securityKindLabel(kind) },
    { title: say('securityFile.detail'), value: ({ detail }) => detail },
    { title: say('securityFile.person'), value: ({ person }) => person?.name ?? '' },
    { title: say('securityFile.employeeId'), value: ({ person }) => person?.employeeId ?? '' },
    { title: say('securityFile.by'), value: ({ actor }) => actor?.name ?? '' },
    { title: say('securityFile.network'), value: ({ network }) => network },
    { title: say('securityFile.browser'), value: ({ device }) => device },
    {
      title: say('securityFile.knownBrowser'),
      value: ({ isKnown }) => (isKnown === null ? '' : say(isKnown ? 'securityFile.yes' : 'securityFile.no')),
    },
  ];
}
