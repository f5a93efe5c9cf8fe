/**
 * The product for end-to-end tests: each worker runs one server in its process, which serves the built web
 * client, and any number of browsers. All share one clock that the test moves. Each test starts with an empty
 * workplace and creates its own people. Any error on a browser's console fails the test.
 */
import type { Connection } from '#server/platform/database/connection';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import type { Config } from '#server/platform/config';
import type { Database } from '#server/platform/database/pool';
import { demoPeople, DEMO_PASSWORD } from '#server/demo/people';
import { seedDemo } from '#server/demo/seed';
import { setActive } from '#server/people/employees/commands';
import { ensureSettings, saveSettings } from '#server/workplace/settings/commands';
import {
  changeSettings,
  giveSession,
  PASSWORD,
  registerAdmin,
  registerEmployee,
  requestId,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '#tests/make';
import type { ApiClient } from '../api/client.ts';
import { clearWorkplace } from '../support/cluster.ts';
import { openBrowserSession, ZONE, type BrowserOptions, type BrowserSession } from './browser.ts';
import { screensOf } from './matchers.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface OpenOptions extends BrowserOptions {
  /** Signs this user in by cookie; nobody by default. */
  readonly as?: Credentials;
}

export interface App {
  /** Base URL without a final slash. */
  readonly url: string;
  /** Connection as the owner of the database, to read its records. */
  readonly owner: Connection;
  /** The application's own connections, for commands that no screen has. */
  readonly database: Database;
  readonly admin: Credentials;
  /** Current time; epoch ms. */
  now(): number;
  /** Opens a browser with its own cookies at the first screen. */
  openBrowser(options?: OpenOptions): Promise<BrowserSession>;
  /** Registers an employee through the API. */
  createEmployee(name: string): Promise<Credentials>;
  /** Registers another admin. */
  createAdmin(name: string): Promise<Credentials>;
  /** Creates an employee with three months of entries who is clocked in now. */
  createEmployeeWithHistory(): Promise<Credentials>;
  /** Changes settings, by the names of the columns. Browsers see them when they load the next page. */
  changeSettings(changes: Readonly<Record<string, string | number | boolean>>): Promise<void>;
  /** Signs in on another device, without a browser. */
  signInElsewhere(who: Credentials): Promise<ApiClient>;
  /** Clocks in on another device, without a browser. */
  clockIn(
    who: Credentials,
    notes?: string,
    location?: { latitude: number; longitude: number },
  ): Promise<void>;
  /** Deactivates somebody as an admin on another device. */
  deactivate(who: Credentials): Promise<void>;
  /** Moves the clock of the server and of every browser; milliseconds. */
  advance(duration: number): Promise<void>;
}

export interface AppOptions {
  /** Epoch ms. */
  readonly now?: number;
  /** The workplace's zone. */
  readonly zone?: string;
  /** Other configuration than the default: the test gets a server of its own. */
  readonly config?: Partial<Config>;
  /** Another build: the test gets a server of its own. */
  readonly build?: Pick<TestServerOptions, 'webRoot' | 'version'>;
  /** Own server and database, for tests that break them or depend on the server's memory. */
  readonly ownServer?: boolean;
  /** A fresh installation: admins see the set-up card. */
  readonly isFresh?: boolean;
}

export const MINUTE = 60_000;
/** Friday, November 20, 2026, 08:55 in Kathmandu. */
export const FRIDAY_MORNING = Date.parse('2026-11-20T03:10:00.000Z');

const FAILURES = 'test-results/failures';

/** The worker's server: browsers have its files in their cache. It ends with the worker. */
let shared: TestServer | undefined;

const startServer = (config: Partial<Config>, build: AppOptions['build'] = {}): Promise<TestServer> =>
  startTestServer({ webRoot: inject('webRoot'), ...build, config: { timeZone: ZONE, ...config } });

/** Runs a test in an empty workplace whose time begins at `now`. */
export async function withApp(
  test: (app: App) => Promise<void>,
  {
    now = FRIDAY_MORNING,
    zone = ZONE,
    config,
    build,
    ownServer = config !== undefined || build !== undefined,
    isFresh = false,
  }: AppOptions = {},
): Promise<void> {
  const server = ownServer ? await startServer(config ?? {}, build) : (shared ??= await startServer({}));
  const sessions: BrowserSession[] = [];
  server.clock.set(now);
  try {
    await clearWorkplace(server.test);
    await ensureSettings(server.test.database, server.clock, zone);
    if (!isFresh)
      await saveSettings(server.test.database, { at: now, actor: randomUUID() }, null, { isSetUp: true });
    await test(appOf(server, zone, await newAdmin(server, 'Administrator'), sessions));
    expect(sessions.flatMap(({ errors }) => errors).join('\n')).toBe('');
    await Promise.all(sessions.map((session) => session.release()));
  } catch (error) {
    await explain(error, sessions);
    await Promise.all(sessions.map(({ context }) => context.close()));
    throw error;
  } finally {
    if (ownServer) await server.stop();
  }
}

function appOf(server: TestServer, zone: string, admin: Credentials, sessions: BrowserSession[]): App {
  const { clock, test } = server;
  return {
    url: server.url,
    owner: test.owner,
    database: test.database,
    admin,
    now: () => clock.now(),
    async openBrowser({ as, ...options } = {}) {
      const cookies = as ? await signedInCookies(server, as) : [];
      const session = await openBrowserSession({
        now: clock.now(),
        zone,
        cookies,
        ...options,
      });
      sessions.push(session);
      await session.page.goto(server.url);
      return session;
    },
    createEmployee: (name) => registerEmployee(server, { name }),
    createAdmin: (name) => newAdmin(server, name),
    async createEmployeeWithHistory() {
      const [person] = demoPeople();
      if (!person) throw new Error('The demo has no people.');
      await seedDemo({
        database: test.database,
        config: { timeZone: zone },
        now: clock.now(),
        people: [person],
      });
      return { email: person.email, password: DEMO_PASSWORD };
    },
    changeSettings: (changes) => changeSettings(server, changes),
    signInElsewhere: (who) => signedInClient(server, who),
    async clockIn(who, notes = '', location) {
      const client = await signedInClient(server, who);
      const found = location && { ...location, timestamp: new Date(clock.now()).toISOString() };
      await client.ask('clockIn', { requestId: requestId(), notes, ...(found && { location: found }) });
    },
    async deactivate(who) {
      await setActive(test.database, clock.now(), null, await idOf(server, who), false);
    },
    async advance(duration) {
      clock.set(clock.now() + duration);
      await Promise.all(sessions.map(({ page }) => page.clock.setFixedTime(clock.now())));
    },
  };
}

let admins = 0;
async function newAdmin(server: TestServer, name: string): Promise<Credentials> {
  admins += 1;
  const credentials = { email: `admin${admins}@example.com`, password: PASSWORD };
  await registerAdmin(server, { name, ...credentials });
  return credentials;
}

async function idOf({ test }: TestServer, { email }: Credentials): Promise<string> {
  const { rows } = await test.owner.query<{ id: string }>('SELECT id FROM account WHERE email = $1', [email]);
  return rows[0]?.id ?? '';
}

/** Opens a new session. Skips the slow password check for the shared test password. */
async function signedInClient(server: TestServer, who: Credentials): Promise<ApiClient> {
  const client = server.client();
  if (who.password === PASSWORD) await giveSession(server, client, await idOf(server, who));
  else await client.ask('signIn', { ...who });
  return client;
}

async function signedInCookies(server: TestServer, who: Credentials) {
  const { cookies } = await signedInClient(server, who);
  return [...cookies].map(([name, value]) => ({ name, value, url: server.url, httpOnly: true }));
}

/** Types the credentials into the login view and presses 'Sign In'. */
export async function signIn({ page }: BrowserSession, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Adds the content of the screens to a timeout error and takes screenshots of them. */
async function explain(error: unknown, sessions: readonly BrowserSession[]): Promise<void> {
  const pages = sessions.flatMap(({ context }) => context.pages());
  if (error instanceof Error && error.name === 'TimeoutError') error.message += `\n${await screensOf(pages)}`;
  const name = (expect.getState().currentTestName ?? 'test').replace(/[^A-Za-z0-9]+/g, '-').slice(0, 80);
  mkdirSync(FAILURES, { recursive: true });
  await Promise.all(
    pages.map((page, index) =>
      page.screenshot({ path: join(FAILURES, `${name}-${index + 1}.png`) }).catch(() => {}),
    ),
  );
}
