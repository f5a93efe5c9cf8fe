/** HIDE_ACCOUNTS=1: registration, sign-in and reset answer alike, in status, body and time. */
import { beforeAll, describe, expect, it } from 'vitest';
import { setActive } from '#server/people/employees/commands';
import type { RouteName } from '#contract/routes';
import { linkIn } from '#tests/support/mail-server';
import { makeEmployee, PASSWORD, startTestServer, type Person } from '#tests/make';
import { setUpMailServer, setUpServer } from '#tests/set-up';
import type { RawAnswer } from './client.ts';

let people: readonly Person[];

const post = setUpMailServer();
const server = setUpServer(() => ({
  config: {
    hideAccounts: true,
    smtpUrl: post.url,
    trustedProxies: ['127.0.0.1'],
    registrationsPerHour: 1_000_000,
  },
}));
beforeAll(async () => {
  people = await Promise.all(Array.from({ length: 10 }, () => makeEmployee(server)));
});

const registration = async (email: string) => ({
  name: 'Ada Lovelace',
  email,
  department: 'Business Studio',
  hub: 'Core operations hub',
  position: 'Lead',
  password: 'my very own password',
  employeeId: (await server.client().ask('issueEmployeeId', {})).employeeId,
});
const pick = (index: number): Person => {
  const person = people[index % people.length];
  if (!person) throw new Error('Nobody was made.');
  return person;
};

interface Answered {
  readonly known: boolean;
  readonly answer: RawAnswer;
  readonly ms: number;
}

/** Minimum time of an answer, less the 1 ms that a timer of Node may be early. */
const LEAST_MS = 149;
const COUNT = 20;

/** Sends requests in groups of five, half with known addresses, each from its own IP address. */
async function ask(name: RouteName, inputOf: (email: string) => unknown): Promise<Answered[]> {
  const one = async (index: number): Promise<Answered> => {
    const known = index % 2 === 0;
    const email = known ? pick(index / 2).email : `unknown${index}-${name}@example.com`;
    const input = await inputOf(email);
    const client = server.client();
    client.headers = { 'x-forwarded-for': `10.0.${index}.${name.length}` };
    const began = performance.now();
    const answer = await client.send(name, input);
    return { known, answer, ms: performance.now() - began };
  };
  const answered: Answered[] = [];
  for (let from = 0; from < COUNT; from += 5)
    answered.push(...(await Promise.all(Array.from({ length: 5 }, (_, index) => one(from + index)))));
  return answered;
}

/**
 * Statuses and texts for known and unknown addresses, and the times of answers that came too early. `npm run bench --
 * hidden` measures whether statistics can tell the addresses apart.
 */
function compare(answered: readonly Answered[], textOf: (answer: RawAnswer) => string = ({ text }) => text) {
  const [known, unknown] = [true, false].map((kind) =>
    answered
      .filter((one) => one.known === kind)
      .map(({ answer }) => `${answer.status} ${textOf(answer)}`)
      .filter((text, index, all) => all.indexOf(text) === index),
  );
  return { known, unknown, early: answered.map(({ ms }) => ms).filter((ms) => ms < LEAST_MS) };
}

describe('with HIDE_ACCOUNTS', () => {
  it('a wrong password gets the same answer, after a minimum time, for known and unknown addresses', async () => {
    const { known, unknown, early } = compare(
      await ask('signIn', (email) => ({ email, password: 'a wrong guess' })),
    );
    expect(known).toEqual(['401 {"code":"sign_in_rejected","message":"Invalid email or password"}']);
    expect(unknown).toEqual(known);
    expect(early).toEqual([]);
  });

  it('a reset request gets the same answer after a minimum time, and only a known address gets a mail', async () => {
    const before = post.mails.length;
    const { known, unknown, early } = compare(await ask('requestPasswordReset', (email) => ({ email })));
    expect(known).toEqual(['200 {"by":"mail","certain":false,"minutes":60}']);
    expect(unknown).toEqual(known);
    expect(early).toEqual([]);
    await expect.poll(() => post.mails.length - before).toBe(COUNT / 2);
    expect(
      post.mails
        .slice(before)
        .map(({ to }) => to[0])
        .toSorted(),
    ).toEqual(
      people
        .slice(0, COUNT / 2)
        .map(({ email }) => email)
        .toSorted(),
    );
  });

  it('a reset request gets the same answer if its mail cannot be written', async () => {
    const config = { hideAccounts: true, dataDir: '/dev/null/nowhere' };
    const other = await startTestServer({ on: server.test, config });
    for (const { email } of [pick(0), { email: 'nobody@example.com' }])
      expect(await other.client().ask('requestPasswordReset', { email })).toEqual({
        by: 'outbox',
        certain: false,
        minutes: 60,
      });
    await other.stop();
  });

  it('a registration gets the same answer after a minimum time, but only a new address gets an account', async () => {
    const accounts = async (): Promise<number> =>
      (await server.test.owner.query('SELECT count(*)::int AS n FROM account')).rows[0].n;
    const before = await accounts();
    const shapeOf = ({ text }: RawAnswer): string =>
      text.replace(/"(id|authUid|employeeId|email|createdAt|updatedAt)":"[^"]+"/g, '"$1":"..."');
    const { known, unknown, early } = compare(await ask('register', registration), (answer) =>
      JSON.stringify(Object.entries(JSON.parse(shapeOf(answer)).user).toSorted()),
    );
    expect(known).toHaveLength(1);
    expect(unknown).toEqual(known);
    expect(early).toEqual([]);
    expect(await accounts()).toBe(before + COUNT / 2);
  });

  it('a registration with a known address changes nothing and sends its owner a mail', async () => {
    const { email, client } = await makeEmployee(server);
    const before = post.mails.length;
    const input = await registration(email);
    const { user } = await server.client().ask('register', input);
    expect(user).toMatchObject({
      name: 'Ada Lovelace',
      email,
      employeeId: input.employeeId,
      role: 'employee',
      isActive: true,
    });
    // The issued id is used up, as in a real registration.
    expect(await server.client().refusal('register', input)).toMatchObject({
      code: 'employee_id_not_issued',
    });
    expect((await client.ask('whoAmI', {})).user).toMatchObject({ email });
    expect((await server.client().send('signIn', { email, password: PASSWORD })).status).toBe(200);
    const told = async () => (
      await post.mail(before + 1),
      post.mails
        .slice(before)
        .find(({ to, text }) => to[0] === email && text.includes('You already have a Punctual account'))
    );
    await expect.poll(told).toBeDefined();
  });

  it('an owner gets at most two mails an hour about such registrations', async () => {
    const { email } = await makeEmployee(server);
    const another = await startTestServer({ on: server.test, config: server.config });
    for (let times = 0; times < 5; times += 1)
      await another.client().ask('register', await registration(email));
    // A server finishes its pending work before it stops.
    await another.stop();
    expect(post.mails.filter(({ to }) => to[0] === email)).toHaveLength(2);
  });

  it('the answer shows neither a deactivated account nor a failing mail server', async () => {
    const person = await makeEmployee(server);
    await setActive(server.test.database, server.clock.now(), null, person.user.id, false);
    const broken = await startTestServer({
      on: server.test,
      config: { hideAccounts: true, smtpUrl: 'smtp://127.0.0.1:1' },
    });
    for (const email of [person.email, pick(4).email, 'nobody@example.com']) {
      expect(await broken.client().ask('requestPasswordReset', { email })).toEqual({
        by: 'mail',
        certain: false,
        minutes: 60,
      });
    }
    await broken.stop();
  });

  it('the reset link works as usual', async () => {
    const { email } = await makeEmployee(server);
    await server.client().ask('requestPasswordReset', { email });
    const mailOf = () => post.mails.find(({ to }) => to[0] === email);
    await expect.poll(mailOf).toBeDefined();
    const { token } = linkIn(mailOf() ?? { text: '' });
    expect(await server.client().ask('completePasswordReset', { token, password: 'a new password' })).toEqual(
      { email },
    );
  });
});
