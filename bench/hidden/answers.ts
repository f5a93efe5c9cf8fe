/**
 * Measures how well the time of an answer reveals whether an address has an account, with HIDE_ACCOUNTS=1. Sends many
 * requests about known and unknown addresses and compares the two groups.
 */
import type { RouteName } from '#contract/routes';
import { makeEmployee, startTestServer, type TestServer } from '#tests/make';
import { cloneDatabase, startTestCluster } from '#tests/support/cluster';
import { startMailServer } from '#tests/support/mail-server';

export interface Comparison {
  readonly route: RouteName;
  /** Medians in milliseconds. */
  readonly known: number;
  readonly unknown: number;
  /** Difference of the medians, as a fraction of the greater one. */
  readonly difference: number;
  /** Advantage over a coin when guessing by time: 0 is a coin, 0.5 is always right. */
  readonly advantage: number;
}

const PEOPLE = 40;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

function compare(route: RouteName, known: readonly number[], unknown: readonly number[]): Comparison {
  const [a, b] = [median(known), median(unknown)];
  const wins = known.reduce(
    (sum, ms) =>
      sum + unknown.filter((than) => ms > than).length + unknown.filter((as) => ms === as).length / 2,
    0,
  );
  return {
    route,
    known: a,
    unknown: b,
    difference: Math.abs(a - b) / Math.max(a, b),
    advantage: Math.abs(wins / (known.length * unknown.length) - 0.5),
  };
}

/**
 * Sends `count` requests in random order, five at once, each from its own IP address. Half of them are about known
 * e-mail addresses.
 */
async function ask(
  server: TestServer,
  emails: readonly string[],
  route: RouteName,
  count: number,
  inputOf: (email: string) => unknown,
): Promise<Comparison> {
  const times = { known: [] as number[], unknown: [] as number[] };
  const one = async (index: number): Promise<void> => {
    const isKnown = index % 2 === 0;
    const email = isKnown ? emails[(index / 2) % emails.length] : `unknown${index}-${route}@example.com`;
    const input = await inputOf(email ?? '');
    const client = server.client();
    client.headers = { 'x-forwarded-for': `10.${index >> 8}.${index & 255}.${route.length}` };
    const began = performance.now();
    await client.send(route, input);
    times[isKnown ? 'known' : 'unknown'].push(performance.now() - began);
  };
  const order = Array.from({ length: count }, (_, index) => index).toSorted(() => Math.random() - 0.5);
  for (let from = 0; from < count; from += 5) await Promise.all(order.slice(from, from + 5).map(one));
  return compare(route, times.known, times.unknown);
}

/** Compares 1,000 sign-ins with a wrong password, 1,000 requests for a reset link and 300 registrations. */
export async function compareAnswers(): Promise<Comparison[]> {
  const { cluster, stop } = await startTestCluster();
  const post = await startMailServer();
  try {
    const server = await startTestServer({
      on: await cloneDatabase(cluster),
      config: {
        hideAccounts: true,
        smtpUrl: post.url,
        trustedProxies: ['127.0.0.1'],
        registrationsPerHour: 1_000_000,
      },
    });
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => makeEmployee(server)));
    const emails = people.map(({ email }) => email);
    const registration = async (email: string) => ({
      name: 'Ada Lovelace',
      email,
      department: 'Business Studio',
      hub: 'Core operations hub',
      position: 'Lead',
      password: 'my very own password',
      employeeId: (await server.client().ask('issueEmployeeId', {})).employeeId,
    });
    const comparisons = [
      await ask(server, emails, 'signIn', 1_000, (email) => ({ email, password: 'a wrong guess' })),
      await ask(server, emails, 'requestPasswordReset', 1_000, (email) => ({ email })),
      await ask(server, emails, 'register', 300, registration),
    ];
    await server.stop();
    await server.test.drop();
    return comparisons;
  } finally {
    await post.stop();
    await stop();
  }
}
