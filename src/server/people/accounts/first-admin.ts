import { emailSpelling } from '#contract/fields';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/pool.ts';
import { StartError } from '../../start-error.ts';
import { createAdmin } from './commands.ts';
import { hashPassword, generatePassword } from '../credentials/passwords.ts';
import { allEmployees, hasAdmin } from '../employees/queries.ts';
import { giveAdminPassword } from './password-commands.ts';

const MADE_UP_EMAIL = 'admin@punctual.local';

export interface AdminCredentials {
  readonly email: string;
  /** Null when the caller chose it. */
  readonly password: string | null;
}

/**
 * From ADMIN_EMAIL and ADMIN_PASSWORD, or generated.
 * @returns what to print once; null when there is an admin
 */
export async function ensureFirstAdmin({
  database,
  config,
  clock,
}: {
  database: Database;
  config: Pick<Config, 'adminEmail' | 'adminPassword' | 'adminName'>;
  clock: Clock;
}): Promise<AdminCredentials | null> {
  if (await hasAdmin(database.pool)) return null;
  const email = config.adminEmail ?? MADE_UP_EMAIL;
  const password = config.adminPassword ?? generatePassword();
  const created = await createAdmin(
    database,
    clock,
    { email, name: config.adminName, passwordHash: await hashPassword(password) },
    true,
  );
  if (created?.ok === false)
    throw new Error(`The first admin could not be made: ${email} belongs to an employee.`);
  return created ? { email, password: config.adminPassword === null ? password : null } : null;
}

/**
 * For `punctual admin create`.
 * @param wanted `password` null generates one
 * @returns null when the e-mail address is taken
 */
export async function addAdmin(
  { database, clock }: { database: Database; clock: Clock },
  wanted: { readonly email: string; readonly name: string; readonly password: string | null },
): Promise<AdminCredentials | null> {
  const password = wanted.password ?? generatePassword();
  const email = emailSpelling(wanted.email);
  const created = await createAdmin(
    database,
    clock,
    { email, name: wanted.name, passwordHash: await hashPassword(password) },
    false,
  );
  return created?.ok ? { email, password: wanted.password === null ? password : null } : null;
}

/**
 * @param email in its normal spelling
 * @throws StartError naming the active admins when none of them has the address
 */
export async function activeAdmin(database: Database, email: string): Promise<{ readonly id: string }> {
  const admins = (await allEmployees(database.pool)).filter(
    ({ role, isActive }) => role === 'admin' && isActive,
  );
  const admin = admins.find((one) => one.email === email);
  if (admin) return admin;
  throw new StartError(
    'invalidSettings',
    `No active admin has the address ${email}. These have one: ${admins.map((one) => one.email).join(', ')}.`,
  );
}

/**
 * For `punctual admin password`; ends their sessions.
 * @param wanted `password` null generates one
 * @throws StartError when no active admin has that address
 */
export async function resetAdminPassword(
  { database, clock }: { database: Database; clock: Clock },
  wanted: { readonly email: string; readonly password: string | null },
): Promise<AdminCredentials> {
  const email = emailSpelling(wanted.email);
  const { id } = await activeAdmin(database, email);
  const password = wanted.password ?? generatePassword();
  const given = await giveAdminPassword(database, clock.now(), id, await hashPassword(password));
  if (!given.ok) throw new Error('The admin is gone.');
  return { email, password: wanted.password === null ? password : null };
}
