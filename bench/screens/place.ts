/** Starts a server on its own filled PostgreSQL, and lets people punch. `close` removes all of it. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { routes } from '#contract/routes';
import type { Punch } from '#domain/entry/time-entry';
import { addAdmin } from '#server/people/accounts/first-admin';
import { createApp } from '#server/app';
import { calendarOf } from '#server/platform/calendars';
import { systemClock } from '#server/platform/clock';
import { readConfig } from '#server/platform/config';
import { connect } from '#server/platform/database/connection';
import { startEmbedded } from '#server/platform/database/embedded/embedded';
import { ensureApplicationRole, withLogin } from '#server/platform/database/application-role';
import { inTransaction } from '#server/platform/database/transaction';
import { migrate, ownMigrations } from '#server/platform/database/migrate';
import { openDatabase, type Database } from '#server/platform/database/pool';
import { grantRights } from '#server/platform/database/rights';
import { notifyOfChanges } from '#server/live/queries';
import { silentLog } from '#tests/support/silent-log';
import { writePunchesInOrder } from '#server/hours/punch-queue/queue';
import { monitoredEntries } from '#server/hours/time-entries/queries';
import { removeEmbedded } from '../../tests/support/embedded-remains.ts';
import { fill, zoneOfAfternoon } from './fill.ts';

export interface Place {
  readonly url: string;
  readonly admin: { readonly email: string; readonly password: string };
  /** One of the people, clocked in now. */
  readonly employee: { readonly email: string; readonly password: string };
  /** First and last day of this month so far. */
  readonly month: { readonly startDate: string; readonly endDate: string };
  /** Path of the report over all employees; null if there is none. */
  readonly reportPath: string | null;
  /** Runs the board's largest query, without the server's other work. */
  readBoard(): Promise<void>;
  /**
   * Lets people punch at this rate until the returned function is called. That function returns the number of punches.
   */
  letPunch(perSecond: number): () => Promise<number>;
  close(): Promise<void>;
}

export async function openPlace({
  people,
  days,
  webRoot,
}: {
  people: number;
  days: number;
  webRoot: string;
}): Promise<Place> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-bench-'));
  const postgres = await startEmbedded({
    dataDir,
    say: () => {},
    log: silentLog,
    login: async ({ user }) => ({ user }),
  });
  const undo: (() => Promise<unknown>)[] = [() => removeEmbedded(dataDir), () => postgres.stop()];
  const close = async (): Promise<void> => {
    for (const step of undo.toReversed()) await step();
  };
  try {
    const now = systemClock.now();
    const timeZone = zoneOfAfternoon(now);
    const read = readConfig({ TIME_ZONE: timeZone, HOST: '127.0.0.1', PORT: '0' }, dataDir);
    if (!read.ok) throw new Error(read.lines.join('\n'));
    const owner = await connect(postgres.target);
    undo.push(() => owner.end());
    const login = await ensureApplicationRole(owner, postgres.target);
    if (!login) throw new Error('There is no role for the application.');
    const target = withLogin(postgres.target, login);
    await migrate(owner, ownMigrations(), now);
    await grantRights(owner, login.user);
    const database = openDatabase({ target, log: silentLog });
    await owner.query('INSERT INTO installation (id, created_at) VALUES (gen_random_uuid(), $1)', [
      new Date(now),
    ]);
    undo.push(() => database.close());
    const app = await createApp({
      config: read.config,
      database,
      clock: systemClock,
      installationId: crypto.randomUUID(),
      webRoot,
      version: 'bench',
      log: silentLog,
    });
    undo.push(() => app.close());
    const admin = { email: 'admin@example.com', password: 'bench password' };
    await addAdmin({ database, clock: systemClock }, { ...admin, name: 'Administrator' });
    const today = calendarOf({ timeZone, zoneRules: [] }).dayAt(now);
    await fill(owner, { people, days, midnight: today.start, now });
    await owner.query('UPDATE settings SET is_set_up = true, version = version + 1');
    await owner.query(
      `UPDATE account SET password_hash = (SELECT password_hash FROM account WHERE email = $1) WHERE employee_id = 'BENCH-1'`,
      [admin.email],
    );
    const board = async (): Promise<void> =>
      void (await monitoredEntries(database.pool, today, today.start - 86_400_000));
    return {
      url: await app.listen({ host: '127.0.0.1', port: 0 }),
      admin,
      employee: { ...admin, email: 'person1@example.com' },
      month: { startDate: `${today.day.slice(0, 7)}-01`, endDate: today.day },
      reportPath: Object.entries(routes).find(([name]) => name === 'teamReport')?.[1].path ?? null,
      readBoard: board,
      letPunch: (perSecond) => letPunch(database, perSecond),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Starts and ends breaks of all who are clocked in, one person after the other. Notifies after each, as another server
 * on the same database does.
 */
function letPunch(database: Database, perSecond: number): () => Promise<number> {
  let isOver = false;
  let count = 0;
  const run = async (): Promise<void> => {
    const { rows } = await database.pool.query<{ user_id: string }>(`
      SELECT user_id FROM counted_entry e WHERE clock_out IS NULL AND NOT EXISTS (SELECT 1 FROM counted_break b WHERE b.entry_id = e.id AND b.ended_at IS NULL) ORDER BY user_id`);
    const notifier = await database.connect('punctual bench');
    const onBreak = new Set<string>();
    const began = performance.now();
    while (!isOver) {
      const userId = rows[count % Math.max(1, rows.length)]?.user_id ?? '';
      const kind: Punch = onBreak.has(userId) ? 'break_end' : 'break_start';
      if (kind === 'break_end') onBreak.delete(userId);
      else onBreak.add(userId);
      const request = { punch: kind, userId, input: { requestId: crypto.randomUUID() } };
      await inTransaction(database, (tx) => writePunchesInOrder(tx, [{ at: systemClock.now(), request }]));
      await notifyOfChanges(notifier);
      count += 1;
      const due = began + (count * 1000) / perSecond - performance.now();
      await new Promise((resolve) => void setTimeout(resolve, Math.max(0, due)));
    }
    await notifier.end();
  };
  const running = run();
  return async () => {
    isOver = true;
    await running;
    return count;
  };
}
