import { SECURITY_FILE_ROWS, type SecurityLogQuery } from '#contract/security-log';
import type { Context } from '../../context.ts';
import { networkAndDevice } from '../../platform/http/caller.ts';
import { FileAnswer, type Handlers } from '../../platform/http/handlers.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { calendarOf, zoneTextOf } from '../../workplace/calendars.ts';
import { endOtherSessions } from '../credentials/session-commands.ts';
import { idleSince } from '../credentials/tokens.ts';
import type { AuthenticatedReader } from '../../platform/http/authenticated-reader.ts';
import { securityCsv } from './csv.ts';
import { ownSessions, ownSignIns, securityPage } from './queries.ts';

export function securityRoutes(context: Context) {
  const { config, database, clock, security } = context;
  const pageOf = async (reader: AuthenticatedReader, { from, to, ...wanted }: SecurityLogQuery) => {
    await security.written();
    return reader.inSnapshot({ settings: context.settings.part() }, async (tx, { settings }) => {
      const { day } = calendarOf(settings);
      const span = {
        from: from === undefined ? undefined : day(from).start,
        to: to === undefined ? undefined : day(to).end,
      };
      return { timeZone: zoneTextOf(settings), ...(await securityPage(tx, { ...wanted, ...span })) };
    });
  };
  return {
    ownSecurity: async ({ reader }) => {
      await security.written();
      return reader().inSnapshot(
        { settings: context.settings.part() },
        async (tx, { session, settings }) => ({
          timeZone: zoneTextOf(settings),
          sessions: await ownSessions(tx, session, clock.now(), idleSince(clock.now(), config)),
          signIns: await ownSignIns(tx, session.user.id),
        }),
      );
    },

    endSessions: async ({ input, session, request }) => {
      const { id, user } = session();
      const ended = await endOtherSessions(database.pool, user.id, id, input.id ?? null);
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
      const userId = reader().session?.user.id ?? null;
      security.note({ kind: 'data_exported', userId, detail: 'Security log', ...networkAndDevice(request) });
      const text = securityCsv(page.events, page.timeZone);
      return new FileAnswer(Buffer.from(text), 'text/csv; charset=utf-8', 'security-log.csv');
    },
  } satisfies Partial<Handlers>;
}
