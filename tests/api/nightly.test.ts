import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, describe, it } from 'vitest';
import { checkedHeader } from '#server/backup/file';
import { createLog } from '#server/log';
import { backUpNightly, checkNightly, nightOf, type Night } from '#server/nightly';
import { makeEmployee, requestId, startTestServer, type TestServer } from '#tests/make';

let server: TestServer;
let night: Night;
const backupDir = mkdtempSync(path.join(tmpdir(), 'punctual-nightly-'));
const lines: string[] = [];
const { signal } = new AbortController();

beforeAll(async () => {
  server = await startTestServer();
  const { client } = await makeEmployee(server);
  await client.ask('clockIn', { requestId: requestId() });
  night = {
    config: { ...server.config, backupDir, backupsKept: 2 },
    database: server.test.database,
    clock: server.clock,
    log: createLog('info', server.clock, (line) => void lines.push(line)),
    version: '1.6.4',
  };
});
afterAll(async () => {
  await server.stop();
  rmSync(backupDir, { recursive: true });
});

describe('a night', () => {
  it("begins at three o'clock at the workplace", async () => {
    server.clock.set('2026-11-21T02:59:59Z');
    expect(await nightOf(night)).toBe('2026-11-20');
    server.clock.set('2026-11-21T03:00:00Z');
    expect(await nightOf(night)).toBe('2026-11-21');
  });

  it('leaves one whole backup, and the newest only as far as they are kept', async () => {
    writeFileSync(path.join(backupDir, 'of-mine.backup'), '');
    for (const day of ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-21'])
      await backUpNightly(night, day, signal);
    expect(readdirSync(backupDir).toSorted()).toEqual([
      'of-mine.backup',
      'punctual-2026-11-20.backup',
      'punctual-2026-11-21.backup',
    ]);
    expect(await checkedHeader(path.join(backupDir, 'punctual-2026-11-21.backup'))).toMatchObject({
      format: 1,
    });
  });

  it('tells in the log whether the record was altered', async () => {
    await checkNightly(night, signal);
    expect(lines.join('')).toContain('Checked 3 records: none altered.');
    await server.test.owner.query(`UPDATE account SET name = 'Eve'`);
    await checkNightly(night, signal);
    expect(lines.at(-1)).toContain('The record is not as it was written');
  });
});
