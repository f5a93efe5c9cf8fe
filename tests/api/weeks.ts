/** Random weeks of people with mistakes: their punches, and the corrections afterwards. */
import fc from 'fast-check';
import type { InputOf, RouteName } from '#contract/routes';
import { toDomainEntry } from '#contract/wire';
import { lastPunchInstant } from '#domain/entry/time-entry';
import { MS_PER_HOUR, MS_PER_MINUTE, type Day, type EpochMs } from '#domain/time/units';
import { requestId, type Person } from '#tests/make';
import { asking, changed, decided, missing } from './corrections-of.ts';

export const DAY_MS = 24 * MS_PER_HOUR;
export const isoOf = (at: EpochMs): string => new Date(at).toISOString();
export const dayOf = (at: EpochMs): Day => isoOf(at).slice(0, 10);

/** An action at an instant. The server may refuse it. */
export interface Deed {
  readonly at: EpochMs;
  readonly run: () => Promise<unknown>;
}

/** The punches of a day, and the correction at noon of the next day. */
interface Plan {
  readonly kind: 'closed' | 'off' | 'left open' | 'left on a break';
  /** Milliseconds after six. */
  readonly begin: number;
  readonly length: number;
  /** Starts and ends of breaks, as parts of the length. */
  readonly breaks: readonly number[];
  readonly after: keyof typeof AFTERWARDS | 'nothing';
  readonly minutes: number;
}
const plan: fc.Arbitrary<Plan> = fc.record({
  kind: fc.constantFrom('closed', 'closed', 'closed', 'off', 'left open', 'left on a break'),
  begin: fc.oneof(
    fc.integer({ min: 0, max: 4 * MS_PER_HOUR }),
    // A night shift.
    fc.integer({ min: 14 * MS_PER_HOUR, max: 17 * MS_PER_HOUR }),
  ),
  length: fc.integer({ min: 1, max: 9 * MS_PER_HOUR }),
  breaks: fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 4 }),
  after: fc.constantFrom('nothing', 'nothing', 'stated', 'changed', 'removed', 'added', 'approved', 'asked'),
  minutes: fc.integer({ min: 1, max: 300 }),
});

async function attempt<Name extends RouteName>({ client }: Person, name: Name, input: InputOf<Name>) {
  const answer = await client.call(name, input);
  if (!answer.ok && answer.status >= 500) throw new Error(`${name}: ${answer.problem.message}`);
  return answer.ok ? answer.output : undefined;
}

interface Concern {
  readonly admin: Person;
  readonly person: Person;
  readonly day: Day;
  readonly minutes: number;
}
type Change = Parameters<typeof asking>[0][number];
const made = ({ admin, person, day }: Concern, change: Change) =>
  attempt(admin, 'askCorrection', { ...asking([change], person), day });
const asked = ({ person, day }: Concern, change: Change) =>
  attempt(person, 'askCorrection', { ...asking([change]), day });
const closedOf = async ({ person, day }: Concern) =>
  (await attempt(person, 'myTimeEntries', { from: day, to: day }))?.entries.find(({ clockOut }) => clockOut);

const AFTERWARDS = {
  async stated({ person, minutes }: Concern) {
    const forgotten = (await attempt(person, 'forgottenClockOut', {}))?.forgotten?.entry;
    if (!forgotten) return;
    const left = isoOf(lastPunchInstant(toDomainEntry(forgotten)) + minutes * MS_PER_MINUTE);
    const said = { entryId: forgotten.id, day: left.slice(0, 10), time: left.slice(11, 16) };
    await attempt(person, 'stateLeaving', { requestId: requestId(), ...said });
  },
  async changed(of: Concern) {
    const entry = await closedOf(of);
    if (!entry) return;
    const earlier = isoOf(Date.parse(entry.clockIn) - (of.minutes % 60) * MS_PER_MINUTE);
    const clockIn = { day: earlier.slice(0, 10), time: earlier.slice(11, 16) };
    await made(of, changed(entry, { clockIn }));
  },
  async removed(of: Concern) {
    const entry = await closedOf(of);
    if (entry) await made(of, { ...changed(entry), new: null });
  },
  added: (of: Concern) => made(of, missing('05:00', '05:40', of.day)),
  asked: (of: Concern) => asked(of, missing('05:10', '05:50', of.day)),
  async approved(of: Concern) {
    const request = await asked(of, missing('05:05', '05:45', of.day));
    if (request) await decided(of.admin, request.correction, 'agree');
  },
};

type Punch = 'clockIn' | 'clockOut' | 'startBreak' | 'endBreak';

function deedsOfDay(admin: Person, person: Person, start: EpochMs, planned: Plan): Deed[] {
  const { kind, length, after, minutes } = planned;
  const clockIn = start + 6 * MS_PER_HOUR + planned.begin;
  const punch = (at: EpochMs, name: Punch): Deed => ({
    at,
    run: () => attempt(person, name, { requestId: requestId() }),
  });
  const points = planned.breaks.toSorted((one, other) => one - other);
  const pauses = points
    .slice(0, points.length - (points.length % 2))
    .map((part, n) => punch(clockIn + Math.floor((length * part) / 1000), n % 2 ? 'endBreak' : 'startBreak'));
  const deeds = kind === 'off' ? [] : [punch(clockIn, 'clockIn'), ...pauses];
  if (kind === 'closed') deeds.push(punch(clockIn + length, 'clockOut'));
  if (kind === 'left on a break') deeds.push(punch(clockIn + length, 'startBreak'));
  const concern = { admin, person, day: dayOf(start), minutes };
  if (after !== 'nothing')
    deeds.push({ at: start + 36 * MS_PER_HOUR, run: () => AFTERWARDS[after](concern) });
  return deeds;
}

/** A week and two days, so that something is left open when the week is over. */
export const DAYS = 9;
/** Soon after two o'clock on this day, every kind of entry exists in all random weeks. */
export const FRIDAY = 4;
const OFF = { kind: 'off', after: 'nothing' } as const;
const LEFT = { kind: 'left open', begin: 0, after: 'nothing' } as const;
const AT_WORK = { ...LEFT, kind: 'closed', length: 11 * MS_PER_HOUR, breaks: [] } as const;
type Ending = Readonly<Record<number, Partial<Plan>>>;
const ENDINGS: readonly Ending[] = [
  // The person who is deactivated on Friday.
  { 3: OFF, [FRIDAY]: AT_WORK },
  { 3: OFF, [FRIDAY]: AT_WORK },
  { 3: OFF, [FRIDAY]: { ...AT_WORK, kind: 'left on a break', length: MS_PER_HOUR } },
  { 3: { ...LEFT, begin: 17 * MS_PER_HOUR, breaks: [] }, [FRIDAY]: OFF },
  { 2: OFF, 3: LEFT, [FRIDAY]: OFF },
  { 2: OFF, 3: LEFT, [FRIDAY]: AT_WORK },
  { 2: OFF, 3: { ...LEFT, after: 'stated', minutes: 1 }, [FRIDAY]: OFF },
  { 1: OFF, 2: { ...LEFT, length: 1 }, 3: { ...OFF, after: 'added' }, [FRIDAY]: OFF },
  {},
];

/** One plan for each person. */
export const weeks: fc.Arbitrary<Plan[][]> = fc
  .array(fc.array(plan, { minLength: DAYS, maxLength: DAYS }), {
    minLength: ENDINGS.length,
    maxLength: ENDINGS.length,
  })
  .map((all) => all.map((days, n) => days.map((one, day) => ({ ...one, ...ENDINGS[n]?.[day] }))));

/** All actions of a person from the Monday that begins at `start`. */
export const deedsOf = (admin: Person, person: Person, start: EpochMs, days: readonly Plan[]): Deed[] =>
  days.flatMap((one, day) => deedsOfDay(admin, person, start + day * DAY_MS, one));
