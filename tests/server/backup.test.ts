/** Backup and restore as in docs/operations.md, from the embedded PostgreSQL to an external one and back. */
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeBackup } from '#server/record/backup/backup';
import { validateBackup } from '#server/record/backup/file';
import { restore } from '#server/record/backup/restore';
import { connect, type ConnectionTarget } from '#server/platform/database/connection';
import { systemClock } from '#server/platform/clock';
import { migrate, ownMigrations } from '#server/platform/database/migrate';
import { openDatabase } from '#server/platform/database/pool';
import { DEMO_ADMIN, DEMO_PASSWORD, demoPeople } from '#server/demo/people';
import { seedDemo } from '#server/demo/seed';
import { embeddedFolder, startEmbedded } from '#server/platform/database/embedded/embedded';
import { EXIT_CODES } from '#server/platform/start-error';
import { saveSettings } from '#server/workplace/settings/commands';
import { contentOf } from '#tests/support/database-content';
import { cloneDatabase, giveDatabase, testCluster, withDatabase } from '#tests/support/cluster';
import { removeEmbedded } from '#tests/support/embedded-remains';
import { silentLog } from '#tests/support/silent-log';
import { ROOT, spawnPunctual, type PunctualProcess } from '#tests/support/punctual-process';

const folder = mkdtempSync(path.join(tmpdir(), 'punctual-backup-'));
const PERSON = '00000000-0000-4000-8000-000000000001';
const ENTRY = '00000000-0000-4000-8000-000000000101';
const place = (name: string): string => path.join(folder, name);
const name = `backup_${process.pid}`;
const file = place('monday.backup');

async function run(args: string[], env: Record<string, string>) {
  const one = spawnPunctual(args, env);
  return { code: await one.ended(), text: one.output() };
}
const embedded = (dataDir: string): ConnectionTarget => ({
  host: path.join(embeddedFolder(dataDir), 'sockets'),
  port: 5432,
  user: 'postgres',
  database: 'punctual',
});
const external = (): { target: ConnectionTarget; url: string } => {
  const target = withDatabase(testCluster().target, name);
  if ('url' in target) throw new Error('The test cluster is the embedded one.');
  const { host, port } = target;
  return { target, url: `postgres://${name}@${encodeURIComponent(host)}:${port}/${name}` };
};
async function onCluster(sql: string): Promise<void> {
  const client = await connect(testCluster().target);
  await client.query(sql).finally(() => client.end());
}
const DEMO = place('data-demo');
let running: PunctualProcess;

/** Only six people of the demo, since each command here reads all their records (about a thousand). */
beforeAll(async () => {
  await giveDatabase(DEMO);
  running = spawnPunctual(['start'], {
    DATA_DIR: DEMO,
    ADMIN_EMAIL: DEMO_ADMIN.email,
    ADMIN_PASSWORD: DEMO_PASSWORD,
    ADMIN_NAME: DEMO_ADMIN.name,
  });
  await running.ready();
  const database = openDatabase({ target: embedded(DEMO), log: silentLog });
  await seedDemo({
    database,
    config: { timeZone: 'Asia/Kathmandu' },
    // Days ago, so that no reminder is due during the test.
    now: systemClock.now() - 4 * 24 * 3_600_000,
    people: demoPeople().slice(0, 6),
  });
  await database.pool.run(`UPDATE account SET language = 'de'`);
  await saveSettings(database, { at: systemClock.now(), actor: PERSON }, null, { language: 'pt-BR' });
  await database.close();
  await onCluster(`CREATE ROLE ${name} LOGIN CREATEROLE`);
  await onCluster(`CREATE DATABASE ${name} OWNER ${name}`);
});
afterAll(async () => {
  running.child.kill('SIGKILL');
  await running.ended();
  await onCluster(`DROP DATABASE ${name} WITH (FORCE)`);
  for (const dir of [DEMO, place('again'), place('refused'), place('punctual-restored')])
    await removeEmbedded(dir);
});

describe('a backup', () => {
  it('can be made while the server runs, and restored into an external or an embedded database', async () => {
    const made = await run(['backup', file], { DATA_DIR: DEMO });
    expect(made).toMatchObject({ code: 0, text: expect.stringContaining('Backed up into') });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = await contentOf(embedded(DEMO));
    expect(before.ledger.length).toBeGreaterThan(1000);

    const { target, url } = external();
    const outside = { DATABASE_URL: url, DATA_DIR: place('outside') };
    // Migrating alone brings no account, so the database still counts as empty.
    expect(await run(['migrate'], outside)).toMatchObject({ code: 0 });
    const restored = await run(['restore', file], outside);
    expect(restored).toMatchObject({ code: 0, text: expect.not.stringContaining('permission denied') });
    expect(await contentOf(target)).toEqual(before);
    const client = await connect(target);
    const languages = 'SELECT DISTINCT s.language, a.language AS own FROM settings s, account a';
    expect((await client.query(languages)).rows).toEqual([{ language: 'pt-BR', own: 'de' }]);
    const [, digest = 'none'] = /SHA-256 of monday\.backup\.heads: ([0-9a-f]{64})/.exec(made.text) ?? [];
    const checked = await run(['verify', '--against', `${file}.heads`], outside);
    expect(checked).toMatchObject({ code: 0, text: expect.stringContaining('No differences.') });
    expect(checked.text).toContain(`SHA-256 ${digest}.`);
    // A new row continues the sequence after all restored rows.
    const { rows } = await client.query(
      `INSERT INTO ledger (chain, n, at, kind, body, hash) VALUES (gen_random_uuid(), 1, now(), 'x', '', sha256(''))
       RETURNING seq > $1 AS later`,
      [before.ledger.length],
    );
    expect(rows).toEqual([{ later: true }]);
    await client.query(`SET session_replication_role = replica; DELETE FROM ledger WHERE kind = 'x'`);
    await client.end();

    const second = place('tuesday.backup');
    expect(await run(['backup', second], outside)).toMatchObject({ code: 0 });
    const back = { DATA_DIR: place('again') };
    expect(await run(['restore', second], back)).toMatchObject({ code: 0 });
    expect(await run(['verify'], back)).toMatchObject({ code: 0 });
    const login = async ({ user }: { user: string }) => ({ user });
    const postgres = await startEmbedded({ dataDir: back.DATA_DIR, log: silentLog, say: () => {}, login });
    expect(await contentOf(postgres.target)).toEqual(before);
    await postgres.stop();
    const server = spawnPunctual(['start'], back);
    await server.ready();
    server.child.kill('SIGTERM');
    expect(await server.ended()).toBe(0);
  });

  it('overwrites neither a file nor a database that contains accounts', async () => {
    expect(await run(['backup', file], { DATA_DIR: DEMO })).toMatchObject({
      code: EXIT_CODES.backupRefused,
      text: expect.stringContaining('cannot be written: EEXIST'),
    });
    const { target, url } = external();
    const before = await contentOf(target);
    expect(await run(['restore', file], { DATABASE_URL: url, DATA_DIR: place('outside') })).toMatchObject({
      code: EXIT_CODES.backupRefused,
      text: expect.stringContaining('There are accounts in this database already.'),
    });
    expect(await contentOf(target)).toEqual(before);
    expect(await run(['restore', file], { DATA_DIR: DEMO })).toMatchObject({
      code: EXIT_CODES.alreadyRunning,
    });
  });

  it('is refused before any change if it is damaged, cut, of a newer version or no backup', async () => {
    const text = gunzipSync(readFileSync(file)).toString();
    const [first = '', ...rest] = text.split('\n');
    const header = JSON.parse(first) as { migrations: unknown[] };
    const spoiled: [string, Buffer, string][] = [
      [
        'one letter',
        gzipSync(text.replace('Kathmandu', 'Kathmandi').replace('"notes"', '"Notes"')),
        'is damaged',
      ],
      ['cut', readFileSync(file).subarray(0, -2000), 'is damaged'],
      ['end', gzipSync(text.slice(0, -1000)), 'is damaged'],
      ['newer', gzipSync([JSON.stringify({ ...header, format: 2 }), ...rest].join('\n')), 'a newer version'],
      [
        'later',
        gzipSync(
          [
            JSON.stringify({
              ...header,
              migrations: [...header.migrations, { name: '999-later', checksum: '' }],
            }),
            ...rest,
          ].join('\n'),
        ),
        'a newer version',
      ],
      // The last migration of this backup is unknown.
      [
        'other',
        gzipSync(
          [
            JSON.stringify({
              ...header,
              migrations: [...header.migrations.slice(0, -1), { name: '', checksum: '' }],
            }),
            ...rest,
          ].join('\n'),
        ),
        'a newer version',
      ],
      ['none', gzipSync('hello'), 'is no backup'],
      ['text', Buffer.from('hello'), 'is damaged, or no backup'],
      ['zero after the end', Buffer.concat([readFileSync(file), Buffer.of(0)]), 'is damaged'],
      ['gzip file after the end', Buffer.concat([readFileSync(file), gzipSync('')]), 'is damaged'],
      ['letter after the end', Buffer.concat([readFileSync(file), Buffer.from('a')]), 'is damaged'],
    ];
    for (const [what, bytes, why] of spoiled) {
      const bad = place(`${what}.backup`);
      writeFileSync(bad, bytes);
      await expect(validateBackup(bad), what).rejects.toMatchObject({
        exitCode: EXIT_CODES.backupRefused,
        message: expect.stringContaining(why),
      });
    }
    const dataDir = place('refused');
    expect(await run(['restore', place('cut.backup')], { DATA_DIR: dataDir })).toMatchObject({
      code: EXIT_CODES.backupRefused,
      text: expect.stringContaining('is damaged'),
    });
    expect(() => statSync(dataDir)).toThrow('ENOENT');
  });

  it('contains nothing that was written after it started', async () => {
    const { database, owner, drop } = await cloneDatabase();
    const write = (kind: string) =>
      owner.query(
        `INSERT INTO ledger (chain, n, at, kind, body, hash) VALUES (gen_random_uuid(), 1, now(), '${kind}', '', sha256(''))`,
      );
    const waiting = `SELECT FROM pg_locks WHERE relation = 'account'::regclass AND NOT granted`;
    await write('before');
    await owner.query('BEGIN; LOCK TABLE account IN ACCESS EXCLUSIVE MODE');
    const meanwhile = place('meanwhile.backup');
    const made = writeBackup(database, { file: meanwhile, version: 'x', now: 0 });
    await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1);
    await write('after');
    await owner.query('COMMIT');
    await made;
    await drop();
    const text = gunzipSync(readFileSync(meanwhile)).toString();
    expect([...text.matchAll(/\t(before|after)\t/g)].map(([, kind]) => kind)).toEqual(['before']);
  });

  it('an older backup with former table names is restored and migrated', async () => {
    const older = { from: `${name}_from`, to: `${name}_to` };
    const open = (database: string) => connect(withDatabase(testCluster().target, database));
    await onCluster(`CREATE DATABASE ${older.from}`);
    await onCluster(`CREATE DATABASE ${older.to}`);
    try {
      const former = await open(older.from);
      await migrate(former, ownMigrations().slice(0, 20), 0);
      await former.query(`
        INSERT INTO account (id, email, password_hash, name, role, employee_id, created_at, updated_at)
          VALUES ('${PERSON}', 'ada@example.com', 'none', 'Ada', 'employee', 'NXBI-00001', '2026-11-01Z', '2026-11-01Z');
        INSERT INTO time_entry (id, user_id, clock_in, clock_out, created_at, updated_at)
          VALUES ('${ENTRY}', '${PERSON}', '2026-11-18T08:00Z', '2026-11-18T17:00Z', '2026-11-18Z', '2026-11-18Z');
        INSERT INTO time_entry_break (entry_id, n, started_at, ended_at)
          VALUES ('${ENTRY}', 1, '2026-11-18T12:00Z', '2026-11-18T12:30Z')`);
      await former.end();
      const old = place('older.backup');
      await writeBackup({ connect: () => open(older.from) }, { file: old, version: '1.6.4', now: 0 });

      const owner = await open(older.to);
      await restore(owner, old, await validateBackup(old), 0);
      await migrate(owner, ownMigrations(), 0);
      const { rows } = await owner.query(
        'SELECT e.id, e.clock_out, b.ended_at FROM counted_entry e JOIN counted_break b ON b.entry_id = e.id',
      );
      await owner.end();
      expect(rows).toEqual([
        {
          id: ENTRY,
          clock_out: Date.parse('2026-11-18T17:00Z'),
          ended_at: Date.parse('2026-11-18T12:30Z'),
        },
      ]);
    } finally {
      for (const one of Object.values(older)) await onCluster(`DROP DATABASE ${one} WITH (FORCE)`);
    }
  });

  it('a failed restore leaves nothing behind', async () => {
    const { owner, drop } = await cloneDatabase();
    const broken = place('broken.backup');
    const text = gunzipSync(readFileSync(file)).toString();
    // The table after the accounts is broken.
    writeFileSync(broken, gzipSync(text.replace('"table":"activity_notification"', '"table":"lost"')));
    await expect(restore(owner, broken, await validateBackup(file), 0)).rejects.toThrow('"lost"');
    const { rows } = await owner.query('SELECT count(*)::int AS n FROM account');
    await drop();
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('the commands of docs/operations.md make, restore and verify a backup', async () => {
    const text = readFileSync(path.join(ROOT, 'docs', 'operations.md'), 'utf8');
    const [, section = ''] = /^## Backups$(.*?)^## /ms.exec(text) ?? [];
    const commands = [...section.matchAll(/^```sh\n(.*?)^```$/gms)]
      .flatMap(([, block = '']) => block.trim().split('\n'))
      // tests/faults/postgres-tools.test.ts follows the commands of PostgreSQL's own tools.
      .filter((command) => !command.startsWith('pg_'));
    expect(commands).toHaveLength(3);
    for (const command of commands) {
      const [, dataDir, args = ''] = /^(?:DATA_DIR=(\S+) )?node bin\/punctual\.mjs (.+)$/.exec(command) ?? [];
      const here = args.replace('/backups/', `${folder}/documented-`).split(' ');
      const env = { DATA_DIR: dataDir === undefined ? DEMO : dataDir.replace('/srv/', `${folder}/`) };
      mkdirSync(path.dirname(env.DATA_DIR), { recursive: true });
      expect(await run(here, env), command).toMatchObject({ code: 0 });
    }
  });
});
