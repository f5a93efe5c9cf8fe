/** The application's login role. It owns nothing and is member of nothing, so its connections cannot gain rights. */
import { createHash, createHmac, pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto';
import pg from 'pg';
import { codeOf } from '../log.ts';
import { connect, type ConnectionTarget, type Connection } from './connection.ts';
import type { Queryable } from './connection.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
const INVALID_AUTHORIZATION = '28';
/** PgBouncer's answer to a user that it does not know. */
const PROTOCOL_VIOLATION = '08P01';
const SCRAM_ROUNDS = 4096;

export interface Login {
  readonly user: string;
  readonly password?: string;
}

/**
 * Creates the role or renews its password. Run it under `withMigrationLock`.
 * @returns null if the owner cannot create roles, or the role cannot sign in (some poolers)
 */
export async function ensureApplicationRole(
  owner: Connection,
  target: ConnectionTarget,
): Promise<Login | null> {
  // Each database of a cluster has its own role, so that no password opens two databases.
  const { rows } = await owner.query<{ role: string; exists: boolean }>(
    `SELECT role, EXISTS (SELECT FROM pg_roles WHERE rolname = role) AS exists
     FROM (SELECT 'punctual_app_' || oid AS role FROM pg_database WHERE datname = current_database()) named`,
  );
  const { role = '', exists = false } = rows[0] ?? {};
  const login = {
    user: role,
    ...(owner.password ? { password: derivedPassword(owner.password, role) } : {}),
  };
  try {
    if (!exists) await owner.query(`CREATE ROLE ${role} LOGIN`);
    const secret = login.password ? pg.escapeLiteral(scramVerifier(login.password)) : 'NULL';
    await owner.query(`ALTER ROLE ${role} LOGIN PASSWORD ${secret}`);
  } catch (error) {
    if (codeOf(error) === INSUFFICIENT_PRIVILEGE) return null;
    throw error;
  }
  return (await canSignIn(withLogin(target, login))) ? login : null;
}

/** Derived from the owner's password, so nothing is stored. Slow, so that guessing the owner's password takes long. */
const derivedPassword = (ofOwner: string, role: string): string =>
  scryptSync(ofOwner, role, 24).toString('hex');

/** SCRAM verifier (RFC 5802), so that no statement or log has the password. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, SCRAM_ROUNDS, 32, 'sha256');
  const key = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(key('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${SCRAM_ROUNDS}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`;
}

export function withLogin(target: ConnectionTarget, login: Login): ConnectionTarget {
  if (!('url' in target))
    return { host: target.host, port: target.port, database: target.database, ...login };
  // Set user and password as query parameters, since a URL without a host has no other place for them.
  const url = new URL(target.url);
  url.searchParams.set('user', login.user);
  url.searchParams.set('password', login.password ?? '');
  return { url: url.href };
}

async function canSignIn(login: ConnectionTarget): Promise<boolean> {
  try {
    await (await connect(login)).end();
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code.startsWith(INVALID_AUTHORIZATION) || code === PROTOCOL_VIOLATION) return false;
    throw error;
  }
}

/** True if the connection's role has no special rights, is member of no other role and owns no table. */
export async function isConfined(connection: Queryable): Promise<boolean> {
  const { rows } = await connection.query<{ confined: boolean }>(
    `SELECT NOT (rolsuper OR rolcreaterole OR rolreplication OR rolbypassrls)
       AND NOT EXISTS (SELECT FROM pg_roles other WHERE other.oid <> own.oid AND pg_has_role(own.oid, other.oid, 'MEMBER'))
       AND NOT EXISTS (SELECT FROM pg_class WHERE relowner = own.oid) AS confined
     FROM pg_roles own WHERE rolname = session_user`,
  );
  return rows[0]?.confined === true;
}
