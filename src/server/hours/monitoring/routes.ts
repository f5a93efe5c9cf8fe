import type { Context } from '../../platform/context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { createBoard } from './board.ts';
import { toEpochMs } from '#contract/wire';
import { cursorPart } from '../../ledger/queries.ts';
import { type NotificationSelection, markRead } from '../../workplace/activity/commands.ts';
import { activityPage } from '../../workplace/activity/queries.ts';

export const activityRoutes = (context: Context): Handlers<'activity' | 'markActivityRead'> => ({
  activity: ({ input, reader }) =>
    reader().inSnapshot({ cursor: cursorPart(context.seal) }, async (tx, { cursor }) => ({
      cursor,
      ...(await activityPage(tx, input)),
    })),
  markActivityRead: async ({ input, session }) => {
    const selection: NotificationSelection =
      input.upTo === undefined ? { ids: input.ids ?? [] } : { upTo: toEpochMs(input.upTo) };
    const { database, clock, wake } = context;
    const marked = await markRead(database, clock.now(), session().user.id, selection);
    if (marked > 0) wake();
    return { marked };
  },
});

export function monitoringRoutes(context: Context): Handlers<'monitoring'> {
  const board = createBoard(context);
  return { monitoring: ({ reader }) => reader().withSession(() => board.answer()) };
}
