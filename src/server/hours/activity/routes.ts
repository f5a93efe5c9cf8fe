import { toEpochMs } from '#contract/wire';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { cursorPart } from '../../record/ledger/queries.ts';
import { markRead, type Seen } from './commands.ts';
import { activityPage } from './queries.ts';

export const activityRoutes = (context: Context): Handlers<'activity' | 'markActivityRead'> => ({
  activity: ({ input, asker }) =>
    asker().inSnapshot({ cursor: cursorPart(context.seal) }, async (tx, { cursor }) => ({
      cursor,
      ...(await activityPage(tx, input)),
    })),
  markActivityRead: async ({ input, session }) => {
    const seen: Seen = input.upTo === undefined ? { ids: input.ids ?? [] } : { upTo: toEpochMs(input.upTo) };
    const { database, clock, wake } = context;
    const marked = await markRead(database, clock.now(), session().user.id, seen);
    if (marked > 0) wake();
    return { marked };
  },
});
