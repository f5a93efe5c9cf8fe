/** Sensitive changes to an account need the password again, send a mail and end sessions. */
import { availableParallelism } from 'node:os';
import { beforeEach, describe, expect, it } from 'vitest';
import type { User } from '#contract/records';
import type { InputOf } from '#contract/routes';
import { inHashingQueue } from '#server/people/credentials/hashing-queue';
import {
  confirm,
  makeAdmin,
  makeEmployee,
  PASSWORD,
  requestId,
  startTestServer,
  type Person,
} from '#tests/make';
import { setUpMailServer, setUpServer } from '#tests/set-up';
import { formOf } from './edit-form.ts';

let admin: Person;
const post = setUpMailServer();
const server = setUpServer(() => ({ config: { smtpUrl: post.url, mailFrom: 'clock@example.com' } }));
beforeEach(async () => {
  admin = await makeAdmin(server);
});

const update = (user: User, changes: Partial<InputOf<'updateEmployee'>>, by = admin) =>
  by.client.call('updateEmployee', formOf(user, changes));
const give = (user: User) => admin.client.call('giveTemporaryPassword', { id: user.id });
const newAddress = () => `${requestId()}@example.com`;
const ASKED = { status: 403, problem: { code: 'confirmation_required' } };
/** The mails to these addresses, once each has one. They are sent after the answer. */
async function mailsTo(...addresses: string[]): Promise<string[]> {
  const found = () => post.mails.filter(({ to }) => to.some((one) => addresses.includes(one)));
  await expect.poll(() => new Set(found().flatMap(({ to }) => to)).size).toBe(addresses.length);
  return found().map(({ text }) => text);
}

describe('sensitive changes to an account', () => {
  it.each([
    ['another e-mail address', (user: User) => update(user, { email: newAddress() }), makeEmployee],
    ['a new password', give, makeEmployee],
    ['deactivating an admin', (user: User) => update(user, { isActive: false }), makeAdmin],
  ])("need the admin's own password again after 15 minutes: %s", async (_what, act, make) => {
    const { user } = await make(server);
    server.clock.advanceMinutes(15);
    expect(await act(user)).toMatchObject(ASKED);
    await confirm(admin);
    server.clock.advanceMinutes(14);
    expect(await act(user)).toMatchObject({ status: 200 });
  });

  it('need the password again when a clock that was ahead is set back', async () => {
    const { user } = await makeEmployee(server);
    const now = server.clock.now();
    server.clock.advanceMinutes(24 * 60);
    await confirm(admin);
    server.clock.set(now);
    expect(await update(user, { email: newAddress() })).toMatchObject(ASKED);
  });

  it('a new name and the deactivation of an employee need no password', async () => {
    const { user } = await makeEmployee(server);
    server.clock.advanceMinutes(15);
    expect((await update(user, { name: 'Ada Byron', isActive: false })).status).toBe(200);
  });

  it('a wrong password confirms nothing and counts as a guess', async () => {
    const { user } = await makeEmployee(server);
    server.clock.advanceMinutes(15);
    for (let guess = 0; guess < 10; guess += 1)
      expect(
        await admin.client.refusal('confirmIdentity', { currentPassword: `guess ${guess}` }),
      ).toMatchObject({ status: 403, fields: { currentPassword: 'Incorrect password.' } });
    expect(await update(user, { email: newAddress() })).toMatchObject(ASKED);
    expect(await admin.client.refusal('confirmIdentity', { currentPassword: PASSWORD })).toMatchObject({
      status: 429,
      code: 'sign_in_too_many',
    });
  });
});

describe('many password checks of one session at once', () => {
  it('only that session is refused after sixteen, and nobody else', async () => {
    const { client } = await makeEmployee(server);
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => void (letGo = resolve));
    for (let index = 0; index < availableParallelism(); index += 1) void inHashingQueue(() => held);
    const statuses: number[] = [];
    const storm = Array.from({ length: 20 }, async () =>
      statuses.push((await client.call('confirmIdentity', { currentPassword: PASSWORD })).status),
    );
    await expect.poll(() => statuses).toEqual([503, 503, 503, 503]);
    const other = admin.client.call('confirmIdentity', { currentPassword: PASSWORD });
    letGo();
    expect((await other).status).toBe(200);
    await Promise.all(storm);
    expect(statuses.filter((status) => status === 200)).toHaveLength(16);
  });
});

describe('a new e-mail address', () => {
  it('both addresses get a mail, and the person is signed out everywhere', async () => {
    const { client, user, email } = await makeEmployee(server);
    const stream = await client.live();
    await stream.hello();
    const next = newAddress();
    expect((await update(user, { email: next })).status).toBe(200);
    await stream.until(({ events, ended }) => ended && events.at(-1)?.type === 'signed-out', 1_000);
    expect((await client.ask('whoAmI', {})).user).toBeNull();
    for (const text of await mailsTo(email, next)) expect(text.replace(/^To: .*$/m, '')).not.toContain(next);
  });

  it('an admin who changes their own address stays signed in, but only in that browser', async () => {
    const other = server.client();
    await other.ask('signIn', { email: admin.email, password: PASSWORD });
    expect((await update(admin.user, { email: newAddress() })).status).toBe(200);
    expect((await admin.client.ask('whoAmI', {})).user?.id).toBe(admin.user.id);
    expect((await other.ask('whoAmI', {})).user).toBeNull();
  });
});

describe("a change of one's own password", () => {
  it('sends a mail', async () => {
    const { client, email } = await makeEmployee(server);
    await client.ask('changePassword', { currentPassword: PASSWORD, password: 'a new password' });
    expect(await mailsTo(email)).toEqual([
      expect.stringContaining('password of your Punctual account was changed'),
    ]);
  });
});

describe("an admin's change to an account", () => {
  it.each([
    ['a new password', give, makeEmployee, 'set a temporary password'],
    ['deactivating an admin', (user: User) => update(user, { isActive: false }), makeAdmin, 'deactivated'],
  ])('sends a mail: %s', async (_what, act, make, words) => {
    const { user, email } = await make(server);
    expect((await act(user)).status).toBe(200);
    expect(await mailsTo(email)).toEqual([expect.stringContaining(words)]);
  });

  it('a repeated request sends no second mail, nor does a registration with a known address', async () => {
    const hiding = await startTestServer({
      on: server.test,
      config: { ...server.config, hideAccounts: true },
    });
    const { client } = await makeAdmin(hiding);
    const { user, email } = await makeEmployee(hiding);
    const next = newAddress();
    const { employeeId } = await client.ask('issueEmployeeId', {});
    const { hub, department, position } = user;
    const requests = [
      ['updateEmployee', formOf(user, { email: next })],
      ['giveTemporaryPassword', { id: user.id }],
      ['register', { name: 'Ada', email: next, password: PASSWORD, employeeId, hub, department, position }],
    ] as const;
    for (const [name, input] of requests) {
      const asked = { ...input, requestId: requestId() };
      for (const one of [asked, asked]) expect((await client.send(name, one)).status).toBe(200);
    }
    // A server sends its pending mails before it stops.
    await hiding.stop();
    const sent = post.mails.flatMap(({ to }) => to).filter((to) => [email, next].includes(to));
    expect(sent.toSorted()).toEqual([email, next, next, next].toSorted());
  });
});
