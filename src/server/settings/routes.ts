import { toInstantText } from '#contract/wire';
import type { Context } from '../context.ts';
import type { Asker } from '../http/asker.ts';
import type { Handlers } from '../http/handlers.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { cursorPart } from '../ledger/queries.ts';
import { once } from '../requests/commands.ts';
import { askedOf } from '../requests/queries.ts';
import { saveSettings } from './commands.ts';
import { settingsPart } from './queries.ts';
import { timeZones } from './time-zones.ts';

export function settingsRoutes(context: Context): Handlers<'settings' | 'updateSettings' | 'timeZones'> {
  const { database, clock, seal, wake } = context;
  const view = async (asker: Asker) => {
    const found = await asker.read({ cursor: cursorPart(seal), settings: settingsPart(null) });
    if (found instanceof Refusal) return found;
    const { cursor, settings } = found;
    return { cursor, now: toInstantText(clock.now()), settings };
  };
  return {
    settings: ({ asker }) => view(asker()),

    updateSettings: async ({ input, session, asker }) => {
      const { requestId, version, ...settings } = input;
      const actor = session().user.id;
      const asked = askedOf(actor, requestId, { version, ...settings });
      const saved = await once(database, asked, () =>
        saveSettings(database, clock.now(), actor, version, settings, asked),
      );
      if (!saved.ok) return refuse(saved.code);
      wake();
      return view(asker());
    },

    timeZones: async ({ asker }) => {
      const proved = await asker().prove();
      return proved instanceof Refusal ? proved : { timeZones: timeZones() };
    },
  };
}
