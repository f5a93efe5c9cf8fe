import { say } from '#texts/say';
import { normalizeEmail } from '#contract/fields';
import type { User } from '#contract/records';
import type { CheckedInputOf } from '#contract/routes';
import { type EmployeeDetails, changedDetails } from '#domain/people/employee';
import type { Day, EpochMs } from '#domain/time/units';
import { rangeAcross } from '#domain/time/workplace-day';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { endSessionsOf } from '../credentials/session-commands.ts';
import type { Database } from '../../platform/database/pool.ts';
import { constant, sql } from '../../platform/database/sql.ts';
import { type Transaction, inTransaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { lockChain } from '../../ledger/commands.ts';
import { type Session, isConfirmed } from '../../platform/http/caller.ts';
import { type Refused, refused } from '../../platform/refused.ts';
import { storeResponse, type Sender } from '../../ledger/idempotency/commands.ts';
import { calendarOf } from '../../platform/calendars.ts';
import { closedRanges } from '../../workplace/expected/queries.ts';
import { lockStudiosShared, readSettings } from '../../workplace/settings/queries.ts';
import { ledgerChangesOf, conflictOrThrow, ledgerSaltOf, createRecorder } from './account-commands.ts';
import type { UserRow } from './queries.ts';
import { USER_COLUMNS, isOrWasAdmin, toUser, usersById, usersWithNonAsciiEmail } from './queries.ts';
import { type Placement, type PlacementFaults, type Studio, placementFaults } from '#domain/people/studios';

/** Refuses a retired studio or hub, or a hub of another studio. */
export type PlacementRefusal = Refused<'invalid_input'> & { readonly fields: PlacementFaults };

export function placementRefusal(
  studios: readonly Studio[],
  wanted: Placement,
  before?: Placement,
): PlacementRefusal | null {
  const fields = placementFaults(studios, wanted, before);
  return Object.keys(fields).length === 0 ? null : { ...refused('invalid_input'), fields };
}

export interface DetailsUpdate extends EmployeeDetails {
  readonly role: User['role'];
  readonly isActive: boolean;
}

/** `invalid_input`: the form cannot make an employee an admin. */
export type UpdateResult =
  | { readonly ok: true; readonly before: User; readonly user: User }
  | Refused<'employee_not_found' | 'employee_changed' | 'confirmation_required' | 'own_deactivation'>
  | Refused<'last_admin' | 'admin_role_fixed' | 'invalid_input' | 'command_line_only'>
  | ReturnType<typeof conflictOrThrow>
  | NonNullable<Awaited<ReturnType<typeof employmentRefusal>>>
  | PlacementRefusal;

/** Advisory lock, also taken by a database trigger, so that two admins cannot deactivate each other at once. */
const ADMINS_LOCK = 7_305_003;

/** Deactivation ends all sessions, but an open entry stays open (spec §4). `actor` is null for the server. */
export async function setActive(
  database: Database,
  at: EpochMs,
  actor: string | null,
  userId: string,
  isActive: boolean,
) {
  return inTransaction(database, async (tx) => {
    const user = await lockAccount(tx, userId);
    if (!user) return refused('employee_not_found');
    const fault = await deactivationFault(tx, user, actor, isActive);
    if (fault) return refused(fault);
    return { ok: true, user: await saveEmployee(tx, at, actor, user, { ...user, isActive }) } as const;
  });
}

/** Saves the edit form (spec §6). Changes that give power need a recently confirmed session [D3.23]. */
export async function updateEmployee(
  database: Database,
  { at, actor, key }: Sender,
  session: Session,
  { id: userId, version, ...given }: Omit<CheckedInputOf<'updateEmployee'>, 'requestId'>,
) {
  return inTransaction<UpdateResult>(database, async (tx) => {
    const studios = await lockStudiosShared(tx);
    const user = await lockAccount(tx, userId);
    if (!user) return refused('employee_not_found');
    const { payrollNumber = user.payrollNumber, employedSince = user.employedSince } = given;
    const wanted: DetailsUpdate = { ...given, payrollNumber, employedSince };
    if (user.version !== version) return refused('employee_changed');
    if (wanted.role !== user.role) return refused(await roleFault(tx, user));
    const place = placementRefusal(studios, wanted, user);
    if (place) return place;
    const closed = await employmentRefusal(tx, user, wanted.employedSince);
    if (closed) return closed;
    const fault = await deactivationFault(tx, user, actor, wanted.isActive);
    if (fault) return refused(fault);
    if (givesPower(user, wanted) && !isConfirmed(session, at)) return refused('confirmation_required');
    // A mailed link to another address would be a password.
    if (wanted.email !== user.email && actor !== userId && (await isOrWasAdmin(tx, at, user)))
      return refused('command_line_only');
    const changed = await saveEmployee(tx, at, actor, user, wanted, session.id);
    return storeResponse(tx, key, at, { ok: true, before: user, user: changed });
  }).catch(conflictOrThrow);
}

/** Refuses another first day of employment if closed periods have days between the old day and the new one. */
async function employmentRefusal(tx: Transaction, user: User, since: Day | '') {
  if (since === user.employedSince) return null;
  const settings = await readSettings(tx);
  const created = calendarOf(settings).dayAt(Date.parse(user.createdAt)).day;
  const { first, last } = rangeAcross([user.employedSince || created, since || created]);
  const closed = await closedRanges(tx, user.id);
  return closed.some((period) => period.first < last && period.last >= first)
    ? {
        ...refused('invalid_input'),
        fields: { employedSince: say('employed.reopenFirst') },
      }
    : null;
}

/** Ends the person's sessions, since their screens change [D3.9]. Needs a recently confirmed session [D3.23]. */
export async function setRole(
  database: Database,
  { at, actor, key }: Sender,
  session: Session,
  { id, role }: Pick<User, 'id' | 'role'>,
) {
  return inTransaction(database, async (tx) => {
    const user = await lockAccount(tx, id);
    if (!user) return refused('employee_not_found');
    if (role !== user.role && (await isLastAdmin(tx, user))) return refused('last_admin');
    if (role !== user.role && !isConfirmed(session, at)) return refused('confirmation_required');
    const changed = await saveEmployee(tx, at, actor, user, { ...user, role });
    return storeResponse(tx, key, at, { ok: true, before: user, user: changed });
  });
}

/** A new email address gives power: its owner can reset the password. */
const givesPower = (user: User, wanted: DetailsUpdate): boolean =>
  wanted.email !== user.email || (user.role === 'admin' && wanted.isActive !== user.isActive);

export async function lockAccount(tx: Transaction, userId: string): Promise<User | undefined> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [ADMINS_LOCK]);
  await lockChain(tx, userId);
  return (await usersById(tx, [userId]))[0];
}

async function deactivationFault(tx: Transaction, user: User, actor: string | null, isActive: boolean) {
  if (isActive || !user.isActive) return undefined;
  if (actor === user.id) return 'own_deactivation';
  return (await isLastAdmin(tx, user)) ? 'last_admin' : undefined;
}

/** The form cannot change roles (spec §5) [D3.9]. */
async function roleFault(tx: Transaction, user: User) {
  if (user.role === 'employee') return 'invalid_input';
  return (await isLastAdmin(tx, user)) ? 'last_admin' : 'admin_role_fixed';
}

async function isLastAdmin(tx: Transaction, user: User): Promise<boolean> {
  if (user.role !== 'admin' || !user.isActive) return false;
  const [row] = await tx.run<{ admins: number }>(
    `SELECT count(*) AS admins FROM account WHERE role = 'admin' AND is_active`,
  );
  return row?.admins === 1;
}

/** Writes one ledger row each for changed details, deactivation and reactivation. Does not end session `sessionId`. */
export async function saveEmployee(
  tx: Transaction,
  at: EpochMs,
  actor: string | null,
  user: User,
  wanted: DetailsUpdate,
  sessionId: string | null = null,
): Promise<User> {
  const isOtherRole = wanted.role !== user.role;
  const details = [...changedDetails(user, wanted), ...(isOtherRole ? (['role'] as const) : [])];
  if (details.length === 0 && wanted.isActive === user.isActive) return user;
  const [row] =
    await tx.run<UserRow>(sql`UPDATE account SET name = ${wanted.name}, email = ${wanted.email}, employee_id = ${wanted.employeeId},
        payroll_number = ${wanted.payrollNumber}, employed_since = ${wanted.employedSince}, department = ${wanted.department}, hub = ${wanted.hub}, position = ${wanted.position},
        role = ${wanted.role}, is_active = ${wanted.isActive}, awaits_approval = awaits_approval AND NOT ${wanted.isActive},
        updated_at = ${asTimestamp(at)}, version = version + 1
      WHERE id = ${user.id} RETURNING ${constant(USER_COLUMNS)}`);
  if (!row) throw new Error('The account is gone.');
  const changed = toUser(row);
  const record = createRecorder(tx, at, actor, changed);
  const reactivated = wanted.isActive && !user.isActive;
  const fields = reactivated ? [...details, 'isActive'] : details;
  const isOwnOfAdmin = actor === user.id && user.role === 'admin';
  const updated =
    fields.length > 0 && !isOwnOfAdmin
      ? ({ kind: 'updated', userName: changed.name, fields } as const)
      : undefined;
  if (details.length > 0) {
    const only = (of: User) => Object.fromEntries(details.map((name) => [name, of[name]]));
    const changes = ledgerChangesOf(await ledgerSaltOf(tx, user.id), only(user), only(changed));
    await record({ kind: 'employee_updated', data: { changes } }, reactivated ? undefined : updated);
  }
  // Activating a person who awaits approval also approves them.
  const back = user.awaitsApproval ? 'employee_approved' : 'employee_reactivated';
  if (reactivated) await record({ kind: back }, updated);
  const isDeactivated = !wanted.isActive && user.isActive;
  if (isDeactivated || isOtherRole || details.includes('email')) await endSessionsOf(tx, user.id, sessionId);
  if (isDeactivated)
    await record({ kind: 'employee_deactivated' }, { kind: 'deactivated', userName: changed.name });
  return changed;
}

export async function updateName(database: Database, at: EpochMs, userId: string, name: string) {
  return inTransaction(database, async (tx) => {
    await lockChain(tx, userId);
    const [user] = await usersById(tx, [userId]);
    if (!user?.isActive) return refused('profile_not_signed_in');
    return { ok: true, user: await saveEmployee(tx, at, userId, user, { ...user, name }) } as const;
  });
}

/** Normalizes email addresses that earlier versions stored. Logs accounts whose normalized address is taken. */
export async function normalizeStoredEmails(database: Database, clock: Clock, log: Log): Promise<void> {
  for (const user of await usersWithNonAsciiEmail(database.pool)) {
    if (user.email === normalizeEmail(user.email)) continue;
    const done = await normalizeStoredEmail(database, clock.now(), user.id);
    if (!done.ok)
      log.warn(
        `Account ${user.employeeId} has the email address of another account in another spelling: nobody can sign in to it until an administrator gives it another address.`,
      );
  }
}

async function normalizeStoredEmail(database: Database, at: EpochMs, userId: string) {
  return inTransaction(database, async (tx) => {
    const user = await lockAccount(tx, userId);
    if (user) await saveEmployee(tx, at, null, user, { ...user, email: normalizeEmail(user.email) });
    return { ok: true } as const;
  }).catch(conflictOrThrow);
}
