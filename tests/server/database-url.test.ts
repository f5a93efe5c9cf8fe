/** Punctual on an external PostgreSQL. */
import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toOutOfReachError } from '#server/platform/database/answering';
import { withLogin } from '#server/platform/database/application-role';
import { connect, type ConnectionTarget } from '#server/platform/database/connection';
import { startEmbedded } from '#server/platform/database/embedded/embedded';
import { migrate, ownMigrations, withMigrationLock } from '#server/platform/database/migrate';
import { openDatabase } from '#server/platform/database/pool';
import { systemClock } from '#server/platform/clock';
import { EXIT_CODES, StartError } from '#server/platform/start-error';
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

/** The database users of Punctual's connections. */
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

describe('a database in DATABASE_URL', () => {
  it('the server uses its own role and keeps no connection of the given user', async () => {
    const { url } = await start({ DATABASE_URL: urlFor('postgres') });
    expect(await health(url)).toBe(200);
    expect(warnings).toEqual([]);
    await expect.poll(() => users()).toEqual(['punctual_app_N']);
  });

  it('the role gets a password that all servers of the database know, if passwords are needed', async () => {
    const postgres = await startEmbedded({
      dataDir,
      transport: 'tcp',
      say: () => {},
      log: silentLog,
      // This server hashes plain passwords with md5, so a SCRAM hash proves that the password was sent hashed.
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
        await expect(connect(withLogin(postgres.target, { user: role, password: guess }))).rejects.toThrow(
          /password/,
        );
    } finally {
      await Promise.all(running.splice(0).map((punctual) => punctual.stop()));
      await postgres.stop();
      await removeEmbedded(dataDir);
    }
  });

  describe('a DATABASE_URL whose user cannot create roles', () => {
    const role = `app_${process.pid}`;
    beforeEach(() => onCluster(`CREATE ROLE ${role} LOGIN`));
    afterEach(() =>
      onCluster(`DROP DATABASE ${name} WITH (FORCE)`, `CREATE DATABASE ${name}`, `DROP ROLE ${role}`),
    );

    it('the server uses the role of DATABASE_APP_URL with its rights, and limits whatever that role has', async () => {
      await onCluster(`ALTER ROLE ${role} IN DATABASE ${name} SET statement_timeout = 0`);
      await onCluster(`ALTER ROLE ${role} IN DATABASE ${name} SET jit = on`);
      const { url } = await start({ DATABASE_URL: urlFor(name), DATABASE_APP_URL: urlFor(role) });
      expect(await health(url)).toBe(200);
      expect(warnings).toEqual([]);
      await expect.poll(() => users()).toEqual(['app_N']);
      const application = openDatabase({ target: { url: urlFor(role) }, log: silentLog });
      const { rows } = await application.pool.query(
        `SELECT current_setting('statement_timeout') AS statement_timeout, current_setting('jit') AS jit`,
      );
      await expect(application.pool.query('DELETE FROM ledger')).rejects.toThrow(/permission denied/);
      await application.close();
      expect(rows).toEqual([{ statement_timeout: '2400ms', jit: 'off' }]);
    });

    it('the server warns if that role owns something', async () => {
      const owner = await connect({ url: urlFor('postgres') });
      await owner
        .query(`CREATE TABLE theirs (); ALTER TABLE theirs OWNER TO ${role}`)
        .finally(() => owner.end());
      await start({ DATABASE_URL: urlFor(name), DATABASE_APP_URL: urlFor(role) });
      expect(warnings).toEqual([expect.stringContaining('more rights over its database than it needs')]);
    });

    it('the start fails if DATABASE_APP_URL names the owner', async () => {
      expect(await refusal({ DATABASE_URL: urlFor(name), DATABASE_APP_URL: urlFor(name) })).toMatchObject({
        exitCode: EXIT_CODES.invalidSettings,
      });
    });

    it('the start fails if DATABASE_APP_URL names another database', async () => {
      await onCluster(`CREATE DATABASE other_${name} TEMPLATE ${testCluster().template}`);
      const error = await refusal({
        DATABASE_URL: urlFor(name),
        DATABASE_APP_URL: urlFor(testCluster().login.user, `other_${name}`),
      });
      await onCluster(`DROP DATABASE other_${name} WITH (FORCE)`);
      expect(error).toMatchObject({ exitCode: EXIT_CODES.invalidSettings });
    });
  });

  it('the start revokes rights of a role that a dump brought from another database', async () => {
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

  it('the server uses the rights of a user who cannot create roles, and warns', async () => {
    const { url } = await start({ DATABASE_URL: urlFor(name) });
    expect(await health(url)).toBe(200);
    expect(warnings).toEqual([
      'Punctual works with more rights over its database than it needs: see "Who works on the database" in docs/operations.md.',
    ]);
  });

  it('the first admin exists with the password of ADMIN_PASSWORD before the server listens', async () => {
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

  it('two servers on one database are the same installation', async () => {
    const both = await Promise.all([
      start({ DATABASE_URL: urlFor('postgres') }),
      start({ DATABASE_URL: urlFor('postgres') }),
    ]);
    expect(await Promise.all(both.map(({ url }) => health(url)))).toEqual([200, 200]);
    expect(both.filter(({ firstAdmin }) => firstAdmin !== null)).toHaveLength(1);
  });

  describe('a database that another server migrates', () => {
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
    /** Waits until the start checks whether the database answers. Its first two connections do other work. */
    const asks = async (after = 3): Promise<void> => {
      await expect.poll(() => connections).toBeGreaterThan(after);
    };

    it('the start waits as long as the database answers, even if it refuses connections', async () => {
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

    it('the start stops waiting when it is aborted', async () => {
      const ending = new AbortController();
      const starting = start(env, 0, ending.signal);
      await asks();
      ending.abort();
      await expect(starting).rejects.toThrow('aborted');
    });

    it('the start fails if the database stops answering', async () => {
      const starting = refusal(env);
      await asks();
      relay.hang();
      expect(await starting).toMatchObject({
        exitCode: EXIT_CODES.databaseOutOfReach,
        message: 'The database has stopped answering.',
      });
    });
  });

  it('a missing file is not reported as a database problem', () => {
    const error = Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' });
    expect(toOutOfReachError(error)).toBeInstanceOf(StartError);
    const ofFile = Object.assign(error, { path: '/srv/punctual' });
    expect(toOutOfReachError(ofFile)).toBe(ofFile);
  });

  it('a start with a database that does not exist fails at once', async () => {
    const error = await refusal({ DATABASE_URL: urlFor('postgres', 'no_such_database') });
    expect(error).toBeInstanceOf(StartError);
    expect(error).toMatchObject({
      exitCode: EXIT_CODES.databaseOutOfReach,
      message: expect.stringMatching(/database "no_such_database" does not exist\.$/),
    });
  });

  it('a start with an unreachable database fails after the waiting time, without showing its password', async () => {
    const error = await refusal({ DATABASE_URL: 'postgres://clock:secret@127.0.0.1:1/punctual' });
    expect(error).toMatchObject({
      exitCode: EXIT_CODES.databaseOutOfReach,
      message: expect.stringMatching(/^The database of DATABASE_URL \(127\.0\.0\.1:1\) cannot be reached: /),
    });
    expect(String(error)).not.toContain('secret');
  });
});
