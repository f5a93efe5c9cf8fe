/** Commands of an admin (close entries, edit, deactivate, save settings) and of the environment. */
import * as fc from 'fast-check';
import { formOf } from '#tests/api/edit-form';
import { requestId, settingsInput } from '#tests/make';
import {
  agree,
  command,
  kind,
  likeThat,
  seenEntry,
  sending,
  sent,
  somebody,
  told,
  where,
  who,
} from './model-command.ts';
import { HOUR, MINUTE, punchesOf, type Settings } from './model.ts';

export const close = kind(
  5,
  fc.record({
    which: who,
    back: fc.constantFrom<number[]>(0, 0, 0, 1),
    minutes: fc.constantFrom<number[]>(-2, 0, 0, 1, 90),
    how: sending,
  }),
  ({ which, back, minutes, how }) =>
    command(
      `an admin closes an entry of ${which}, ${minutes} min after its last punch, ${sent(how)}`,
      async (model, workplace) => {
        const person = somebody(model, which);
        const entry = person.entries.at(-1 - back);
        const last = (entry && punchesOf(entry).at(-1)) ?? model.now;
        const given = Math.floor(last / MINUTE) * MINUTE + minutes * MINUTE;
        const { shown, isAgain } = model.wallOf(given);
        const wall = new Date(shown).toISOString();
        const reason = 'Forgotten';
        await agree(workplace, {
          by: null,
          how,
          route: 'closeEntry',
          input: {
            requestId: requestId(),
            entryId: entry?.id ?? requestId(),
            day: wall.slice(0, 10),
            time: wall.slice(11, 16),
            ...(isAgain ? { which: 'second' as const } : {}),
            reason,
          },
          expected: entry ? model.close(person, entry, given, reason) : 'entry_not_found',
          seen: (output) => seenEntry(output.entry),
        });
      },
    ),
);

const department = fc.constantFrom('Business Studio', 'Night Watch');
const changes = fc.oneof(
  fc.record({ name: fc.constantFrom('Ada', 'Grace Hopper') }),
  fc.record({ department }),
  fc.record({ isActive: fc.boolean() }),
  fc.record({ isActive: fc.boolean(), department }),
);

export const update = kind(
  4,
  fc.record({ which: who, changes, isStale: seldom(5), how: sending }),
  ({ which, changes: wanted, isStale, how }) =>
    command(
      `an admin gives ${which} ${JSON.stringify(wanted)}${isStale ? ', from an old form,' : ''} ${sent(how)}`,
      async (model, workplace) => {
        const person = somebody(model, which);
        const { name, isActive, version } = person;
        const known = { name, department: person.department, isActive };
        const form = { ...known, version: version - (isStale ? 1 : 0), ...wanted };
        await agree(workplace, {
          by: null,
          how,
          route: 'updateEmployee',
          input: { requestId: requestId(), ...formOf(workplace.userOf(person.id), form) },
          expected: told(model.update(person, form.version, wanted)),
          seen: ({ user }) => told(user),
        });
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

export const saveSettings = kind(
  3,
  fc.record({ wanted: someSettings, isStale: seldom(4), how: sending }),
  ({ wanted, isStale, how }) =>
    command(
      `an admin saves ${JSON.stringify(wanted)}${isStale ? ', from an old form,' : ''} ${sent(how)}`,
      async (model, workplace) => {
        const version = model.settingsVersion - (isStale ? 1 : 0);
        const form = settingsInput({ ...model.settings, ...wanted, version });
        await agree(workplace, {
          by: null,
          how,
          route: 'updateSettings',
          input: { requestId: requestId(), ...form },
          expected: model.saveSettings(version, wanted),
          seen: ({ settings }) => likeThat(model.settings, settings),
        });
      },
    ),
);

/** True once in `times` draws. */
function seldom(times: number): fc.Arbitrary<boolean> {
  return fc.nat({ max: times - 1 }).map((chance) => chance === times - 1);
}

/** Answers are kept for 48 hours. */
const SEQUENCE_MS = 47 * HOUR;

export const moveClock = kind(
  6,
  fc.constantFrom<number[]>(1, 31, 61, 240, 545, 965, 1440, -10, -45),
  (minutes) =>
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

const kill = kind(1, where, (place) =>
  command(`the server at ${place} is killed`, (_model, { places }) => places[place].kill()),
);

const reader = kind(
  3,
  fc.record({ which: fc.nat({ max: 1 }), what: fc.constantFrom('falls asleep', 'comes back') }),
  ({ which, what }) =>
    command(`reader ${which} ${what}`, async (_model, { readers }) => {
      const line = readers[which]?.line;
      await (what === 'falls asleep' ? line?.cut() : line?.mend());
    }),
);

export const OTHER_COMMANDS = [close, update, saveSettings, moveClock, kill, reader];
