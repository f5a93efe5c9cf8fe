/**
 * HIDE_ACCOUNTS=1 (decisions §3): registration, sign-in and reset answer alike, in status, body and time
 * (faults 16).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setActive } from '#server/employees/commands';
import type { RouteName } from '#contract/routes';
import { linkIn, startMailServer, type MailServer } from '#tests/support/mail-server';
import { makeEmployee, PASSWORD, startTestServer, type Person, type TestServer } from '#tests/make';
import type { RawAnswer } from './client.ts';

let server: TestServer;
let post: MailServer;
let people: readonly Person[];

beforeAll(async () => {
  post = await startMailServer();
  server = await startTestServer({
    config: {
      hideAccounts: true,
      smtpUrl: post.url,
      trustedProxies: ['127.0.0.1'],
      registrationsPerHour: 1_000_000,
    },
  });
  people = await Promise.all(Array.from({ length: 40 }, () => makeEmployee(server)));
});
afterAll(async () => {
  await server.stop();
  await post.stop();
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

interface Measured {
  readonly known: boolean;
  readonly answer: RawAnswer;
  readonly ms: number;
}

/**
 * Sends `count` requests, half of them about known addresses, in no order, some at a time, each from an
 * address of its own.
 */
async function measure(
  name: RouteName,
  count: number,
  inputOf: (email: string) => unknown,
  atOnce = 5,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  const one = async (index: number): Promise<void> => {
    const known = index % 2 === 0;
    const email = known ? pick(index / 2).email : `unknown${index}-${name}@example.com`;
    const input = await inputOf(email);
    const client = server.client();
    client.headers = { 'x-forwarded-for': `10.${index >> 8}.${index & 255}.${name.length}` };
    const began = performance.now();
    const answer = await client.send(name, input);
    measured.push({ known, answer, ms: performance.now() - began });
  };
  const order = Array.from({ length: count }, (_, index) => index).toSorted(() => Math.random() - 0.5);
  for (let from = 0; from < count; from += atOnce)
    await Promise.all(order.slice(from, from + atOnce).map(one));
  return measured;
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Some 7 of 150 ms: less than what lies behind the answers differs by. */
const ALIKE = 0.05;
/**
 * How much better than a coin somebody guesses by the time. On a busy machine medians wander, guesses do not.
 */
const NO_BETTER_THAN_CHANCE = 0.1;
const SLOW = 240_000;

/** Whether the times of two groups tell which is which: their medians differ, and so do they as a whole. */
function tellsApart(one: readonly number[], other: readonly number[]): boolean {
  const [a, b] = [median(one), median(other)];
  const wins = one.reduce(
    (sum, ms) => sum + other.filter((than) => ms > than).length + other.filter((as) => ms === as).length / 2,
    0,
  );
  return (
    Math.abs(a - b) / Math.max(a, b) > ALIKE &&
    Math.abs(wins / (one.length * other.length) - 0.5) > NO_BETTER_THAN_CHANCE
  );
}

/** Statuses and texts of both kinds, and whether the time tells one from the other. */
function compare(measured: readonly Measured[], textOf: (answer: RawAnswer) => string = ({ text }) => text) {
  const [known, unknown] = [true, false]
    .map((kind) => measured.filter((one) => one.known === kind))
    .map((group) => ({
      answers: new Set(group.map(({ answer }) => `${answer.status} ${textOf(answer)}`)),
      times: group.map(({ ms }) => ms),
    }));
  if (!known || !unknown) throw new Error('Nothing was measured.');
  return { known: known.answers, unknown: unknown.answers, isTold: tellsApart(known.times, unknown.times) };
}

describe('with HIDE_ACCOUNTS', () => {
  it(
    '1,000 sign-ins with a wrong password are answered alike for known and unknown addresses',
    async () => {
      const { known, unknown, isTold } = compare(
        await measure('signIn', 1_000, (email) => ({ email, password: 'a wrong guess' })),
      );
      expect([...known]).toEqual([...unknown]);
      expect([...known]).toEqual(['401 {"code":"sign_in_rejected","message":"Invalid email or password"}']);
      expect(isTold).toBe(false);
    },
    SLOW,
  );

  it(
    '1,000 requests for a reset link are answered alike, and only who has an account gets a mail',
    async () => {
      const before = post.mails.length;
      const { known, unknown, isTold } = compare(
        await measure('requestPasswordReset', 1_000, (email) => ({ email }), 25).then((all) =>
          all.filter(({ answer }) => answer.status === 200),
        ),
      );
      expect([...known]).toEqual(['200 {"by":"mail","certain":false,"minutes":60}']);
      expect([...unknown]).toEqual([...known]);
      expect(isTold).toBe(false);
      await post.mail(before + 1);
      expect(post.mails.slice(before).every(({ to }) => people.some(({ email }) => to[0] === email))).toBe(
        true,
      );
    },
    SLOW,
  );

  it(
    'registrations are answered alike, though only an unknown address gets an account',
    async () => {
      const accounts = async (): Promise<number> =>
        (await server.test.owner.query('SELECT count(*)::int AS n FROM account')).rows[0].n;
      const before = await accounts();
      const shapeOf = ({ text }: RawAnswer): string =>
        text.replace(/"(id|authUid|employeeId|email|createdAt|updatedAt)":"[^"]+"/g, '"$1":"..."');
      const all = await measure('register', 300, registration);
      const { known, unknown, isTold } = compare(all, ({ text, ...rest }) =>
        JSON.stringify(Object.entries(JSON.parse(shapeOf({ text, ...rest })).user).toSorted()),
      );
      expect([...known]).toEqual([...unknown]);
      expect(known.size).toBe(1);
      expect(isTold).toBe(false);
      expect(await accounts()).toBe(before + 150);
    },
    SLOW,
  );

  it('a registration with an address that has an account changes nothing, and tells its owner by mail', async () => {
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
    // The issued id is used up, as by a real one.
    expect(await server.client().refusal('register', input)).toMatchObject({
      code: 'employee_id_not_issued',
    });
    expect((await client.ask('whoAmI', {})).user).toMatchObject({ email });
    expect((await server.client().send('signIn', { email, password: PASSWORD })).status).toBe(200);
    const told = async () => (
      await post.mail(before + 1),
      post.mails
        .slice(before)
        .find(({ to, text }) => to[0] === email && text.includes('You have an account at Punctual already'))
    );
    await expect.poll(told, { timeout: 5_000 }).toBeDefined();
  });

  it('nobody is flooded with mails about such registrations: two an hour', async () => {
    const { email } = await makeEmployee(server);
    for (let times = 0; times < 5; times += 1)
      await server.client().ask('register', await registration(email));
    const count = (): number => post.mails.filter(({ to }) => to[0] === email).length;
    await expect.poll(count, { timeout: 5_000 }).toBe(2);
    await new Promise((resolve) => void setTimeout(resolve, 1_200));
    expect(count()).toBe(2);
  });

  it('a deactivated account and a failing mail server are told by nothing', async () => {
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

  it('the link works as without', async () => {
    const { email } = await makeEmployee(server);
    await server.client().ask('requestPasswordReset', { email });
    const mailOf = () => post.mails.find(({ to }) => to[0] === email);
    await expect.poll(mailOf, { timeout: 5_000 }).toBeDefined();
    const { token } = linkIn(mailOf() ?? { text: '' });
    expect(await server.client().ask('completePasswordReset', { token, password: 'a new password' })).toEqual(
      { email },
    );
  });
});
