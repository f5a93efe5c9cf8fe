/** `punctual upgrade-database`. `npm run faults` tries it from Debian's PostgreSQL 15. */
import { execFileSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
} from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#server/platform/clock';
import { connect, type ConnectionTarget } from '#server/platform/database/connection';
import { findBinaries } from '#server/platform/database/embedded/binaries';
import { startEmbedded, type EmbeddedOptions } from '#server/platform/database/embedded/embedded';
import { toSpawnError } from '#server/platform/database/embedded/initialise';
import { initdbIdentity, prepareLayout, type Layout } from '#server/platform/database/embedded/layout';
import { layoutsOfUpgrade, startUpgrade } from '#server/platform/database/embedded/upgrade';
import { majorOf, requireSpace } from '#server/platform/database/embedded/upgrade-folders';
import { migrate, ownMigrations } from '#server/platform/database/migrate';
import { giveDatabase } from '#tests/support/cluster';
import { contentOf } from '#tests/support/database-content';
import { removeEmbedded } from '#tests/support/embedded-remains';
import { ROOT, spawnPunctual } from '#tests/support/punctual-process';
import { silentLog } from '#tests/support/silent-log';
import { cycles, isSmall, random, report, seed } from './size.ts';

const OLD = '/usr/lib/postgresql/15/bin';
/** Three weeks of a workplace, in the tables of version 1.6.4. */
const RELEASE = gunzipSync(
  readFileSync(path.join(ROOT, 'tests', 'server', 'releases', '1.6.4.sql.gz')),
).toString();

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-major-'));
});
afterEach(() => removeEmbedded(dataDir));

const say = (): void => {};
const layoutOf = (): Layout => prepareLayout({ dataDir, say });
const options = (): EmbeddedOptions => ({
  dataDir,
  say,
  log: silentLog,
  login: async (owner) => owner,
  settings: { fsync: 'off' },
});
const start = (layout = layoutOf()) => startEmbedded({ ...options(), layout });

/** Creates the data folder with PostgreSQL 15, and leaves its server running. */
async function startOld(isPresent: boolean) {
  const { data, identity } = layoutOf();
  const user = identity && initdbIdentity(identity);
  mkdirSync(data, { mode: 0o700 });
  if (user) chownSync(data, user.uid, user.gid);
  const how = ['-U', 'postgres', '-E', 'UTF8', '--locale=C', '--auth-local=trust', '--no-sync'];
  execFileSync(path.join(OLD, 'initdb'), ['-D', data, ...how], { ...user, cwd: '/', stdio: 'pipe' });
  writeFileSync(path.join(data, 'punctual-complete'), '');
  const running = await start({ ...layoutOf(), binaries: findBinaries(OLD, null) ?? expect.fail() });
  const owner = await connect(running.target);
  await owner.query(RELEASE);
  await owner.query('SET search_path = public');
  if (isPresent) await migrate(owner, ownMigrations(), systemClock.now());
  await owner.end();
  return running;
}

async function contentIn(target: ConnectionTarget) {
  const owner = await connect(target);
  const { rows: sessions } = await owner.query('SELECT id, token_hash FROM session ORDER BY id');
  await owner.end();
  return { ...(await contentOf(target)), sessions };
}

const upgrade = () => spawnPunctual(['upgrade-database', '--old-binaries', OLD], { DATA_DIR: dataDir });

describe.skipIf(isSmall || !existsSync(OLD))(
  'an upgrade from PostgreSQL 15 (apt-get install postgresql-15)',
  () => {
    it('brings everything over, whenever it was killed before, and keeps the former folder', async () => {
      const from = seed();
      const chance = random(from);
      let kills = 0;
      for (let left = cycles(0, 5, 15); left > 0; left -= 1) {
        const isPresent = left % 2 === 1;
        const old = await startOld(isPresent);
        const before = await contentIn(old.target);
        expect(before.sessions.length).toBeGreaterThan(0);
        await expect(startUpgrade(options(), OLD)).rejects.toMatchObject({ failure: 'alreadyRunning' });
        await old.stop();
        await expect(start()).rejects.toThrow('punctual upgrade-database --old-binaries');
        for (const step of [1, 2, 2, 3, 4].filter(() => chance.percent(70))) {
          const killed = upgrade();
          await killed.says(`${step} of 4`).catch(() => {});
          await wait(chance.between(0, step === 2 ? 2_000 : 200));
          if (killed.child.kill('SIGKILL')) kills += 1;
          await killed.ended();
        }
        const done = upgrade();
        expect(await done.ended(), done.output()).toBe(0);
        const { data, folder } = layoutOf();
        expect(['', '.postgresql-15'].map((kept) => majorOf(`${data}${kept}`))).toEqual(['18', '15']);
        expect(readdirSync(folder).filter((name) => /upgrad/.test(name))).toEqual([]);
        // As if the upgrade had been killed between its two renames.
        renameSync(data, `${data}.upgraded`);
        const next = await start();
        expect(await contentIn(next.target)).toEqual(
          isPresent ? before : { ...before, sums: expect.anything() },
        );
        await next.stop();
        await removeEmbedded(dataDir);
        mkdirSync(dataDir);
      }
      report(`upgrade of the database: ${kills} times killed, seed ${from}`);
    });
  },
);

describe('an upgrade of the database', () => {
  it('has nothing to do, or is refused by a sentence, before anything changes', async () => {
    const by = (binaries?: string) => () => layoutsOfUpgrade({ dataDir, say }, binaries);
    expect(by()).toThrow('There is no database in DATA_DIR');
    await giveDatabase(dataDir);
    expect(by()()).toBeNull();
    const { data } = layoutOf();
    const file = path.join(data, 'PG_VERSION');
    writeFileSync(file, '16\n');
    expect(by()).toThrow('made by PostgreSQL 16: name the folder of its programs by --old-binaries');
    expect(by('/nowhere')).toThrow('made by PostgreSQL 16, and /nowhere holds no PostgreSQL.');
    expect(by(ROOT)).toThrow(`made by PostgreSQL 16, and ${ROOT} holds PostgreSQL 18.`);
    writeFileSync(file, '99\n');
    expect(by()).toThrow('newer than our 18');
    expect(() => requireSpace(data, 1_000_000)).toThrow(/needs \d\d+ MB, and 1 MB are free/);
  });

  it('says in plain words where PostgreSQL cannot be run for want of glibc', () => {
    expect(toSpawnError(Object.assign(new Error(), { code: 'ENOENT' })).message).toBe(
      'The embedded PostgreSQL cannot be run on this machine: it needs glibc, the usual C library of Linux. Set DATABASE_URL to a PostgreSQL server.',
    );
  });
});
