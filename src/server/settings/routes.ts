import type { User } from '#contract/records';
import { toInstantText } from '#contract/wire';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/handlers.ts';
import { refuse } from '../http/refusal.ts';
import { inSnapshot } from '../ledger/snapshot.ts';
import { once } from '../requests/commands.ts';
import { askedOf } from '../requests/queries.ts';
import { saveSettings } from './commands.ts';
import { readSettings } from './queries.ts';
import { timeZones } from './time-zones.ts';

export function settingsRoutes(context: Context): Handlers<'settings' | 'updateSettings' | 'timeZones'> {
  const { database, clock, wake } = context;
  const view = (reader: User) =>
    inSnapshot(context, reader, async (tx, cursor) => ({
      cursor,
      now: toInstantText(clock.now()),
      settings: await readSettings(tx),
    }));
  return {
    settings: ({ session }) => view(session().user),

    updateSettings: async ({ input, session }) => {
      const { requestId, version, ...settings } = input;
      const actor = session().user.id;
      const asked = askedOf(actor, requestId, { version, ...settings });
      const saved = await once(database, asked, () =>
        saveSettings(database, clock.now(), actor, version, settings, asked),
      );
      if (!saved.ok) return refuse(saved.code);
      wake();
      return view(session().user);
    },

    timeZones: () => ({ timeZones: timeZones() }),
  };
}
