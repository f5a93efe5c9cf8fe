import type { Settings } from '#contract/records';
import type { CountedLeave } from '#domain/leave/leave';
import { MS_PER_HOUR, type EpochMs } from '#domain/time/units';
import type { TimeEntry } from '#domain/entry/time-entry';
import type { PersonalPlans } from '#domain/expected/schedules';
import { pick } from '../../platform/database/sql.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import {
  MissingSettings,
  SETTINGS_COLUMNS,
  toSettings,
  type SettingsRow,
} from '../../workplace/settings/queries.ts';
import { ENTRY_COLUMNS, toDomain, type EntryRow } from '../time-entries/queries.ts';
import { plansOf } from '../../workplace/expected/queries.ts';

export interface StateBeforePunch {
  readonly userName: string;
  /** Head of the employee's chain. While the head is unchanged, all fields but `settings` and `newest` stay valid. */
  readonly headN: number;
  readonly settings: Settings;
  readonly plans: PersonalPlans;
  readonly open: { readonly entry: TimeEntry; readonly createdAt: EpochMs } | undefined;
  /** Latest entry. It tells whether the next clock-in is the first of its day. */
  readonly last: { readonly clockIn: EpochMs; readonly clockOut: EpochMs | null } | undefined;
  readonly newest: EpochMs | null;
}

export interface LoadedBasis {
  readonly isSignedIn: boolean;
  readonly isActive: boolean;
  readonly mustChangePassword: boolean;
  readonly isFactorOverdue: boolean;
  readonly role: 'admin' | 'employee';
  readonly earlierResponse: { readonly fingerprint: Buffer; readonly response: string } | undefined;
  readonly basis: StateBeforePunch;
}

export interface BasisRequest {
  readonly userId: string;
  readonly requestId: string;
  readonly session: Buffer | null;
}

type Nullable<Row> = { readonly [Key in keyof Row]: Row[Key] | null };
type BasisRow = Partial<Nullable<SettingsRow>> &
  Nullable<EntryRow> &
  Omit<LoadedBasis, 'answered' | 'basis'> &
  Pick<StateBeforePunch, 'userName' | 'headN' | 'newest'> &
  Nullable<NonNullable<LoadedBasis['earlierResponse']>> & {
    readonly place: number;
    readonly lastClockIn: number | null;
    readonly lastClockOut: number | null;
    readonly leave: readonly CountedLeave[] | null;
  };

/** SQL condition that the session is valid. The statement must name its list of requests `asked`. */
export const IS_SIGNED_IN = (now: string, idleBefore: string): string => `(asked.session IS NULL OR (
  SELECT s.user_id = asked.user_id AND s.expires_at > ${now} AND s.last_seen_at > ${idleBefore}
  FROM session s WHERE s.token_hash = asked.session) IS TRUE)`;

/** SQL condition that the kiosk may punch. Passwords and second factors do not matter there: many people never sign in. */
export const IS_PAIRED = 'EXISTS (SELECT FROM kiosk k WHERE k.id = asked.kiosk_id AND k.revoked_at IS NULL)';

const basesSql = (settings: { readonly columns: string; readonly join: string }): string => `
  SELECT asked.place, ${IS_SIGNED_IN('$4', '$5')} AS "isSignedIn",
    a.name AS "userName", a.is_active AS "isActive", a.must_change_password AS "mustChangePassword",
    coalesce(a.second_factor_by <= $4, false) AS "isFactorOverdue", a.role, h.n AS "headN",
    ${settings.columns} ${ENTRY_COLUMNS}, last.clock_in AS "lastClockIn", last.clock_out AS "lastClockOut", r.fingerprint, r.response,
    (SELECT max(at) FROM ledger) AS newest,
    (SELECT json_agg(json_build_object('id', id, 'kind', kind, 'first', first, 'last', last, 'half', half)) FROM counted_leave
      WHERE user_id = a.id AND daterange(first, last, '[]') && daterange($4::date - 4, $4::date + 2)) AS leave
  FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) WITH ORDINALITY AS asked (user_id, request_id, session, place)
  JOIN account a ON a.id = asked.user_id
  JOIN ledger_head h ON h.chain = a.id
  ${settings.join}
  LEFT JOIN counted_entry e ON e.user_id = a.id AND e.clock_out IS NULL AND e.set_aside_at IS NULL
  LEFT JOIN time_entry_detail d ON d.entry_id = e.id
  LEFT JOIN LATERAL (SELECT clock_in, clock_out FROM counted_entry WHERE user_id = a.id ORDER BY clock_in DESC, clock_out DESC LIMIT 1) last ON true
  LEFT JOIN request_answer r ON r.asked_by = a.id AND r.request_id = asked.request_id`;
const BASES = basesSql({ columns: `${SETTINGS_COLUMNS},`, join: 'LEFT JOIN settings ON settings.one' });
const BASES_BY_DEFAULTS = basesSql({ columns: '', join: '' });

const hasSettings = (row: Partial<Nullable<SettingsRow>>): row is SettingsRow =>
  typeof row.settingsVersion === 'number';
const hasOpenEntry = (row: Nullable<EntryRow>): row is EntryRow => row.id !== null;

/** Results are in the order of `asked`; undefined for an unknown account. Throws MissingSettings. */
export async function punchBases(
  tx: Queryable,
  asked: readonly BasisRequest[],
  { now, idleBefore }: { readonly now: EpochMs; readonly idleBefore: EpochMs },
  fallback: Settings | null,
): Promise<(LoadedBasis | undefined)[]> {
  const rows = await tx.run<BasisRow>(fallback ? BASES_BY_DEFAULTS : BASES, [
    asked.map(({ userId }) => userId),
    asked.map(({ requestId }) => requestId),
    asked.map(({ session }) => session),
    asTimestamp(now),
    asTimestamp(idleBefore),
  ]);
  const found = asked.map((): LoadedBasis | undefined => undefined);
  for (const row of rows) {
    const settings = fallback ?? (hasSettings(row) ? toSettings(row) : null);
    if (!settings) throw new MissingSettings();
    const leave = new Map(row.leave ? [[asked[row.place - 1]?.userId ?? '', row.leave]] : []);
    found[row.place - 1] = toFoundBasis(row, settings, { ...(await plansOf(tx, settings)), leave });
  }
  return found;
}

function toFoundBasis(row: BasisRow, settings: Settings, plans: PersonalPlans): LoadedBasis {
  const { fingerprint, response, lastClockIn, lastClockOut: clockOut } = row;
  return {
    ...pick(row, ['isSignedIn', 'isActive', 'mustChangePassword', 'isFactorOverdue', 'role']),
    earlierResponse: fingerprint === null || response === null ? undefined : { fingerprint, response },
    basis: {
      ...pick(row, ['userName', 'headN', 'newest']),
      settings,
      plans,
      open: hasOpenEntry(row) ? { entry: toDomain(row), createdAt: row.createdAt } : undefined,
      last: lastClockIn === null ? undefined : { clockIn: lastClockIn, clockOut },
    },
  };
}

/** Seconds until the person may punch again (0: now), by the punches of the last hour on all servers. */
export async function punchWaitSeconds(
  tx: Queryable,
  userId: string,
  now: EpochMs,
  punchesPerHour: number,
): Promise<number> {
  const [earliest] = await tx.run<{ at: EpochMs }>(
    `SELECT at FROM (SELECT at, actor, kind FROM ledger WHERE chain = $1 ORDER BY n DESC LIMIT $3 + 1000) AS recent
    WHERE actor = $1 AND kind IN ('clock_in', 'break_start', 'break_end', 'clock_out') AND at > $2
    ORDER BY at DESC OFFSET $3 - 1 LIMIT 1`,
    [userId, asTimestamp(now - MS_PER_HOUR), punchesPerHour],
  );
  return earliest ? Math.max(1, Math.ceil((earliest.at + MS_PER_HOUR - now) / 1000)) : 0;
}

export async function isPaired(tx: Queryable, kioskId: string): Promise<boolean> {
  const rows = await tx.run('SELECT FROM kiosk WHERE id = $1 AND revoked_at IS NULL', [kioskId]);
  return rows.length > 0;
}
