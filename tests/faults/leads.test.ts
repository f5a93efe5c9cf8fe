/**
 * Random assignments that change while leads read: `SEED=1 npm run faults -- leads` repeats a failure.
 */
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LeadAssignment } from '#contract/people/employees';
import type { Studio } from '#domain/people/studios';
import { addDays } from '#domain/time/workplace-day';
import { formOf } from '../api/edit-form.ts';
import { makeLead } from '#tests/make-lead';
import { giveSession, makeEmployee, type Person } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { cycles, report, seed } from './size.ts';

const SEQUENCES = cycles(50, 1_000, 5_000);
const [PEOPLE, LEADS, STEPS] = [7, 3, 5];
const MINUTES = cycles(4, 60, 240);

const server = setUpServer();
const admin = setUpAdmin(server);
const people: Person[] = [];
const requests: string[] = [];
let studios: readonly Studio[] = [];
let today = '2026-11-18';

/** The expected studio, hub and state of each person. */
const places = new Map<string, { department: string; hub: string; isActive: boolean }>();
const assigned = new Map<string, LeadAssignment[]>();

const person = (index: number): Person => people[index] ?? expect.fail('There is nobody.');
const leading = fc.record({
  scope: fc.constantFrom('studio', 'hub', 'person'),
  which: fc.nat(20),
  from: fc.integer({ min: -2, max: 2 }),
  length: fc.option(fc.nat(2)),
});
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('assign'),
      who: fc.nat(LEADS - 1),
      all: fc.array(leading, { maxLength: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move'), who: fc.nat(PEOPLE - 1), to: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('activate'), who: fc.integer({ min: LEADS, max: PEOPLE - 1 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('night') }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const hubs = () => studios.flatMap((studio) => studio.hubs.map((hub) => ({ studio, hub })));
function leadingOf(
  { scope, which, from, length }: typeof leading extends fc.Arbitrary<infer One> ? One : never,
  own: string,
): LeadAssignment {
  const ids = { studio: studios, hub: hubs().map(({ hub }) => hub), person: people.map(({ user }) => user) }[
    scope
  ];
  const others = ids.filter(({ id }) => id !== own);
  const first = addDays(today, from);
  return {
    scope,
    id: others[which % others.length]?.id ?? '',
    from: first,
    until: length === null ? null : addDays(first, length),
  };
}

/** Computes the people of a lead without SQL. */
function scopeOf(leadId: string): string[] {
  const now = (assigned.get(leadId) ?? []).filter(
    ({ from, until }) => from <= today && (until ?? today) >= today,
  );
  const isLed = (id: string): boolean =>
    now.some((one) => {
      const { department, hub } = places.get(id) ?? { department: '', hub: '' };
      if (one.scope === 'person') return one.id === id;
      const at = studios.find(({ name }) => name === department);
      return one.id === (one.scope === 'studio' ? at?.id : at?.hubs.find(({ name }) => name === hub)?.id);
    });
  return [...places]
    .flatMap(([id, { isActive }]) => (isActive && id !== leadId && isLed(id) ? id : []))
    .toSorted();
}
const scopes = (): string[] => people.slice(0, LEADS).map(({ user }) => scopeOf(user.id).join());

/** Sessions end after some weeks. */
async function signInAgain(): Promise<void> {
  for (const { client, user } of [...people.slice(0, LEADS), admin])
    await giveSession(server, client, user.id);
}

async function change(one: Step): Promise<void> {
  if (one.kind === 'night') {
    today = addDays(today, 1);
    server.clock.set(`${today}T10:00:00.000Z`);
    return signInAgain();
  }
  const { user } = person(one.who);
  if (one.kind === 'assign') {
    assigned.set(
      user.id,
      one.all.map((wanted) => leadingOf(wanted, user.id)),
    );
    return makeLead(server, user.id, assigned.get(user.id));
  }
  const before = places.get(user.id) ?? expect.fail('Nobody is known by this id.');
  const to = hubs()[one.kind === 'move' ? one.to % hubs().length : 0];
  const moved =
    one.kind === 'move'
      ? { department: to?.studio.name ?? '', hub: to?.hub.name ?? '' }
      : { isActive: !before.isActive };
  places.set(user.id, { ...before, ...moved });
  const { user: present } = await admin.client.ask('person', { id: user.id });
  await admin.client.ask('updateEmployee', formOf(present, moved));
}

/** The ids of people in each answer to a lead; none if the answer is a refusal. */
async function seenBy({ client }: Person): Promise<string[]> {
  const [team, asked, periods] = await Promise.all([
    client.call('team', {}),
    client.call('teamRequests', { limit: 50 }),
    client.call('teamPeriods', {}),
  ]);
  const lists = [
    team.ok ? team.output.people.map(({ id }) => id) : [],
    asked.ok ? asked.output.rows.map(({ employee }) => employee.id) : [],
    periods.ok ? periods.output.people.map(({ id }) => id) : [],
  ];
  return lists.map((ids) => ids.toSorted().join());
}

async function tryOut(steps: readonly Step[]): Promise<void> {
  for (const one of steps) {
    const before = scopes();
    const leads = people.slice(0, LEADS);
    const meanwhile = leads.map(seenBy);
    await change(one);
    const after = scopes();
    for (const [index, seen] of (await Promise.all(meanwhile)).entries())
      for (const ids of seen) expect([before[index], after[index]]).toContain(ids);
    for (const [index, lead] of leads.entries()) {
      const wanted = after[index] ?? '';
      expect(await seenBy(lead)).toEqual([wanted, wanted, wanted]);
      const [foreign] = people.flatMap(({ user }, at) =>
        wanted.includes(user.id) || user.id === lead.user.id ? [] : (requests[at] ?? []),
      );
      if (foreign === undefined) continue;
      const refused = await lead.client.refusal('teamRequest', { id: foreign });
      expect(['correction_not_found', 'forbidden']).toContain(refused.code);
      const word = { action: 'agree', corrections: [{ id: foreign, version: 1 }] };
      expect((await lead.client.refusal('decideCorrections', word)).code).toBe('correction_not_found');
    }
  }
}

beforeAll(async () => {
  server.clock.set('2026-09-01T10:00:00.000Z');
  studios = (await admin.client.ask('studios', {})).studios;
  for (let made = 0; made < PEOPLE; made += 1) people.push(await makeEmployee(server));
  server.clock.set(`${today}T10:00:00.000Z`);
  for (const { client, user } of people) await giveSession(server, client, user.id);
  await signInAgain();
  for (const { client, user } of people) {
    const wanted = { kind: 'holiday', first: '2027-03-01', last: '2027-03-01', half: null };
    requests.push((await client.ask('askLeave', { old: null, new: wanted, reason: '' })).correction.id);
    places.set(user.id, { department: user.department, hub: user.hub, isActive: true });
  }
});

describe('leads', () => {
  it(
    'see and decide for exactly the people they lead, while assignments change',
    async () => {
      const from = seed();
      let tried = 0;
      const steps = fc.array(step, { minLength: 1, maxLength: STEPS });
      await fc.assert(
        fc.asyncProperty(steps, async (these) => {
          tried += these.length;
          await tryOut(these);
        }),
        // No shrinking, since a shorter sequence would start from another state.
        { seed: from, numRuns: SEQUENCES, endOnFailure: true },
      );
      expect(await ledgerFaults(server.test.owner)).toEqual([]);
      report(`leads: ${SEQUENCES} sequences, ${tried} changes, 0 violations, seed ${from}`);
    },
    MINUTES * 60_000,
  );
});
