import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, describe, it, vi } from 'vitest';
import { validateBackup } from '#server/record/backup/file';
import { createLog } from '#server/platform/log';
import { claimCheck, saveProgress } from '#server/record/nightly/queries';
import { SettingsWithFallback } from '#server/workplace/settings/loading';
import {
  backUpNightly,
  checkNightly,
  nightOf,
  startNightlyJobs,
  type JobContext,
} from '#server/record/nightly/nightly-jobs';
import { verifyIn } from '#server/record/verification/verify';
import type { NightlyWork } from '#contract/installation/set-up';
import { makeAdmin, makeEmployee, requestId, TestClock } from '#tests/make';
import { setUpServer } from '#tests/set-up';
import type { ApiClient } from './client.ts';

let night: JobContext;
let admin: ApiClient;
const clock = new TestClock('2026-11-20T12:00:00Z');
const backupDir = mkdtempSync(path.join(tmpdir(), 'punctual-nightly-'));
const lines: string[] = [];
const { signal } = new AbortController();
const NEWEST = '2026-11-21T03:04:05.000Z';

afterAll(() => rmSync(backupDir, { recursive: true }));
const server = setUpServer({ clock, config: { backupDir } });
beforeAll(async () => {
  const { client } = await makeEmployee(server);
  await client.ask('clockIn', { requestId: requestId() });
  admin = (await makeAdmin(server)).client;
  const base = {
    config: { ...server.config, backupsKept: 2 },
    database: server.test.database,
    clock,
    log: createLog('info', clock, (line) => void lines.push(line)),
    version: '1.6.4',
  };
  night = { ...base, settings: new SettingsWithFallback(base) };
});

/** The view of the settings screen once no check is running. */
async function whenChecked(): Promise<NightlyWork> {
  await expect.poll(async () => (await admin.ask('nightlyWork', {})).check.underWay).toBeNull();
  return admin.ask('nightlyWork', {});
}

describe('the nightly work', () => {
  it("starts at three o'clock at the workplace", async () => {
    expect(await nightOf(night, Date.parse('2026-11-21T02:59:59Z'))).toBe('2026-11-20');
    expect(await nightOf(night, Date.parse('2026-11-21T03:00:00Z'))).toBe('2026-11-21');
  });

  it('starts by the default time zone when the settings cannot be loaded', async () => {
    await server.test.owner.query('ALTER TABLE settings RENAME TO settings_elsewhere');
    expect(await nightOf(night, Date.parse('2026-11-21T02:59:59Z'))).toBe('2026-11-20');
    await server.test.owner.query('ALTER TABLE settings_elsewhere RENAME TO settings');
  });

  it('writes one complete backup a night and keeps only the newest ones', async () => {
    expect((await admin.ask('nightlyWork', {})).backups).toEqual({ newestAt: null });
    writeFileSync(path.join(backupDir, 'of-mine.backup'), '');
    // Left by killed servers. In a container they may have had our pid.
    for (const day of ['2026-11-20', '2026-11-21'])
      writeFileSync(path.join(backupDir, `punctual-${day}.backup.${process.pid}.part`), '');
    for (const day of ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-21'])
      await backUpNightly(night, day, signal);
    expect(readdirSync(backupDir).toSorted()).toEqual([
      'of-mine.backup',
      'punctual-2026-11-20.backup',
      'punctual-2026-11-20.backup.heads',
      'punctual-2026-11-21.backup',
      `punctual-2026-11-21.backup.${process.pid}.part`,
      'punctual-2026-11-21.backup.heads',
    ]);
    const newest = path.join(backupDir, 'punctual-2026-11-21.backup');
    expect(await validateBackup(newest)).toMatchObject({ format: 1 });
    utimesSync(newest, new Date(NEWEST), new Date(NEWEST));
    expect((await admin.ask('nightlyWork', {})).backups).toEqual({ newestAt: NEWEST });
  });

  it('writes the heads of the chains next to the backup, which reveal rows cut from ledger and tables', async () => {
    const heads = readFileSync(path.join(backupDir, 'punctual-2026-11-21.backup.heads'), 'utf8');
    expect(lines.join('')).toContain(createHash('sha256').update(heads).digest('hex'));
    const { owner } = server.test;
    expect((await verifyIn(owner, { heads })).faults).toEqual([]);
    await owner.query('BEGIN; SET LOCAL session_replication_role = replica');
    try {
      await owner.query(`
        DELETE FROM counted_entry; DELETE FROM ledger WHERE kind = 'clock_in';
        UPDATE ledger_head h SET (n, hash) = (SELECT l.n, l.hash FROM ledger l WHERE l.chain = h.chain ORDER BY l.n DESC LIMIT 1) WHERE n = 2`);
      expect((await verifyIn(owner)).faults).toEqual([]);
      expect((await verifyIn(owner, { heads })).faults).toMatchObject([
        { fault: 'the row of the file of heads is gone', n: 2, count: 1 },
      ]);
    } finally {
      await owner.query('ROLLBACK');
    }
  });

  it('verifies the record once a night, even with two servers or after a restart', async () => {
    expect((await admin.ask('nightlyWork', {})).check).toEqual({ last: null, underWay: null });
    clock.set('2026-11-21T03:10:00Z');
    await Promise.all([1, 2].map(() => checkNightly(night, '2026-11-21', signal)));
    await checkNightly(night, '2026-11-21', signal);
    expect(lines.filter((line) => line.includes('Checked'))).toHaveLength(1);
    expect(lines.join('')).toContain('Checked 4 records: none altered.');
    expect((await admin.ask('nightlyWork', {})).check).toEqual({
      last: { at: '2026-11-21T03:10:00.000Z', records: 4, faults: [] },
      underWay: null,
    });
  });

  it('reports an altered record in the log and to admins', async () => {
    await server.test.owner.query(`UPDATE account SET name = 'Eve'`);
    clock.set('2026-11-22T03:10:00Z');
    await checkNightly(night, '2026-11-22', signal);
    expect(lines.at(-1)).toContain('The record is not as it was written');
    expect((await whenChecked()).check.last).toEqual({
      at: '2026-11-22T03:10:00.000Z',
      records: 4,
      faults: [{ fault: 'account: name is not as recorded', count: 2 }],
    });
  });
});

describe('a verification that an admin starts', () => {
  it('runs in the background, and the previous result stays until it ends', async () => {
    clock.set('2026-11-22T12:00:00Z');
    const { check } = await admin.ask('checkRecord', {});
    expect(check.last?.at).toBe('2026-11-22T03:10:00.000Z');
    expect((await whenChecked()).check.last).toMatchObject({ at: '2026-11-22T12:00:00.000Z', records: 4 });
  });

  it('joins a running verification, and starts a new one only if that one has stopped reporting', async () => {
    const { pool } = server.test.database;
    expect(await claimCheck(pool, clock.now())).toBe(true);
    await saveProgress(pool, clock.now(), { done: 3, total: 4 });
    expect((await admin.ask('checkRecord', {})).check.underWay).toEqual({ done: 3, total: 4 });
    clock.advanceMinutes(2);
    expect((await admin.ask('nightlyWork', {})).check.underWay).toBeNull();
    await admin.ask('checkRecord', {});
    expect((await whenChecked()).check.last?.at).toBe('2026-11-22T12:02:00.000Z');
  });
});

describe('a night in which the backup fails', () => {
  it('still verifies the record', async () => {
    clock.set('2026-11-23T03:10:00Z');
    const nowhere = path.join(backupDir, 'of-mine.backup', 'folder');
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const nights = startNightlyJobs({ ...night, config: { ...night.config, backupDir: nowhere } });
    vi.advanceTimersByTime(15 * 60_000);
    vi.useRealTimers();
    await expect.poll(() => lines.join('')).toContain('The work of the night failed');
    await expect
      .poll(async () => (await admin.ask('nightlyWork', {})).check.last?.at)
      .toBe('2026-11-23T03:10:00.000Z');
    await nights.stop();
  });
});
