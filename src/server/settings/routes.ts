import type { Context } from '../context.ts';
import { inSnapshot } from '../live/snapshot.ts';
import type { Handlers } from '../http/handlers.ts';
import { readSettings } from './queries.ts';

export const settingsRoutes = ({ database }: Context): Handlers<'settings'> => ({
  settings: () => inSnapshot(database, async (tx, cursor) => ({ cursor, settings: await readSettings(tx) })),
});
