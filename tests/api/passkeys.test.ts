/** Passkeys: as the second step of a sign-in, and as its only step. */
import { describe, expect, it } from 'vitest';
import { setActive } from '#server/people/employees/commands';
import { resetFactors } from '#server/people/second-factor/commands';
import { relyingPartyOf } from '#server/people/second-factor/passkeys';
import { verify } from '#server/record/verification/verify';
import { changeSettings, confirm, makeAdmin, makeEmployee, PASSWORD, type Person } from '#tests/make';
import { setUpServer, setUpServerBeside } from '#tests/set-up';
import { makeAuthenticator, ORIGIN, type Ceremony } from '#tests/support/authenticator';

const config = { publicUrl: ORIGIN };
const server = setUpServer({ config });
const beside = setUpServerBeside(server, config);
const onlyProvider = setUpServerBeside(server, { ...config, signIn: 'oidc' });

type Holder = Person & ReturnType<typeof makeAuthenticator> & { readonly recoveryCodes: readonly string[] };

async function withPasskey(person: Person, changes: Partial<Ceremony> = {}): Promise<Holder> {
  const authenticator = makeAuthenticator();
  await confirm(person);
  const { challenge } = await person.client.ask('startPasskey', {});
  const passkey = authenticator.make({ challenge, ...changes });
  const { recoveryCodes = [] } = await person.client.ask('addPasskey', { challenge, name: 'Phone', passkey });
  return { ...person, ...authenticator, recoveryCodes };
}
const holder = async (changes?: Partial<Ceremony>): Promise<Holder> =>
  withPasskey(await makeEmployee(server), changes);

/** Signs in with only the passkey, in another browser. */
async function alone({ present }: Pick<Holder, 'present'>, changes: Partial<Ceremony> = {}, at = server) {
  const client = at.client();
  const { challenge } = await client.ask('startPasskey', {});
  const input = { challenge, passkey: present({ challenge, ...changes }), isOwnDevice: false };
  return { client, input, answer: await client.call('passSecondStep', input) };
}

const signIn = ({ email }: Person, client = server.client()) =>
  client.ask('signIn', { email, password: PASSWORD });

const WRONG = { status: 403, problem: { code: 'passkey_wrong' } };
const EXPIRED = { status: 403, problem: { code: 'second_step_expired' } };

/** Waits for the security log, which is written after the answer. */
const expectNoted = async (userId: string, kind: string, details: readonly string[]) => {
  const text = 'SELECT detail FROM security_event WHERE user_id = $1 AND kind = $2 ORDER BY detail';
  const read = async () =>
    (await server.test.owner.query<{ detail: string }>(text, [userId, kind])).rows.map((row) => row.detail);
  await expect.poll(read).toEqual(details);
};

describe('a passkey', () => {
  it('is the second step after the password, and needs no app', async () => {
    const person = await holder();
    const client = server.client();
    const { user, secondStep } = await signIn(person, client);
    expect([user, secondStep]).toMatchObject([null, { hasApp: false, passkeys: [person.id] }]);
    const { challenge = '' } = secondStep ?? {};
    const passkey = person.present({ challenge });
    await client.ask('passSecondStep', { challenge, passkey, isOwnDevice: true });
    expect((await signIn(person, client)).user?.email).toBe(person.email);
  });

  it('signs in alone, also where a second factor is overdue without one', async () => {
    const person = await holder();
    await changeSettings(server, { second_factor: 'all' });
    server.clock.advanceMinutes(8 * 24 * 60);
    const { client, answer } = await alone(person);
    expect(answer).toMatchObject({ output: { user: { email: person.email }, mustAddFactor: false } });
    await client.ask('clock', {});
    await changeSettings(server, { second_factor: 'optional' });
    const { factors } = await client.ask('secondFactors', {});
    expect(factors).toMatchObject([{ kind: 'passkey', name: 'Phone', usedAt: expect.any(String) }]);
  });

  it.each<[string, Partial<Ceremony>]>([
    ['of another site', { origin: 'https://clock.example.org' }],
    ['of another name', { rpId: 'example.com' }],
    ['of another question', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['without its user', { isVerified: false }],
  ])('signs nobody in %s, and is not added so', async (_, changes) => {
    const person = await holder();
    expect((await alone(person, changes)).answer).toMatchObject(WRONG);
    await expectNoted(person.user.id, 'second_step_failed', ['']);
    const { challenge } = await person.client.ask('startPasskey', {});
    const input = {
      challenge,
      name: 'Another',
      passkey: makeAuthenticator().make({ challenge, ...changes }),
    };
    expect(await person.client.call('addPasskey', input)).toMatchObject(WRONG);
  });

  it('is one of ten at most', async () => {
    const person = await holder();
    for (let n = 1; n < 10; n += 1) await withPasskey(person);
    const { challenge } = await person.client.ask('startPasskey', {});
    const input = { challenge, name: 'Another', passkey: makeAuthenticator().make({ challenge }) };
    expect(await person.client.refusal('addPasskey', input)).toMatchObject({ code: 'passkeys_too_many' });
    expect((await person.client.ask('secondFactors', {})).factors).toHaveLength(10);
  });

  it('of somebody else is no second step, and an unknown one signs nobody in', async () => {
    const [one, other] = [await holder(), await holder()];
    const { challenge = '' } = (await signIn(one)).secondStep ?? {};
    const input = { challenge, passkey: other.present({ challenge }), isOwnDevice: false };
    expect(await server.client().call('passSecondStep', input)).toMatchObject(WRONG);
    // A forged passkey, first under a known id, then under an unknown id.
    const forged = makeAuthenticator();
    const present = (ceremony: Ceremony) => ({ ...forged.present(ceremony), id: one.id, rawId: one.id });
    expect((await alone({ present })).answer).toMatchObject(WRONG);
    expect((await alone(forged)).answer).toMatchObject(WRONG);
  });

  it('answers a question once, also at two servers at once, within five minutes', async () => {
    const person = await holder();
    const { challenge } = await beside.client().ask('startPasskey', {});
    const input = { challenge, passkey: person.present({ challenge }), isOwnDevice: false };
    const answers = [server, beside].map((at) => at.client().call('passSecondStep', input));
    expect((await Promise.all(answers)).map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect(await server.client().call('passSecondStep', input)).toMatchObject(EXPIRED);
    const late = await server.client().ask('startPasskey', {});
    server.clock.advanceMinutes(5);
    const answer = { ...late, passkey: person.present(late), isOwnDevice: false };
    expect(await server.client().call('passSecondStep', answer)).toMatchObject(EXPIRED);
  });

  it('whose count does not go up is refused and noted, since it may be a copy', async () => {
    const person = await holder({ count: 3 });
    expect((await alone(person, { count: 5 })).answer).toMatchObject({ status: 200 });
    for (const count of [5, 4, 0]) expect((await alone(person, { count })).answer).toMatchObject(WRONG);
    await expectNoted(person.user.id, 'second_step_failed', ['The passkey may have been copied']);
    const countless = await holder();
    for (const _ of 'ab') expect((await alone(countless)).answer).toMatchObject({ status: 200 });
  });

  it('counts as wrong codes do where it is wrong, and only with the right one says that an account is off', async () => {
    const person = await holder();
    await setActive(server.test.database, server.clock.now(), null, person.user.id, false);
    expect((await alone(person)).answer).toMatchObject({ problem: { code: 'account_disabled' } });
    const guesses = await Promise.all(Array.from({ length: 12 }, () => alone(person, { isVerified: false })));
    expect(guesses.map(({ answer }) => answer.status).toSorted()).toEqual([...Array(10).fill(403), 429, 429]);
    expect((await alone(person)).answer).toMatchObject({ problem: { code: 'sign_in_too_many' } });
  });

  it('is refused with SIGN_IN=oidc, but for local admins', async () => {
    const [employee, local] = [await holder(), await withPasskey(await makeAdmin(server))];
    const { answer } = await alone(employee, {}, onlyProvider);
    expect(answer).toMatchObject({ status: 403, problem: { code: 'sign_in_off' } });
    expect((await alone(local, {}, onlyProvider)).answer).toMatchObject({ status: 200 });
  });
});

describe('a new passkey', () => {
  it('needs the password again, an id that is new, and a question that takes no code and no second answer', async () => {
    const person = await holder();
    const [code = ''] = person.recoveryCodes;
    const question = await person.client.ask('startPasskey', {});
    const sent = { ...question, isOwnDevice: false, code };
    expect(await server.client().call('passSecondStep', sent)).toMatchObject({ status: 403 });
    const { secondStep } = await signIn(person);
    const add = (challenge: string, { make } = makeAuthenticator()) =>
      person.client.call('addPasskey', { challenge, name: 'Laptop', passkey: make({ challenge }) });
    expect(await add(secondStep?.challenge ?? '')).toMatchObject(EXPIRED);
    expect(await add(question.challenge, person)).toMatchObject({
      problem: { code: 'second_factor_exists' },
    });
    expect(await add(question.challenge)).toMatchObject(EXPIRED);
    server.clock.advanceMinutes(15);
    expect(await add(question.challenge)).toMatchObject({ problem: { code: 'confirmation_required' } });
  });
});

describe('the passkeys of an account', () => {
  it('are a factor like an app: with recovery codes, removed, reset, and compared with the record', async () => {
    const person = await holder();
    expect(person.recoveryCodes).toHaveLength(10);
    expect((await person.client.ask('whoAmI', {})).user?.hasSecondFactor).toBe(true);
    server.clock.advanceMinutes(1);
    const second = await withPasskey(person);
    expect(second.recoveryCodes).toEqual([]);
    const { factors } = await person.client.ask('secondFactors', {});
    await person.client.ask('removeFactor', { id: factors[0]?.id ?? '' });
    expect((await alone(person)).answer).toMatchObject(WRONG);
    expect((await alone(second)).answer).toMatchObject({ status: 200 });
    const changes = ['Added a passkey', 'Added a passkey', 'Removed a second factor'];
    await expectNoted(person.user.id, 'second_factor_changed', changes);
    const faults = async () =>
      (await verify(server.test.database)).faults.filter(({ chain }) => chain === person.user.id);
    expect(await faults()).toEqual([]);
    await server.test.owner.query(`UPDATE second_factor SET key = 'x' WHERE user_id = '${person.user.id}'`);
    expect(await faults()).toMatchObject([{ fault: 'account: second_factor is not as recorded' }]);
    await resetFactors(server.test.database, server.clock.now(), null, person.user.id);
    expect(await faults()).toEqual([]);
    expect((await alone(second)).answer).toMatchObject(WRONG);
    expect((await signIn(person)).user?.email).toBe(person.email);
  });
});

describe('the site of passkeys', () => {
  it.each([
    [ORIGIN, undefined, 'clock.example.com'],
    [null, 'https://clock.lan:8443', 'clock.lan'],
    [null, 'http://localhost:3000', 'localhost'],
    [null, 'http://clock.lan', undefined],
    [null, 'https://[fd00::7]', undefined],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000', undefined],
    [null, undefined, undefined],
  ])('by PUBLIC_URL %s and a request from %s is %s', (publicUrl, origin, name) => {
    expect(relyingPartyOf({ publicUrl }, origin === undefined ? {} : { origin })?.expectedRPID).toBe(name);
  });
});
