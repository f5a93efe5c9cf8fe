import type { Context } from '../context.ts';
import type { Handlers } from '../http/handlers.ts';
import { inSnapshot } from '../live/snapshot.ts';
import { latestNotifications } from './queries.ts';

export const activityRoutes = ({ database }: Context): Handlers<'activity'> => ({
  activity: ({ input }) => inSnapshot(database, async (tx, cursor) => ({ cursor, notifications: await latestNotifications(tx, input.limit) })),
});
