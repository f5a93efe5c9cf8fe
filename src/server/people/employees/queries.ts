import type { BoardPerson, User } from '#contract/records';
import type { Language } from '#texts/languages';
import type { EpochMs } from '#domain/time/units';
import {
  jsonAggregate,
  pick,
  type QueryPart,
  columnOf,
  constant,
  sql,
  type Sql,
} from '../../platform/database/sql.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import type { WorkplaceDay } from '#domain/time/workplace-day';
import { ledPeopleSql } from '../leads/queries.ts';
import { asTimestamp, epochMs } from '../../platform/database/wire-types.ts';

const USER_FIELDS = [
  'id',
  'name',
  'email',
  'role',
  'isActive',
  'department',
  'position',
  'hub',
  'employeeId',
  'payrollNumber',
  'employedSince',
  'version',
] as const satisfies readonly (keyof User)[];

export type UserRow = Pick<User, (typeof USER_FIELDS)[number]> & {
  readonly awaitsApproval: boolean;
  readonly hasSecondFactor: boolean;
  readonly language: Language | null;
  /** Instant until which the person has to set up a required second factor. */
  readonly secondFactorBy: EpochMs | null;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
};

/** For a SELECT from `account` without an alias. */
export const USER_COLUMNS = [
  ...[...USER_FIELDS, 'awaitsApproval', 'hasSecondFactor', 'language'].map(
    (name) => `account.${columnOf(name)} AS "${name}"`,
  ),
  ...['createdAt', 'updatedAt', 'secondFactorBy'].map(
    (name) => `${epochMs(`account.${columnOf(name)}`)} AS "${name}"`,
  ),
].join(', ');

export const toUser = (row: UserRow): User => ({
  ...pick(row, USER_FIELDS),
  authUid: row.id,
  ...(row.awaitsApproval ? { awaitsApproval: true } : {}),
  ...(row.hasSecondFactor ? { hasSecondFactor: true } : {}),
  ...(row.language === null ? {} : { language: row.language }),
  ...(row.secondFactorBy === null ? {} : { secondFactorBy: asTimestamp(row.secondFactorBy) }),
  createdAt: asTimestamp(row.createdAt),
  updatedAt: asTimestamp(row.updatedAt),
});

type BoardDay = Pick<WorkplaceDay, 'day' | 'start' | 'end'>;
type BoardRow = Omit<BoardPerson, 'createdAt'> & {
  readonly createdAt: EpochMs;
  readonly since: User['employedSince'];
};
const BOARD_COLUMNS = `a.id, a.name, a.employee_id AS "employeeId", a.department, a.hub, a.is_active AS "isActive", a.employed_since AS since,
  greatest(a.created_at, (SELECT max(at) FROM ledger step WHERE step.chain = a.id AND step.kind IN ('employee_reactivated', 'employee_approved'))) AS "createdAt"`;
/** Sorted by name. `createdAt` is set only for people who joined or came back today, or will join. */
async function boardPeople(tx: Queryable, from: Sql, today: BoardDay): Promise<BoardPerson[]> {
  const rows = await tx.run<BoardRow>(
    sql`SELECT ${constant(BOARD_COLUMNS)} FROM ${from} ORDER BY a.name, a.id`,
  );
  return rows.map(({ createdAt, since, ...person }) => {
    const from = since > today.day ? today.end : createdAt;
    return from >= today.start ? { ...person, createdAt: asTimestamp(from) } : person;
  });
}

export const monitoredEmployees = (tx: Queryable, today: BoardDay): Promise<BoardPerson[]> =>
  boardPeople(tx, sql`account a WHERE a.is_active AND a.role = 'employee'`, today);

export async function boardPeopleOfLead(
  tx: Queryable,
  leadId: string,
  today: BoardDay,
): Promise<BoardPerson[]> {
  return boardPeople(tx, sql`account a WHERE a.id IN ${ledPeopleSql(leadId, today.day)}`, today);
}

/** People who are no longer active employees but have an open entry. An admin should close the entry. */
export const formerEmployeesWithOpenEntry = (tx: Queryable, today: BoardDay): Promise<BoardPerson[]> =>
  boardPeople(
    tx,
    sql`counted_entry e JOIN account a ON a.id = e.user_id
     WHERE e.clock_out IS NULL AND NOT (a.is_active AND a.role = 'employee')`,
    today,
  );

async function readUsers(tx: Queryable, rest: string, values: string[][] = []): Promise<User[]> {
  return (await tx.run<UserRow>(`SELECT ${USER_COLUMNS} FROM account ${rest}`, values)).map(toUser);
}

export const allEmployees = (tx: Queryable): Promise<User[]> => readUsers(tx, 'ORDER BY created_at DESC, id');

export const usersById = async (tx: Queryable, ids: readonly string[]): Promise<User[]> =>
  ids.length === 0 ? [] : readUsers(tx, 'WHERE id = ANY ($1::uuid[])', [[...ids]]);

/** Users whose email has non-ASCII characters, since Unicode can encode such a character in several ways. */
export const usersWithNonAsciiEmail = (tx: Queryable): Promise<User[]> =>
  readUsers(tx, `WHERE email ~ '[^[:ascii:]]' ORDER BY created_at, id`);

export const personPart = (
  id: string,
): QueryPart<{ readonly user: User; readonly isLastAdmin: boolean } | null> => ({
  columns: sql`${jsonAggregate(sql`SELECT ${constant(USER_COLUMNS)} FROM account WHERE account.id = ${id}`, 'people')},
    (SELECT count(*) FROM account WHERE account.role = 'admin' AND account.is_active) AS admins`,
  valueOf: ({ people, admins }: { readonly people: readonly UserRow[] | null; readonly admins: number }) => {
    const [row] = people ?? [];
    if (!row) return null;
    const user = toUser(row);
    return { user, isLastAdmin: user.role === 'admin' && user.isActive && admins === 1 };
  },
});

export async function isEmailTaken(tx: Queryable, email: string): Promise<boolean> {
  return (await tx.run('SELECT 1 FROM account WHERE email = $1', [email])).length > 0;
}

/** Null if they have chosen none, or nobody has this address. */
export async function languageByEmail(tx: Queryable, email: string): Promise<Language | null> {
  const [row] = await tx.run<Pick<UserRow, 'language'>>('SELECT language FROM account WHERE email = $1', [
    email,
  ]);
  return row?.language ?? null;
}

export async function hasAdmin(tx: Queryable): Promise<boolean> {
  return (await tx.run(`SELECT 1 FROM account WHERE role = 'admin' LIMIT 1`)).length > 0;
}

const FORMER_ADMIN_DAYS = 7;

/** Administrators must not take over another administrator's account, not even after they took away the role. */
export async function isOrWasAdmin(tx: Queryable, now: EpochMs, { id, role }: Pick<User, 'id' | 'role'>) {
  if (role === 'admin') return true;
  const rows = await tx.run(
    `SELECT FROM ledger WHERE chain = $1 AND at > $2::timestamptz - interval '${FORMER_ADMIN_DAYS} days'
       AND kind = 'employee_updated' AND body::jsonb #>> '{data,changes,role,from}' = 'admin' LIMIT 1`,
    [id, asTimestamp(now)],
  );
  return rows.length > 0;
}
