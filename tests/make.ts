/**
 * Parts for tests: a server with its own database, people, entries, and a clock that stands still until a test sets it.
 */
import { tmpdir } from 'node:os';
import {
  createAdmin,
  issueEmployeeId,
  registerEmployee as registerAccount,
  type PlacementRefused,
} from '#server/people/accounts/commands';
import { createApp, type AppOptions } from '#server/app';
import type { Clock } from '#server/platform/clock';
import { readConfig, type Config } from '#server/platform/config';
import { hashPassword } from '#server/people/credentials/passwords';
import { openSession } from '#server/people/credentials/session-commands';
import type { CreateAccountResult } from '#server/people/employees/account-commands';
import { versionOf } from '#server/main';
import type { Refused } from '#server/platform/refused';
import { silentLog } from '#tests/support/silent-log';
import type { User } from '#contract/records';
import type { InputOf } from '#contract/routes';
import { defaultSettings, type WorkSettings } from '#domain/settings/settings';
import type { Break, TimeEntry } from '#domain/entry/time-entry';
import { MS_PER_MINUTE, requireMinuteOfDay, type EpochMs } from '#domain/time/units';
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

  /** Moves the clock forward or back. */
  set(now: EpochMs | string): void {
    this.#now = typeof now === 'string' ? Date.parse(now) : now;
  }

  advanceMinutes(minutes: number): void {
    this.#now += Math.round(minutes * MS_PER_MINUTE);
  }
}

export interface TestServer {
  /** No slash at the end. */
  readonly url: string;
  readonly clock: TestClock;
  readonly test: TestDatabase;
  readonly config: Config;
  /** Returns a new browser in which nobody is signed in. */
  client(): ApiClient;
  stop(): Promise<void>;
}

export interface TestServerOptions extends Partial<
  Pick<AppOptions, 'receiveTimeouts' | 'log' | 'requestLimitMs' | 'streamLimits' | 'version'>
> {
  readonly config?: Partial<Config>;
  readonly clock?: TestClock;
  /** Another server's database, so that two servers share it. `stop` then does not drop it. */
  readonly on?: TestDatabase;
  /** The built web client; without it the server answers the API only. */
  readonly webRoot?: string;
}

/** The time that a refusal names for the next try: `seconds` from now, rounded up to a full minute (UTC). */
export const timeAfter = ({ clock }: Pick<TestServer, 'clock'>, seconds: number): string =>
  new Date(Math.ceil((clock.now() + seconds * 1000) / MS_PER_MINUTE) * MS_PER_MINUTE)
    .toISOString()
    .slice(11, 16);

/** One folder for each worker, since the signing key is in it. A later run removes the folders of ended workers. */
const DATA_DIR = `punctual-tests-${process.pid}-data`;

/** The default configuration, in UTC so that wall-clock times in tests are instants. */
export function testConfig(changes: Partial<Config> = {}): Config {
  const read = readConfig({ TIME_ZONE: 'UTC', DATA_DIR }, tmpdir());
  if (!read.ok) throw new Error(read.lines.join('\n'));
  return { ...read.config, ...changes };
}

/** Starts a whole server on a free port with a cloned database. Call `stop` in `afterAll`. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { config: changes, clock = new TestClock(), on, webRoot = null, ...others } = options;
  const test = on ?? (await cloneDatabase());
  const config = testConfig(changes);
  const app = await createApp({
    log: silentLog,
    version: versionOf(process.cwd()),
    // Longer than the real limit, since most tests do not measure the speed of the machine.
    requestLimitMs: 12_000,
    ...others,
    config,
    database: test.database,
    clock,
    installationId: '0a1b2c3d-0000-4000-8000-000000000000',
    webRoot,
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

/** Where accounts and sessions are created. With an https address in `config` the cookies have other names. */
type Place = Pick<TestServer, 'test' | 'clock'> & Partial<Pick<TestServer, 'config'>>;
let hashed: Promise<string> | undefined;
/** One password hash for all test accounts, since hashing is slow on purpose. */
const passwordHash = (): Promise<string> => (hashed ??= hashPassword(PASSWORD));

function made(
  created: CreateAccountResult | PlacementRefused | Refused<'employee_id_not_issued'> | null,
): User {
  if (!created?.ok) throw new Error('An account was not made.');
  return created.user;
}

/** Registers an employee as the API does after it has hashed the password. */
export async function registerUser(
  { test: { database }, clock }: Place,
  wanted: { name?: string; email?: string } = {},
): Promise<User> {
  people += 1;
  const { name = `Employee ${people}`, email = `employee${people}-${process.pid}@example.com` } = wanted;
  return made(
    await registerAccount(database, clock, {
      name,
      email,
      passwordHash: await passwordHash(),
      employeeId: await issueEmployeeId(database.pool, clock.now()),
      department: 'Business Studio',
      hub: 'Core operations hub',
      position: 'Lead',
    }),
  );
}

/** Creates another admin as the command line does. */
export async function registerAdmin(
  { test: { database }, clock }: Place,
  wanted: { name?: string; email?: string } = {},
): Promise<User> {
  people += 1;
  const { name = `Admin ${people}`, email = `admin${people}-${process.pid}@example.com` } = wanted;
  return made(await createAdmin(database, clock, { name, email, passwordHash: await passwordHash() }, false));
}

/** Signs a browser in without a request: sets the cookies of a sign-in with the right password. */
export async function giveSession(
  { test: { database }, clock, config }: Place,
  client: ApiClient,
  userId: string,
): Promise<void> {
  const who = { userId, passwordHash: await passwordHash() };
  const opened = await openSession(database.pool, clock.now(), { sessionDays: 90, ...config }, who, {
    session: undefined,
    device: undefined,
  });
  if (!opened.ok) throw new Error('Nobody was signed in.');
  const prefix = config?.publicUrl?.startsWith('https:') ? '__Host-punctual' : 'punctual';
  client.cookies.set(`${prefix}_0a1b2c3d`, opened.token);
  client.cookies.set(`${prefix}_device_0a1b2c3d`, opened.device);
}

/** Registers an employee and returns the credentials. */
export async function registerEmployee(
  server: Place,
  wanted: { name?: string; email?: string } = {},
): Promise<{ email: string; password: string }> {
  const { email } = await registerUser(server, wanted);
  return { email, password: PASSWORD };
}

/** Registers an employee and signs them in. */
export async function makeEmployee(
  server: TestServer,
  wanted: { name?: string; email?: string } = {},
): Promise<Person> {
  return signedIn(server, await registerUser(server, wanted));
}

/** Creates another admin and signs them in. */
export async function makeAdmin(
  server: TestServer,
  wanted: { name?: string; email?: string } = {},
): Promise<Person> {
  return signedIn(server, await registerAdmin(server, wanted));
}

async function signedIn(server: TestServer, user: User): Promise<Person> {
  const client = server.client();
  await giveSession(server, client, user.id);
  return { client, user, email: user.email, password: PASSWORD };
}

/** Enters the password again, as requests with power over an account require. */
export async function confirm({ client, password }: Person): Promise<void> {
  await client.ask('confirmIdentity', { currentPassword: password });
}

/** Changes settings by SQL, effective at once. Saved on the Settings tab, some apply only from a later day. */
export async function changeSettings(
  server: TestServer,
  changes: Readonly<Record<string, string | number | boolean>>,
): Promise<void> {
  const columns = Object.keys(changes).map((column, index) => `${column} = $${index + 1}`);
  await server.test.owner.query(
    `UPDATE settings SET work_rules = '[]', ${columns.join(', ')}, version = version + 1`,
    Object.values(changes),
  );
}

/** The settings that the Settings tab sends. The other ones have their own requests. */
export function settingsForm(
  settings: WorkSettings,
): Omit<
  WorkSettings,
  'invitation' | 'isSetUp' | 'secondFactorSince' | 'payRules' | 'zoneRules' | 'workRules'
> {
  const {
    invitation: _invitation,
    isSetUp: _isSetUp,
    payRules: _rules,
    zoneRules: _zones,
    workRules: _hours,
    secondFactorSince: _since,
    ...form
  } = settings;
  return form;
}

/** Input of the Settings tab: the defaults in UTC with these changes. */
export const settingsInput = (
  changes: Partial<InputOf<'updateSettings'>> & { version: number },
): InputOf<'updateSettings'> => ({ ...settingsForm(defaultSettings('UTC')), ...changes });

/**
 * Builds an entry on one day, in UTC: entry('09:00-17:30', { break: '12:00-12:30' }).
 * Without an end the entry or break is still open.
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
