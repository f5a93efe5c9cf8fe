/** What an admin does: closes entries, corrects, deactivates, saves settings; and what the world does. */
import * as fc from 'fast-check';
import { formOf } from '#tests/api/edit-form';
import { requestId, settingsInput } from '#tests/make';
import {
  agree,
  command,
  likeThat,
  seenEntry,
  sending,
  sent,
  somebody,
  told,
  where,
  who,
  type Command,
} from './model-command.ts';
import { HOUR, MINUTE, ZONES, type Settings } from './model.ts';

const close: fc.Arbitrary<Command> = fc
  .record({
    which: who,
    back: fc.constantFrom(0, 0, 0, 1),
    minutes: fc.constantFrom(-2, 0, 0, 1, 90),
    how: sending,
  })
  .map(({ which, back, minutes, how }) =>
    command(
      `an admin closes an entry of ${which}, ${minutes} min after its last punch, ${sent(how)}`,
      async (model, workplace) => {
        const person = somebody(model, which);
        const entry = person.entries.at(-1 - back);
        const last =
          entry?.clockOut ??
          entry?.breaks.flat().findLast((at) => at !== null) ??
          entry?.clockIn ??
          model.now;
        const given = Math.floor(last / MINUTE) * MINUTE + minutes * MINUTE;
        const wall = new Date(given + ZONES[model.settings.timeZone] * MINUTE).toISOString();
        const input = {
          requestId: requestId(),
          entryId: entry?.id ?? requestId(),
          day: wall.slice(0, 10),
          time: wall.slice(11, 16),
          reason: 'Forgotten',
        };
        const expected = entry ? model.close(person, entry, given, input.reason) : 'entry_not_found';
        const request = { by: null, sending: how, route: 'closeEntry', input } as const;
        await agree(model, workplace, request, expected, (output) => seenEntry(output.entry));
      },
    ),
  );

const changes = fc.oneof(
  fc.record({ name: fc.constantFrom('Ada', 'Grace Hopper') }),
  fc.record({ department: fc.constantFrom('Business Studio', 'Night Watch') }),
  fc.record({ isActive: fc.boolean() }),
  fc.record({ isActive: fc.boolean(), department: fc.constantFrom('Business Studio', 'Night Watch') }),
);

const update: fc.Arbitrary<Command> = fc
  .record({
    which: who,
    changes,
    isStale: fc.integer({ min: 0, max: 4 }).map((chance) => chance === 4),
    how: sending,
  })
  .map(({ which, changes: wanted, isStale, how }) =>
    command(
      `an admin gives ${which} ${JSON.stringify(wanted)}${isStale ? ', from an old form,' : ''} ${sent(how)}`,
      async (model, workplace) => {
        const person = somebody(model, which);
        const { name, department, isActive, version } = person;
        const form = { name, department, isActive, version: isStale ? version - 1 : version, ...wanted };
        const input = { requestId: requestId(), ...formOf(workplace.userOf(person.id), form) };
        const expected = told(model.update(person, form.version, wanted));
        const request = { by: null, sending: how, route: 'updateEmployee', input } as const;
        await agree(model, workplace, request, expected, ({ user }) => told(user));
      },
    ),
  );

const someSettings: fc.Arbitrary<Partial<Settings>> = fc.record(
  {
    timeZone: fc.constantFrom<Settings['timeZone'][]>('UTC', 'Asia/Kathmandu', 'Pacific/Honolulu'),
    workStartTime: fc.constantFrom('06:00', '09:00', '22:30'),
    lateThresholdMinutes: fc.constantFrom(0, 5, 60),
    allowFlexibleHours: fc.boolean(),
    nightShiftHours: fc.constantFrom(0, 4, 16),
    requireLocationTracking: fc.boolean(),
  },
  { requiredKeys: [] },
);

const saveSettings: fc.Arbitrary<Command> = fc
  .record({
    wanted: someSettings,
    isStale: fc.integer({ min: 0, max: 3 }).map((chance) => chance === 3),
    how: sending,
  })
  .map(({ wanted, isStale, how }) =>
    command(
      `an admin saves ${JSON.stringify(wanted)}${isStale ? ', from an old form,' : ''} ${sent(how)}`,
      async (model, workplace) => {
        const version = model.settingsVersion - (isStale ? 1 : 0);
        const input = { requestId: requestId(), ...settingsInput({ ...model.settings, ...wanted, version }) };
        const expected = model.saveSettings(version, wanted);
        const request = { by: null, sending: how, route: 'updateSettings', input } as const;
        await agree(model, workplace, request, expected, ({ settings }) =>
          likeThat(model.settings, settings),
        );
      },
    ),
  );

/** Answers are kept for 48 hours. */
const SEQUENCE_MS = 47 * HOUR;

const moveClock: fc.Arbitrary<Command> = fc
  .constantFrom(1, 31, 61, 240, 545, 965, 1440, -10, -45)
  .map((minutes) =>
    command(
      `the clock moves by ${minutes} min`,
      async (model, workplace) => {
        model.now += minutes * MINUTE;
        workplace.clock.set(model.now);
      },
      ({ now, began }) => {
        const then = now + minutes * MINUTE;
        return then >= began && then < began + SEQUENCE_MS;
      },
    ),
  );

const kill: fc.Arbitrary<Command> = where.map((place) =>
  command(`the server at ${place} is killed`, (_model, { places }) => places[place].kill()),
);

const reader: fc.Arbitrary<Command> = fc
  .record({ which: fc.nat({ max: 1 }), what: fc.constantFrom('falls asleep', 'comes back') })
  .map(({ which, what }) =>
    command(`reader ${which} ${what}`, async (_model, { readers }) => {
      const line = readers[which]?.line;
      await (what === 'falls asleep' ? line?.cut() : line?.mend());
    }),
  );

export const OTHER_COMMANDS = [
  { weight: 5, arbitrary: close },
  { weight: 4, arbitrary: update },
  { weight: 3, arbitrary: saveSettings },
  { weight: 6, arbitrary: moveClock },
  { weight: 1, arbitrary: kill },
  { weight: 3, arbitrary: reader },
];
