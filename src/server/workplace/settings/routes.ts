import { say } from '#texts/say';
import { toInstantText } from '#contract/wire';
import { problemText } from '#contract/problems';
import type { StudiosView } from '#contract/settings/settings';
import { formatDate } from '#domain/time/format';
import { chosenText, SETTING_DEFINITIONS } from '#domain/settings/definitions';
import { studioFaults } from '#domain/people/confusable-names';
import type { Day } from '#domain/time/units';
import type { Context } from '../../platform/context.ts';
import type { AuthenticatedReader } from '../../platform/http/authenticated-reader.ts';
import { networkAndDevice } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { inLanguage } from '../../platform/language.ts';
import { Refusal, refuse, refuseFields } from '../../platform/http/refusal.ts';
import { commandRunner } from '../../ledger/idempotency/commands.ts';
import { saveSettings } from './commands.ts';
import { countPeopleByHub, readSettings, readStudios, settingsPart } from './queries.ts';
import { saveStudios } from './studio-commands.ts';
import { timeZones, zoneRulesInUse } from './time-zones.ts';

export function settingsRoutes(context: Context) {
  const { database, clock, security } = context;
  const run = commandRunner(context);
  const view = async (reader: AuthenticatedReader) => {
    const found = await reader.read({ settings: settingsPart });
    if (found instanceof Refusal) return found;
    return { now: toInstantText(clock.now()), settings: found.settings };
  };
  const studiosView = (reader: AuthenticatedReader): Promise<StudiosView | Refusal> =>
    reader.inSnapshot({ settings: settingsPart }, async (tx, { settings }) => ({
      version: settings.version,
      studios: await readStudios(tx),
      people: await countPeopleByHub(tx),
    }));
  return {
    settings: ({ reader }) => view(reader()),

    updateSettings: async ({ input: { requestId, ...wanted }, session, reader, request }) => {
      const { version, ...settings } = wanted;
      const saved = await run(session(), requestId, wanted, async (sender) => {
        const before = await readSettings(database.pool);
        const done = await saveSettings(database, sender, version, settings);
        const who = { kind: 'rule_changed', userId: sender.actor, ...networkAndDevice(request) } as const;
        for (const name of ['registration', 'secondFactor'] as const)
          if (done.ok && before[name] !== (settings[name] ?? before[name])) {
            const rule = SETTING_DEFINITIONS[name];
            const detail = inLanguage('en', () => `${say(rule.label)}: ${chosenText(name, settings[name])}`);
            security.note({ ...who, detail });
          }
        return done;
      });
      if (saved.ok) return view(reader());
      return 'settled' in saved
        ? refuseFields({ payPeriodFrom: payFromFault(saved.settled) })
        : refuse(saved.code);
    },

    studios: ({ reader }) => studiosView(reader()),

    updateStudios: async ({ input: { requestId, ...wanted }, session, reader }) => {
      const faults = studioFaults(wanted.studios);
      if (Object.keys(faults).length > 0) return refuseFields(faults);
      const saved = await run(session(), requestId, wanted, (sender) =>
        saveStudios(database, sender, wanted),
      );
      if (saved.ok) return studiosView(reader());
      if (!('names' in saved)) return refuse(saved.code);
      const message = `${problemText(saved.code)} (${saved.names.join(', ')})`;
      return refuse(saved.code, { fields: { studios: message }, message });
    },

    renewInvitation: async ({ input: { requestId }, session, reader }) => {
      const saved = await run(session(), requestId, { renewed: 'invitation' }, (sender) =>
        saveSettings(database, sender, null, ({ invitation }) => ({ invitation: invitation + 1 })),
      );
      return saved.ok ? view(reader()) : refuse(saved.code);
    },

    finishSetUp: async ({ input: { isSetUp }, session, reader }) => {
      const saved = await run(session(), undefined, { isSetUp }, (sender) =>
        saveSettings(database, sender, null, { isSetUp }),
      );
      return saved.ok ? view(reader()) : refuse(saved.code);
    },

    timeZones: ({ reader }) =>
      reader().withSession(() => ({ timeZones: timeZones(), rules: zoneRulesInUse })),
  } satisfies Partial<Handlers>;
}

const payFromFault = (settled: Day | null): string =>
  settled === null
    ? say('field.noSuchDate')
    : say('refused.periodSettled', { date: formatDate(settled, 'UTC') });
