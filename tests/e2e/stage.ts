/**
 * A stage for an end-to-end test: a server in this process, on a database of its own, serving the built web
 * client, and any number of browsers beside it, all with one clock that the test moves. When the test is
 * over, any error on a browser's console fails it.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import type { Config } from '#server/config';
import { setActive } from '#server/employees/commands';
import type { Database } from '#server/database/pool';
import { demoPeople, DEMO_PASSWORD } from '#server/demo/people';
import { seedDemo } from '#server/demo/seed';
import { changeSettings, makeAdmin, makeEmployee, requestId, startTestServer, TestClock } from '#tests/make';
import { launchBrowser, newVisit, ZONE, type Visit, type VisitOptions } from './browser.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Stage {
  /** The database's owner, to look at what was recorded. */
  readonly owner: pg.Client;
  /** The application's own connections, for commands that no screen has. */
  readonly database: Database;
  /** The time it is; epoch ms. */
  now(): number;
  readonly admin: Credentials;
  /** A browser with cookies of its own, at the product's first screen. */
  visit(options?: VisitOptions): Promise<Visit>;
  /** An employee who has registered already, through the API. */
  hire(name: string): Promise<Credentials>;
  /** A further admin. */
  appoint(name: string): Promise<Credentials>;
  /** Somebody with three months of entries, clocked in now. */
  veteran(): Promise<Credentials>;
  /**
   * Other work settings, by the names of the database's columns. Browsers see them with the next page they
   * load.
   */
  settings(changes: Readonly<Record<string, string | number | boolean>>): Promise<void>;
  /** Somebody clocks in elsewhere, without a browser. */
  clockIn(who: Credentials, notes?: string): Promise<void>;
  /** An admin deactivates somebody elsewhere. */
  deactivate(who: Credentials): Promise<void>;
  /** Lets time pass for the server and every browser alike. Milliseconds. */
  pass(duration: number): Promise<void>;
}

export const MINUTE = 60_000;
/** Friday, November 20, 2026, 08:55 in Kathmandu. */
export const FRIDAY_MORNING = Date.parse('2026-11-20T03:10:00.000Z');

const BUILT = resolve('dist/web');
const FAILURES = 'test-results/failures';

let browser: Promise<Browser> | undefined;
let web: string | undefined;
afterAll(async () => {
  await (await browser)?.close();
  if (web !== undefined) rmSync(web, { recursive: true, force: true });
});

/**
 * A copy of the built web client: somebody may start the product from this checkout meanwhile, and so build
 * it anew.
 */
function webRoot(): string {
  if (web !== undefined) return web;
  if (!existsSync(BUILT)) throw new Error('The web client is not built: run npm run build.');
  web = mkdtempSync(join(tmpdir(), 'punctual-web-'));
  cpSync(BUILT, web, { recursive: true });
  return web;
}

export interface StageOptions {
  /** Epoch ms. */
  readonly now?: number;
  /** The workplace's zone. */
  readonly zone?: string;
  readonly config?: Partial<Config>;
}

/** Runs `play` on a stage whose time begins at `now`, and clears the stage whatever happens. */
export async function onStage(
  play: (stage: Stage) => Promise<void>,
  { now = FRIDAY_MORNING, zone = ZONE, config = {} }: StageOptions = {},
): Promise<void> {
  const clock = new TestClock(now);
  const server = await startTestServer({ clock, webRoot: webRoot(), config: { timeZone: zone, ...config } });
  const visits: Visit[] = [];
  const stage: Stage = {
    owner: server.test.owner,
    database: server.test.database,
    now: () => clock.now(),
    admin: await makeAdmin(server, { name: 'Administrator' }),
    async visit(options = {}) {
      const visit = await newVisit(await (browser ??= launchBrowser()), {
        url: server.url,
        now: clock.now(),
        zone,
        ...options,
      });
      visits.push(visit);
      await visit.page.goto('/');
      return visit;
    },
    hire: (name) => makeEmployee(server, { name }),
    appoint: (name) => makeAdmin(server, { name }),
    async veteran() {
      const [person] = demoPeople();
      if (!person) throw new Error('The demo has no people.');
      await seedDemo({
        database: server.test.database,
        config: { timeZone: zone },
        now: clock.now(),
        people: [person],
      });
      return { email: person.email, password: DEMO_PASSWORD };
    },
    settings: (changes) => changeSettings(server, changes),
    async clockIn(who, notes = '') {
      const client = server.client();
      await client.ask('signIn', { email: who.email, password: who.password });
      await client.ask('clockIn', { requestId: requestId(), notes });
    },
    async deactivate(who) {
      const { rows } = await server.test.owner.query<{ id: string }>(
        'SELECT id FROM account WHERE email = $1',
        [who.email],
      );
      await setActive(server.test.database, clock.now(), null, rows[0]?.id ?? '', false);
    },
    async pass(duration) {
      clock.set(clock.now() + duration);
      await Promise.all(visits.map(({ page }) => page.clock.setFixedTime(clock.now())));
    },
  };
  try {
    await play(stage);
    expect(visits.flatMap((visit) => visit.problems)).toEqual([]);
  } catch (error) {
    await pictureOf(visits);
    throw error;
  } finally {
    await Promise.all(visits.map(({ context }) => context.close()));
    await server.stop();
  }
}

/** Types the credentials into the login view and presses 'Sign In'. */
export async function signIn({ page }: Visit, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** What the browsers showed when a test failed, by the test's name. */
async function pictureOf(visits: readonly Visit[]): Promise<void> {
  const name = (expect.getState().currentTestName ?? 'test').replace(/[^A-Za-z0-9]+/g, '-').slice(0, 80);
  mkdirSync(FAILURES, { recursive: true });
  await Promise.all(
    visits.map(({ page }, index) =>
      page.screenshot({ path: join(FAILURES, `${name}-${index + 1}.png`) }).catch(() => {}),
    ),
  );
}
