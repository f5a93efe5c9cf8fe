import { normalizeEmail } from '#contract/fields';
import type { EpochMs } from '#domain/time/units';
import type { Config } from '../../platform/config.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { StartError } from '../../platform/start-error.ts';
import { createAdmin } from './commands.ts';
import { hashPassword, generatePassword } from '../credentials/passwords.ts';
import { allEmployees, hasAdmin, isOrWasAdmin } from '../employees/queries.ts';
import { giveAdminPassword } from './password-commands.ts';

const DEFAULT_EMAIL = 'admin@punctual.local';

export interface AdminCredentials {
  readonly email: string;
  readonly password: string | null;
}

type WantedAdmin = AdminCredentials & { readonly name: string };
type AdminServices = Pick<Context, 'database' | 'clock'>;

/** Creates the first admin from ADMIN_EMAIL and ADMIN_PASSWORD, or defaults. Null if there is an admin. */
export async function ensureFirstAdmin({
  database,
  config,
  clock,
}: AdminServices & {
  config: Pick<Config, 'adminEmail' | 'adminPassword' | 'adminName'>;
}): Promise<AdminCredentials | null> {
  if (await hasAdmin(database.pool)) return null;
  const { adminEmail: email, adminName: name, adminPassword: password } = config;
  const wanted = { email: email ?? DEFAULT_EMAIL, name, password };
  const { created, credentials } = await insertAdmin({ database, clock }, wanted, true);
  if (created?.ok === false)
    throw new Error(`The first admin could not be made: ${wanted.email} belongs to an employee.`);
  return created ? credentials : null;
}

/** @returns null if another account has the email address */
export async function addAdmin(work: AdminServices, wanted: WantedAdmin): Promise<AdminCredentials | null> {
  const { created, credentials } = await insertAdmin(work, wanted, false);
  return created?.ok ? credentials : null;
}

async function insertAdmin({ database, clock }: AdminServices, wanted: WantedAdmin, onlyFirst: boolean) {
  const { name } = wanted;
  const email = normalizeEmail(wanted.email);
  const { password, passwordHash } = await choosePassword(wanted.password);
  const created = await createAdmin(database, clock, { email, name, passwordHash }, onlyFirst);
  return { created, credentials: { email, password } };
}

async function choosePassword(chosen: string | null) {
  const password = chosen ?? generatePassword();
  return { password: chosen === null ? password : null, passwordHash: await hashPassword(password) };
}

/**
 * Finds the active admin with this normalized address. Otherwise throws StartError, which names the active admins.
 * @param now if given, also finds a recent admin: no other admin can reset that account
 */
export async function activeAdmin({ pool }: Database, email: string, now?: EpochMs) {
  const active = (await allEmployees(pool)).filter(({ isActive }) => isActive);
  const admins = active.filter(({ role }) => role === 'admin');
  const found = (now === undefined ? admins : active).find((one) => one.email === email);
  if (found && (now === undefined || (await isOrWasAdmin(pool, now, found)))) return found;
  throw new StartError(
    'invalidSettings',
    `No active admin has the address ${email}. These have one: ${admins.map((one) => one.email).join(', ')}.`,
  );
}

/** Ends the admin's sessions. Throws StartError when no active admin has that address. */
export async function resetAdminPassword(
  { database, clock }: AdminServices,
  wanted: Pick<WantedAdmin, 'email' | 'password'>,
): Promise<AdminCredentials> {
  const email = normalizeEmail(wanted.email);
  const { id } = await activeAdmin(database, email, clock.now());
  const { password, passwordHash } = await choosePassword(wanted.password);
  const given = await giveAdminPassword(database, clock.now(), id, passwordHash);
  if (!given.ok) throw new Error('The admin is gone.');
  return { email, password };
}
