import type { Context } from '../../context.ts';
import { networkAndDevice } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { zoneTextOf } from '../../workplace/calendars.ts';
import { endOtherSessions } from '../credentials/session-commands.ts';
import { idleSince } from '../credentials/tokens.ts';
import { ownSessions, ownSignIns } from './queries.ts';

export function securityRoutes(context: Context) {
  const { config, database, clock, security } = context;
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
  } satisfies Partial<Handlers>;
}
