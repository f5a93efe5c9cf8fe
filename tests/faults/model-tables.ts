/** After a sequence the tables must equal the model, and the checker must find nothing. */
import { expect } from 'vitest';
import { findViolations } from './checker.ts';
import { findSettings } from '#server/workplace/settings/queries';
import { idempotencyKeyOf, NOBODY } from '#server/ledger/idempotency/commands';
import { DAY, type Entry, type Model, type Person } from './model.ts';
import { ACTIONS, ROUTES } from './model-commands.ts';
import type { Answered, Workplace } from './model-workplace.ts';
import type { Press } from './press.ts';

const PEOPLE = `
  SELECT a.id, a.email, a.name, a.department, a.is_active AS "isActive", a.version,
    EXISTS (SELECT 1 FROM session s WHERE s.user_id = a.id) AS "isSignedIn",
    ARRAY(SELECT concat_ws(' ', kind, body::json->'data'->'lateness'->>'minutes')
      FROM ledger l WHERE l.chain = a.id AND kind <> 'clock_out_reminded' ORDER BY n) AS record,
    ARRAY(SELECT type FROM activity_notification o WHERE o.user_id = a.id ORDER BY type) AS told
  FROM account a WHERE a.id = ANY ($1) ORDER BY array_position($1, a.id)`;
const ENTRIES = `
  SELECT e.user_id, e.id, e.clock_in AS "clockIn", e.clock_out AS "clockOut", d.notes,
    d.location IS NOT NULL AS "isLocated", e.set_aside_at AS "setAside", c.reason AS closing,
    ARRAY(SELECT started_at FROM counted_break b WHERE b.entry_id = e.id ORDER BY n) AS starts,
    ARRAY(SELECT ended_at FROM counted_break b WHERE b.entry_id = e.id ORDER BY n) AS ends
  FROM counted_entry e JOIN time_entry_detail d ON d.entry_id = e.id LEFT JOIN time_entry_closing c ON c.entry_id = e.id
  WHERE e.user_id = ANY ($1) ORDER BY e.id`;
const ANSWERS = `
  SELECT request_id AS key FROM request_answer WHERE asked_by = ANY ($1) AND created_at >= $2 ORDER BY request_id`;

/** Fails if a table or list differs from the model, or the checker finds a violation. */
export async function expectAgreement(model: Model, workplace: Workplace): Promise<void> {
  await expectTables(model, workplace);
  await expectTags(model, workplace);
  for (const { line } of workplace.readers) await line.mend();
  const followers = workplace.readers.map(({ follower }) => follower);
  // A person who is signed out gets no data.
  const signedOut = new Set(model.people.filter((one) => !one.isSignedIn).map(({ id }) => id));
  const history = {
    presses: workplace.answers.flatMap(pressOf),
    followers: followers.filter(({ userId }) => !signedOut.has(userId)),
  };
  expect(await findViolations(history, workplace.test.owner)).toEqual([]);
  // Nothing was lost, so nobody had to reload.
  expect(followers.map(({ loadedAnew }) => loadedAnew)).toEqual(followers.map(() => 0));
}

/** An acknowledged punch in the form of the checker. */
function pressOf({ by, route, requestId, output: answer }: Answered): Press[] {
  const action = ACTIONS.find((name) => ROUTES[name] === route);
  if (!by || !action) return [];
  const settled = { status: 200, answer, repeats: [], failures: [], sentAt: 0, answeredAt: 0 };
  return [{ userId: by.id, action, requestId, ...settled }];
}

async function expectTables(
  model: Model,
  { test: { owner }, adminId, answers: given }: Workplace,
): Promise<void> {
  const ids = model.people.map(({ id }) => id);
  const people = await owner.query<Omit<Person, 'entries'>>(PEOPLE, [ids]);
  const entries = await owner.query<EntryRow>(ENTRIES, [ids]);
  const found = people.rows.map((person) => ({
    ...person,
    entries: entries.rows.filter(({ user_id }) => user_id === person.id).map(entryOf),
  }));
  expect(found).toEqual(model.people.map(inOrderOfTables));
  expect(await findSettings(owner)).toMatchObject({ ...model.settings, version: model.settingsVersion });
  const answers = await owner.query<{ key: string }>(ANSWERS, [
    [...ids, adminId, NOBODY],
    new Date(model.began),
  ]);
  expect(answers.rows.map(({ key }) => key.replaceAll('-', ''))).toEqual(given.map(keyOf).toSorted());
}

/** The entries that the admins' list calls late, by the settings of their days. */
async function expectTags(model: Model, workplace: Workplace): Promise<void> {
  const from = new Date(model.began - DAY).toISOString().slice(0, 10);
  const listed = await workplace.ask(workplace.admin, 0, 'timeEntries', { from });
  if ('code' in listed) throw new Error(`The entries were not listed: ${listed.code}`);
  const tags = listed.output.rows.map(({ entry, isLate }) => [entry.id, isLate]);
  const known = model.people.flatMap((one) =>
    one.entries.map((entry) => [entry.id, model.isTaggedLate(one, entry)]),
  );
  expect(Object.fromEntries(tags)).toEqual(Object.fromEntries(known));
}

/** Sorts by id, since several entries of zero length may be at the same instant. */
const inOrderOfTables = (person: Person): Person => ({
  ...person,
  entries: person.entries.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  told: person.told.toSorted(),
});

type EntryRow = Omit<Entry, 'breaks'> & {
  readonly user_id: string;
  readonly starts: readonly number[];
  readonly ends: readonly (number | null)[];
};
function entryOf(row: EntryRow): Entry {
  const { user_id: _, starts, ends, ...entry } = row;
  return { ...entry, breaks: starts.map((start, index) => [start, ends[index] ?? null]) };
}

/** The key of a stored answer; for a punch its request id. */
const keyOf = ({ by, requestId }: Answered): string =>
  by ? requestId.replaceAll('-', '') : (idempotencyKeyOf(NOBODY, requestId, {})?.digest ?? '');
