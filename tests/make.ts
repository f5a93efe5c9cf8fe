/**
 * What tests are made of: a server on a database of its own, people, entries, and a clock that goes when
 * told.
 */
import { tmpdir } from 'node:os';
import { addAdmin } from '#server/accounts/first-admin';
import { createApp, type AppOptions } from '#server/app';
import type { Clock } from '#server/clock';
import { readConfig, type Config } from '#server/config';
import { versionOf } from '#server/main';
import { silentLog } from '#tests/support/silent-log';
import type { User } from '#contract/records';
import type { InputOf } from '#contract/routes';
import { defaultSettings } from '#domain/settings';
import type { Break, TimeEntry } from '#domain/time-entry';
import { MS_PER_MINUTE, requireMinuteOfDay, type EpochMs } from '#domain/time';
import { ApiClient } from './api/client.ts';
import { cloneDatabase, type TestDatabase } from './support/cluster.ts';

/** A Friday, in the middle of a working day in most of the world. */
export const FRIDAY = Date.parse('2026-11-20T09:00:00.000Z');

/** A clock that stands still until it is set. */
export class TestClock implements Clock {
  #now: EpochMs;

  constructor(now: EpochMs | string = FRIDAY) {
    this.#now = typeof now === 'string' ? Date.parse(now) : now;
  }

  now(): EpochMs {
    return this.#now;
  }

  /** Forward or back. */
  set(now: EpochMs | string): void {
    this.#now = typeof now === 'string' ? Date.parse(now) : now;
  }

  advanceMinutes(minutes: number): void {
    this.#now += Math.round(minutes * MS_PER_MINUTE);
  }
}

export interface TestServer {
  /** Without a slash at its end. */
  readonly url: string;
  readonly clock: TestClock;
  readonly test: TestDatabase;
  readonly config: Config;
  /** A browser of its own, with nobody signed in. */
  client(): ApiClient;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  readonly config?: Partial<Config>;
  readonly clock?: TestClock;
  /** Another server's database, for two servers on one; it is dropped by who made it. */
  readonly on?: TestDatabase;
  /** The built web client; without it the server answers the API only. */
  readonly webRoot?: string;
  readonly streamLimits?: AppOptions['streamLimits'];
  readonly arrivalTimes?: AppOptions['arrivalTimes'];
  readonly log?: AppOptions['log'];
  /** Another than this one's. */
  readonly version?: string;
}

/** What a refusal tells as the time from which it works again: the first full minute (UTC) not before it. */
export const timeAfter = ({ clock }: Pick<TestServer, 'clock'>, seconds: number): string =>
  new Date(Math.ceil((clock.now() + seconds * 1000) / MS_PER_MINUTE) * MS_PER_MINUTE)
    .toISOString()
    .slice(11, 16);

/** Settings as without any environment, in UTC so that wall-clock times in tests are instants. */
export function testConfig(changes: Partial<Config> = {}): Config {
  const read = readConfig({ TIME_ZONE: 'UTC' }, tmpdir());
  if (!read.ok) throw new Error(read.lines.join('\n'));
  return { ...read.config, ...changes };
}

/** A whole server on a free port and a cloned database. Call `stop` in `afterAll`. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const {
    clock = new TestClock(),
    on,
    webRoot = null,
    streamLimits,
    arrivalTimes,
    log = silentLog,
    version = versionOf(process.cwd()),
  } = options;
  const test = on ?? (await cloneDatabase());
  const config = testConfig(options.config);
  const app = await createApp({
    config,
    database: test.database,
    clock,
    installationId: '0a1b2c3d-0000-4000-8000-000000000000',
    webRoot,
    version,
    log,
    ...(streamLimits ? { streamLimits } : {}),
    ...(arrivalTimes ? { arrivalTimes } : {}),
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    clock,
    test,
    config,
    client: () => new ApiClient(url),
    stop: async () => {
      await app.close();
      if (!on) await test.drop();
    },
  };
}

export interface Person {
  readonly client: ApiClient;
  readonly user: User;
  readonly email: string;
  readonly password: string;
}

export const PASSWORD = 'correct horse';
let people = 0;

/** Registers by the API. */
export async function registerEmployee(
  server: TestServer,
  wanted: { name?: string; email?: string } = {},
): Promise<{ email: string; password: string }> {
  people += 1;
  const { name = `Employee ${people}`, email = `employee${people}-${process.pid}@example.com` } = wanted;
  const client = server.client();
  const { employeeId } = await client.ask('issueEmployeeId', {});
  await client.ask('register', {
    name,
    email,
    password: PASSWORD,
    employeeId,
    department: 'Business Studio',
    hub: 'Core operations hub',
    position: 'Lead',
  });
  return { email, password: PASSWORD };
}

/** Registers by the API and signs in. */
export async function makeEmployee(
  server: TestServer,
  wanted: { name?: string; email?: string } = {},
): Promise<Person> {
  const { email, password } = await registerEmployee(server, wanted);
  return signedIn(server.client(), email, password);
}

/** Makes an admin and signs in. */
export async function makeAdmin(
  server: TestServer,
  wanted: { name?: string; email?: string } = {},
): Promise<Person> {
  people += 1;
  const { name = `Admin ${people}`, email = `admin${people}-${process.pid}@example.com` } = wanted;
  await addAdmin(
    { database: server.test.database, clock: server.clock },
    { name, email, password: PASSWORD },
  );
  return signedIn(server.client(), email, PASSWORD);
}

async function signedIn(client: ApiClient, email: string, password: string): Promise<Person> {
  const { user } = await client.ask('signIn', { email, password });
  if (!user) throw new Error('Nobody was signed in.');
  return { client, user, email, password };
}

/** Enters the password once more, for what gives power over an account. */
export async function confirm({ client, password }: Person): Promise<void> {
  await client.ask('confirmIdentity', { currentPassword: password });
}

/** Changes settings as SQL: for tests that need other ones before the Settings tab can save them. */
export async function changeSettings(
  server: TestServer,
  changes: Readonly<Record<string, string | number | boolean>>,
): Promise<void> {
  const columns = Object.keys(changes).map((column, index) => `${column} = $${index + 1}`);
  await server.test.owner.query(
    `UPDATE settings SET ${columns.join(', ')}, version = version + 1`,
    Object.values(changes),
  );
}

/** What the Settings tab sends: the defaults in UTC, changed. */
export const settingsInput = (
  changes: Partial<InputOf<'updateSettings'>> & { version: number },
): InputOf<'updateSettings'> => ({ ...defaultSettings('UTC'), ...changes });

/**
 * All minutes of the text on one day, in UTC: entry('09:00-17:30', { break: '12:00-12:30' }). An end left out
 * is still open.
 */
export function entry(
  range: string,
  options: { break?: string | readonly string[]; day?: string; userId?: string } = {},
): TimeEntry {
  const { day = '2026-11-20', userId = '00000000-0000-4000-8000-000000000001' } = options;
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  const at = (text: string | undefined): EpochMs | null =>
    text ? midnight + requireMinuteOfDay(text) * MS_PER_MINUTE : null;
  const [clockIn, clockOut] = range.split('-').map(at);
  const pauses = typeof options.break === 'string' ? [options.break] : (options.break ?? []);
  return {
    id: crypto.randomUUID(),
    userId,
    clockIn: clockIn ?? midnight,
    clockOut: clockOut ?? null,
    notes: '',
    ipAddress: 'unknown',
    location: null,
    breaks: pauses.map((pause): Break => {
      const [start, end] = pause.split('-').map(at);
      return { start: start ?? midnight, end: end ?? null };
    }),
  };
}

/** A new request id, as a client makes one for each press of a button. */
export const requestId = (): string => crypto.randomUUID();
