/** Punctual on a PostgreSQL of somebody else's. */
import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stoppedAnswering } from '#server/platform/database/answering';
import { signedIn } from '#server/platform/database/application-role';
import { connect, type ConnectionTarget } from '#server/platform/database/connection';
import { startEmbedded } from '#server/platform/database/embedded/embedded';
import { migrate, ownMigrations, withMigrationLock } from '#server/platform/database/migrate';
import { systemClock } from '#server/platform/clock';
import { EXIT_CODES, StartError } from '#server/start-error';
import { testCluster } from '#tests/support/cluster';
import {
  dataDir,
  name,
  onCluster,
  refusal,
  running,
  start,
  urlFor,
  freshDatabases,
  warnings,
} from '#tests/support/database-url';
import { removeEmbedded } from '#tests/support/embedded-remains';
import { health, until } from '#tests/support/punctual-process';
import { openRelay, type Relay } from '#tests/support/relay';
import { silentLog } from '#tests/support/silent-log';

freshDatabases();

/** As whom Punctual's connections work. */
const users = async (target: ConnectionTarget = { url: urlFor('postgres') }): Promise<string[]> => {
  const client = await connect(target);
  const { rows } = await client
    .query<{ user: string }>(
      `SELECT DISTINCT regexp_replace(usename, '\\d+$', 'N') AS user FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    )
    .finally(() => client.end());
  return rows.map(({ user }) => user);
};

describe('a database of DATABASE_URL', () => {
  it('serves by a role of its own, and keeps no connection of the user who made it', async () => {
    const { url } = await start({ DATABASE_URL: urlFor('postgres') });
    expect(await health(url)).toBe(200);
    expect(warnings).toEqual([]);
    await expect.poll(() => users()).toEqual(['punctual_app_N']);
  });

  it('that asks for passwords gives the role one that all servers of the database know', async () => {
    const postgres = await startEmbedded({
      dataDir,
      transport: 'tcp',
      say: () => {},
      log: silentLog,
      // It would hash a password that it is told: what is kept by scram came hashed.
      settings: { fsync: 'off', password_encryption: 'md5' },
      login: async (owner) => owner,
    });
    try {
      const { user, password = '', host, port, database } = postgres.target;
      const DATABASE_URL = `postgres://${user}:${password}@${host}:${port}/${database}`;
      const [first] = [await start({ DATABASE_URL }), await start({ DATABASE_URL })];
      expect(await health(first.url)).toBe(200);
      expect(warnings).toEqual([]);
      await expect.poll(() => users(postgres.target)).toEqual(['punctual_app_N']);
      const owner = await connect(postgres.target);
      const { rows } = await owner.query(
        `SELECT rolname, rolpassword ^@ 'SCRAM-SHA-256$' AS scram FROM pg_authid WHERE rolname ^@ 'punctual_app_'`,
      );
      await owner.end();
      expect(rows).toEqual([{ rolname: expect.stringMatching(/^punctual_app_\d+$/), scram: true }]);
      const role = (rows as { rolname: string }[])[0]?.rolname ?? '';
      for (const guess of ['', password])
        await expect(
          connect(signedIn(postgres.target, { user: role, password: guess }), { settings: {} }),
        ).rejects.toThrow(/password/);
    } finally {
      await Promise.all(running.splice(0).map((punctual) => punctual.stop()));
      await postgres.stop();
      await removeEmbedded(dataDir);
    }
  });

  describe('whose user may not make roles', () => {
    const role = `app_${process.pid}`;
    beforeEach(() => onCluster(`CREATE ROLE ${role} LOGIN`));
    afterEach(() =>
      onCluster(`DROP DATABASE ${name} WITH (FORCE)`, `CREATE DATABASE ${name}`, `DROP ROLE ${role}`),
    );

    it('serves by the role of DATABASE_APP_URL, which gets its rights and its limits', async () => {
      const { url } = await start({ DATABASE_URL: urlFor(name), DATABASE_APP_URL: urlFor(role) });
      expect(await health(url)).toBe(200);
      expect(warnings).toEqual([]);
      await expect.poll(() => users()).toEqual(['app_N']);
      const application = await connect({ url: urlFor(role) }, { settings: {} });
      const { rows } = await application.query('SHOW statement_timeout');
      await expect(application.query('DELETE FROM ledger')).rejects.toThrow(/permission denied/);
      await application.end();
      expect(rows).toEqual([{ statement_timeout: '2400ms' }]);
    });

    it('serves by such a role that owns something, and says so', async () => {
      const owner = await connect({ url: urlFor('postgres') });
      await owner
        .query(`CREATE TABLE theirs (); ALTER TABLE theirs OWNER TO ${role}`)
        .finally(() => owner.end());
      await start({ DATABASE_URL: urlFor(name), DATABASE_APP_URL: urlFor(role) });
      expect(warnings).toEqual([expect.stringContaining('more rights over its database than it needs')]);
    });

    it('does not serve by a role that loses its limits, such as behind a pooler that sets others', async () => {
      await onCluster(`ALTER ROLE ${role} IN DATABASE ${name} SET statement_timeout = 0`);
      expect(await refusal({ DATABASE_URL: urlFor(name), DATABASE_APP_URL: urlFor(role) })).toMatchObject({
        exitCode: EXIT_CODES.invalidSettings,
        message: expect.stringMatching(/do not keep their settings: statement_timeout is 0 instead of 2400/),
      });
    });

    it('does not serve by the owner under the name of a role', async () => {
      expect(await refusal({ DATABASE_URL: urlFor(name), DATABASE_APP_URL: urlFor(name) })).toMatchObject({
        exitCode: EXIT_CODES.invalidSettings,
      });
    });

    it('does not serve by a role of another database', async () => {
      await onCluster(`CREATE DATABASE other_${name} TEMPLATE ${testCluster().template}`);
      const error = await refusal({
        DATABASE_URL: urlFor(name),
        DATABASE_APP_URL: urlFor(testCluster().login.user, `other_${name}`),
      });
      await onCluster(`DROP DATABASE other_${name} WITH (FORCE)`);
      expect(error).toMatchObject({ exitCode: EXIT_CODES.invalidSettings });
    });
  });

  it('takes its rights from the role of another database, which a dump brought along', async () => {
    const role = `punctual_app_x${process.pid}`;
    const owner = await connect({ url: urlFor('postgres') });
    await migrate(owner, ownMigrations(), systemClock.now());
    await owner.query(`CREATE ROLE ${role}; GRANT SELECT, UPDATE ON account TO ${role}`);
    await start({ DATABASE_URL: urlFor('postgres') });
    const { rows } = await owner.query(`SELECT has_table_privilege('${role}', 'account', 'SELECT') AS reads`);
    await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await owner.end();
    expect(rows).toEqual([{ reads: false }]);
  });

  it('serves with the rights of its user when that one may not make roles, and says so', async () => {
    const { url } = await start({ DATABASE_URL: urlFor(name) });
    expect(await health(url)).toBe(200);
    expect(warnings).toEqual([
      'Punctual works with more rights over its database than it needs: see "Who works on the database" in docs/operations.md.',
    ]);
  });

  it('has its first admin, with the password of ADMIN_PASSWORD, before the server listens', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    free.close();
    const starting = start({ DATABASE_URL: urlFor('postgres'), PORT: String(port) });
    let status: number | undefined;
    await until('the server listens', async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'admin@punctual.local', password: 'correct horse' }),
      }).catch(() => undefined);
      status = answer?.status;
      return status !== undefined;
    });
    await starting;
    expect(status).toBe(200);
  });

  it('can have two servers, which are the same installation', async () => {
    const both = await Promise.all([
      start({ DATABASE_URL: urlFor('postgres') }),
      start({ DATABASE_URL: urlFor('postgres') }),
    ]);
    expect(await Promise.all(both.map(({ url }) => health(url)))).toEqual([200, 200]);
    expect(both.filter(({ firstAdmin }) => firstAdmin !== null)).toHaveLength(1);
  });

  describe('while another server migrates it', () => {
    let relay: Relay;
    let connections: number;
    let env: Record<string, string>;
    let migrated: () => void;
    let migrating: Promise<void>;
    beforeEach(async () => {
      const { target } = testCluster();
      if ('url' in target) throw new Error('The tests know their cluster by its socket.');
      connections = 0;
      relay = await openRelay(() => {
        connections += 1;
        return createConnection(`${target.host}/.s.PGSQL.${target.port}`);
      });
      env = { DATABASE_URL: `postgres://postgres@127.0.0.1:${relay.port}/${name}` };
      const other = await connect({ url: urlFor('postgres') });
      const done = new Promise<void>((resolve) => void (migrated = resolve));
      await new Promise<void>((begun) => {
        migrating = withMigrationLock(other, () => {
          begun();
          return done;
        }).finally(() => other.end());
      });
    });
    afterEach(async () => {
      await relay.cut();
      migrated();
      await migrating;
    });
    /** It asks whether it answers, after the two connections that it works on. */
    const asks = async (after = 3): Promise<void> => {
      await expect.poll(() => connections).toBeGreaterThan(after);
    };

    it('is waited for as long as it answers, even while it lets nobody in, however short the patience', async () => {
      const starting = start(env);
      await asks();
      await onCluster(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await asks(connections + 1);
      await onCluster(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
      migrated();
      const { url } = await starting;
      expect(await health(url)).toBe(200);
      await running.pop()?.stop();
    });

    it('is waited for no longer once the start is told to end', async () => {
      const ending = new AbortController();
      const starting = start(env, 0, ending.signal);
      await asks();
      ending.abort();
      await expect(starting).rejects.toThrow('aborted');
    });

    it('is given up when it stops answering', async () => {
      const starting = refusal(env);
      await asks();
      relay.hang();
      expect(await starting).toMatchObject({
        exitCode: EXIT_CODES.databaseOutOfReach,
        message: 'The database has stopped answering.',
      });
    });
  });

  it('is not blamed for a file that is missing', () => {
    const error = Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' });
    expect(stoppedAnswering(error)).toBeInstanceOf(StartError);
    const ofFile = Object.assign(error, { path: '/srv/punctual' });
    expect(stoppedAnswering(ofFile)).toBe(ofFile);
  });

  it('that does not exist is refused at once', async () => {
    const error = await refusal({ DATABASE_URL: urlFor('postgres', 'no_such_database') });
    expect(error).toBeInstanceOf(StartError);
    expect(error).toMatchObject({
      exitCode: EXIT_CODES.databaseOutOfReach,
      message: expect.stringMatching(/database "no_such_database" does not exist\.$/),
    });
  });

  it('out of reach is refused when the patience is at its end, without its password', async () => {
    const error = await refusal({ DATABASE_URL: 'postgres://clock:secret@127.0.0.1:1/punctual' });
    expect(error).toMatchObject({
      exitCode: EXIT_CODES.databaseOutOfReach,
      message: expect.stringMatching(/^The database of DATABASE_URL \(127\.0\.0\.1:1\) cannot be reached: /),
    });
    expect(String(error)).not.toContain('secret');
  });
});
