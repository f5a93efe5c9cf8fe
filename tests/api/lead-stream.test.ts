/** A lead's live stream: it announces changes of the people they lead, without details, and of nobody else. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { LeadAssignment } from '#contract/people/employees';
import { makeLead } from '#tests/make-lead';
import { FRIDAY, makeEmployee, requestId, type Person } from '#tests/make';
import { setUpAdmin, setUpCluster, setUpServerIn } from '#tests/set-up';
import type { LiveReader } from './client.ts';
import { formOf } from './edit-form.ts';

const server = setUpServerIn(setUpCluster());
const admin = setUpAdmin(server);
let lead: Person;
let ada: Person;
let eve: Person;

const events = (reader: LiveReader): number => reader.events.filter(({ type }) => type === 'team').length;
const leading = (person: Person, until: string | null = null): LeadAssignment => ({
  scope: 'person',
  id: person.user.id,
  from: '2026-11-01',
  until,
});
/** Punches, and waits until the person's own stream has it, so that no two punches are sent together. */
async function punch(person: Person, name: 'clockIn' | 'clockOut' = 'clockIn'): Promise<void> {
  const own = await person.client.live();
  await own.hello();
  const { at } = await person.client.ask(name, { requestId: requestId() });
  await own.until(({ changes }) =>
    changes.some(({ entry }) => [entry?.clockIn, entry?.clockOut].includes(at)),
  );
  own.close();
}
/** Clocks a led person in and out, waits for both events, and returns the number of all team events. */
async function eventsAfter(reader: LiveReader, person: Person): Promise<number> {
  const before = events(reader);
  await punch(person);
  await reader.until((one) => events(one) > before);
  const between = events(reader);
  await punch(person, 'clockOut');
  await reader.until((one) => events(one) > between);
  return events(reader);
}

beforeAll(async () => {
  lead = await makeEmployee(server, { name: 'Lea Lead' });
});
beforeEach(async () => {
  [ada, eve] = await Promise.all([makeEmployee(server), makeEmployee(server)]);
  await makeLead(server, lead.user.id, [leading(ada)]);
  // Streams follow the ledger's order: once this punch is sent, no registration is still to come.
  await punch(await makeEmployee(server));
});

const opened = async (): Promise<LiveReader> => {
  const reader = await lead.client.live();
  await reader.hello();
  return reader;
};

it('tells a lead of a punch of their people, and sends nothing else of them', async () => {
  const reader = await opened();
  await punch(ada);
  await reader.until((one) => events(one) > 0, 5_000);
  expect(JSON.stringify(reader.events)).not.toContain(ada.user.id);
  reader.close();
});

it('tells them nothing of others', async () => {
  const reader = await opened();
  await punch(eve);
  expect(await eventsAfter(reader, ada)).toBe(2);
  expect(JSON.stringify(reader.events)).not.toContain(eve.user.id);
  reader.close();
});

it.each([
  ['is taken away', () => makeLead(server, lead.user.id, [leading(eve)]), FRIDAY],
  ['is over', () => makeLead(server, lead.user.id, [leading(ada, '2026-11-19'), leading(eve)]), FRIDAY],
  [
    'ended at midnight of the workplace',
    () => makeLead(server, lead.user.id, [leading(ada, '2026-11-20'), leading(eve)]),
    Date.parse('2026-11-21T00:00:00.000Z'),
  ],
])('ends at once when the assignment %s', async (_, change, at) => {
  const reader = await opened();
  expect(await eventsAfter(reader, ada)).toBe(2);
  await change();
  server.clock.set(at);
  await punch(ada);
  expect(await eventsAfter(reader, eve)).toBe(4);
  server.clock.set(FRIDAY);
  reader.close();
});

it('tells a lead who has people that somebody moved, since their team may be another', async () => {
  const reader = await opened();
  const before = events(reader);
  const { user } = await admin.client.ask('person', { id: ada.user.id });
  await admin.client.ask('updateEmployee', formOf(user, { position: 'Head' }));
  await reader.until((one) => events(one) > before, 5_000);
  reader.close();
});
