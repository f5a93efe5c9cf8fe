/** A request that is repeated after a lost answer gets the same answer and is done once. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { InputOf, RouteName } from '#contract/routes';
import {
  makeAdmin,
  makeEmployee,
  PASSWORD,
  requestId,
  settingsInput,
  startTestServer,
  type Person,
} from '#tests/make';
import { setUpServer } from '#tests/set-up';
import { formOf } from './edit-form.ts';

const server = setUpServer();
const hiding = setUpServer(() => ({ on: server.test, config: { hideAccounts: true } }));
let admin: Person;
beforeEach(async () => {
  admin = await makeAdmin(server);
});

const registration = async () => ({
  requestId: requestId(),
  name: 'Ada Byron',
  email: `${requestId()}@example.com`,
  password: PASSWORD,
  employeeId: (await server.client().ask('issueEmployeeId', {})).employeeId,
  department: 'Business Studio',
  hub: 'Core operations hub',
  position: 'Lead',
});
const newcomer = () => ({ requestId: requestId(), name: 'New Hire', email: `${requestId()}@example.com` });
const edit = async () => {
  const { user } = await makeEmployee(server);
  return { requestId: requestId(), ...formOf(user, { name: 'Ada Lovelace' }) };
};
const otherSettings = async () => {
  const { version, lateThresholdMinutes } = (await admin.client.ask('settings', {})).settings;
  const changes = { version, lateThresholdMinutes: (lateThresholdMinutes + 1) % 60 };
  return { requestId: requestId(), ...settingsInput(changes) };
};
const leftOpen = async () => {
  const { client } = await makeEmployee(server);
  const { entry } = await client.ask('clockIn', { requestId: requestId() });
  const day = entry.clockIn.slice(0, 10);
  server.clock.advanceMinutes(48 * 60);
  return { requestId: requestId(), entryId: entry.id, day, time: '23:59', reason: 'Forgotten' };
};
const password = async () => ({ requestId: requestId(), id: (await makeEmployee(server)).user.id });
const ledgerRows = async () =>
  (await server.test.owner.query<{ n: number }>('SELECT count(*)::int AS n FROM ledger')).rows[0]?.n ?? 0;

const CASES: readonly [RouteName, () => unknown, object][] = [
  ['register', registration, { name: 'Somebody Else' }],
  ['addEmployee', newcomer, { name: 'Somebody Else' }],
  ['updateEmployee', edit, { name: 'Somebody Else' }],
  ['giveTemporaryPassword', password, { id: requestId() }],
  ['updateSettings', otherSettings, { lateThresholdMinutes: 60 }],
  ['closeEntry', leftOpen, { reason: 'Another one' }],
];

/** Removes times and cursors, which are always current. */
const lasting = (output: unknown) => ({ ...(output as object), now: null, cursor: null });

describe('a repeated request with the same id', () => {
  it.each(CASES)('gets the same answer and is done once: %s', async (name, make) => {
    const input = (await make()) as InputOf<typeof name>;
    const before = await ledgerRows();
    const first = await admin.client.ask(name, input);
    const again = await admin.client.ask(name, input);
    expect(lasting(again)).toEqual(lasting(first));
    expect(await ledgerRows()).toBe(before + 1);
  });

  it.each(CASES)('is done once even when both arrive at the same time: %s', async (name, make) => {
    const input = (await make()) as InputOf<typeof name>;
    const before = await ledgerRows();
    const [one, two] = await Promise.all([admin.client.ask(name, input), admin.client.ask(name, input)]);
    expect(lasting(one)).toEqual(lasting(two));
    expect(await ledgerRows()).toBe(before + 1);
  });

  it.each(CASES)('is refused if its content differs: %s', async (name, make, other) => {
    const input = (await make()) as InputOf<typeof name>;
    await admin.client.ask(name, input);
    expect(await admin.client.refusal(name, { ...input, ...other })).toMatchObject({
      status: 422,
      code: 'request_id_reused',
    });
  });

  it('counts once against the rate limit of registrations', async () => {
    const config = { registrationsPerHour: 1, trustedProxies: ['127.0.0.1'] };
    const small = await startTestServer({ on: server.test, config });
    const client = small.client();
    client.headers = { 'x-forwarded-for': '203.0.113.9' };
    const input = await registration();
    const first = await client.ask('register', input);
    expect(await client.ask('register', input)).toEqual(first);
    expect(await client.refusal('register', await registration())).toMatchObject({
      code: 'registration_too_many',
    });
    await small.stop();
  });

  it("is independent of another admin's request with the same id", async () => {
    const input = newcomer();
    await admin.client.ask('addEmployee', input);
    const other = await makeAdmin(server);
    expect(await other.client.refusal('addEmployee', input)).toMatchObject({
      code: 'registration_email_in_use',
    });
  });

  it('reveals no account with HIDE_ACCOUNTS', async () => {
    const { email } = await makeEmployee(server);
    const taken = { ...(await registration()), email };
    const free = await registration();
    for (const input of [taken, free]) {
      const first = await hiding.client().ask('register', input);
      expect(await hiding.client().ask('register', input)).toEqual(first);
    }
    await server.client().ask('signIn', { email: free.email, password: PASSWORD });
  });

  it('stores no password, neither typed nor generated, nor the id it is derived from', async () => {
    const typed = await registration();
    await server.client().ask('register', typed);
    const input = newcomer();
    const { temporaryPassword } = await admin.client.ask('addEmployee', input);
    const { rows } = await server.test.owner.query<{ row: string }>(
      'SELECT r::text AS row FROM request_answer r',
    );
    const kept = rows.map(({ row }) => row).join('\n');
    for (const secret of [typed.password, temporaryPassword, input.requestId])
      expect(kept).not.toContain(secret);
  });
});

it('a refusal is not stored, so the same request can succeed later', async () => {
  const input = newcomer();
  const { user } = await makeEmployee(server, { email: input.email });
  expect(await admin.client.refusal('addEmployee', input)).toMatchObject({
    code: 'registration_email_in_use',
  });
  await admin.client.ask('updateEmployee', formOf(user, { email: `${requestId()}@example.com` }));
  await admin.client.ask('addEmployee', input);
});
