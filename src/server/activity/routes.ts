import { toEpochMs } from '#contract/wire';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/handlers.ts';
import { inSnapshot } from '../ledger/snapshot.ts';
import { markRead, type Seen } from './commands.ts';
import { activityPage } from './queries.ts';

export const activityRoutes = ({
  database,
  clock,
  wake,
}: Context): Handlers<'activity' | 'markActivityRead'> => ({
  activity: ({ input }) =>
    inSnapshot(database, async (tx, cursor) => ({ cursor, ...(await activityPage(tx, input)) })),
  markActivityRead: async ({ input, session }) => {
    const seen: Seen = input.upTo === undefined ? { ids: input.ids ?? [] } : { upTo: toEpochMs(input.upTo) };
    const marked = await markRead(database, clock.now(), session().user.id, seen);
    if (marked > 0) wake();
    return { marked };
  },
});
