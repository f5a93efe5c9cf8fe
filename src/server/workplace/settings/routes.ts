import { toInstantText } from '#contract/wire';
import { problemMessage } from '#contract/problems';
import type { StudiosView } from '#contract/settings';
import { formatDate } from '#domain/time/format';
import { studioFaults } from '#domain/people/confusable-names';
import type { Day } from '#domain/time/units';
import type { Context } from '../../context.ts';
import type { AuthenticatedReader } from '../../platform/http/authenticated-reader.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { Refusal, refuse, refuseFields } from '../../platform/http/refusal.ts';
import { cursorPart } from '../../record/ledger/queries.ts';
import { once } from '../../platform/idempotency/commands.ts';
import { idempotencyKeyOf } from '../../platform/idempotency/queries.ts';
import { saveSettings } from './commands.ts';
import { peopleByPlace, readStudios, settingsPart } from './queries.ts';
import { saveStudios } from './studio-commands.ts';
import { timeZones, zoneRulesInUse } from './time-zones.ts';

export function settingsRoutes(context: Context) {
  const { database, clock, seal, wake } = context;
  const view = async (reader: AuthenticatedReader) => {
    const found = await reader.read({ cursor: cursorPart(seal), settings: settingsPart });
    if (found instanceof Refusal) return found;
    const { cursor, settings } = found;
    return { cursor, now: toInstantText(clock.now()), settings };
  };
  const studiosView = (reader: AuthenticatedReader): Promise<StudiosView | Refusal> =>
    reader.inSnapshot({ settings: settingsPart }, async (tx, { settings }) => ({
      version: settings.version,
      studios: await readStudios(tx),
      people: await peopleByPlace(tx),
    }));
  return {
    settings: ({ reader }) => view(reader()),

    updateSettings: async ({ input, session, reader }) => {
      const { requestId, version, ...settings } = input;
      const actor = session().user.id;
      const key = idempotencyKeyOf(actor, requestId, { version, ...settings });
      const saved = await once(database, key, () =>
        saveSettings(database, clock.now(), actor, version, settings, key),
      );
      if (!saved.ok)
        return 'settled' in saved
          ? refuseFields({ payPeriodFrom: payFromFault(saved.settled) })
          : refuse(saved.code);
      wake();
      return view(reader());
    },

    studios: ({ reader }) => studiosView(reader()),

    updateStudios: async ({ input, session, reader }) => {
      const { requestId, version, studios } = input;
      const faults = studioFaults(studios);
      if (Object.keys(faults).length > 0) return refuseFields(faults);
      const actor = session().user.id;
      const key = idempotencyKeyOf(actor, requestId, { version, studios });
      const saved = await once(database, key, () =>
        saveStudios(database, clock.now(), actor, version, studios, key),
      );
      if (!saved.ok)
        return 'names' in saved
          ? refuse(saved.code, {
              fields: { studios: inUseMessage(saved.names) },
              message: inUseMessage(saved.names),
            })
          : refuse(saved.code);
      wake();
      return studiosView(reader());
    },

    renewInvitation: async ({ input: { requestId }, session, reader }) => {
      const actor = session().user.id;
      const key = idempotencyKeyOf(actor, requestId, { renewed: 'invitation' });
      const saved = await once(database, key, () =>
        saveSettings(
          database,
          clock.now(),
          actor,
          null,
          ({ invitation }) => ({ invitation: invitation + 1 }),
          key,
        ),
      );
      if (!saved.ok) return refuse(saved.code);
      wake();
      return view(reader());
    },

    finishSetUp: async ({ input: { isSetUp }, session, reader }) => {
      const saved = await saveSettings(database, clock.now(), session().user.id, null, { isSetUp });
      if (!saved.ok) return refuse(saved.code);
      wake();
      return view(reader());
    },

    timeZones: async ({ reader }) => {
      const proved = await reader().prove();
      return proved instanceof Refusal ? proved : { timeZones: timeZones(), rules: zoneRulesInUse };
    },
  } satisfies Partial<Handlers>;
}

const payFromFault = (settled: Day | null): string =>
  settled === null
    ? 'This date does not exist'
    : `A period that ends on ${formatDate(settled, 'UTC')} is already confirmed or closed. Choose a later day`;

const inUseMessage = (names: readonly string[]): string =>
  `${problemMessage('studio_in_use')} (${names.join(', ')})`;
