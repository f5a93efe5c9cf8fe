import type { Connection } from './connection.ts';
import pg from 'pg';

/**
 * The application's rights by table. It may not delete ledger rows, entries or accounts. Only `apply_correction`
 * (docs/schema.sql) changes ended entries.
 */
export const RIGHTS: Readonly<Record<string, string>> = {
  schema_migrations: 'SELECT',
  installation: 'SELECT',
  account: `SELECT, INSERT (id, email, password_hash, must_change_password, password_expires_at, name, role, is_active, awaits_approval,
    department, position, hub, employee_id, payroll_number, employed_since, created_at, updated_at), UPDATE (email, password_hash, name, role, is_active, awaits_approval, department, position, hub, employee_id, payroll_number, employed_since,
    must_change_password, password_expires_at, has_second_factor, language, updated_at, version)`,
  session: 'SELECT, INSERT, UPDATE (token_hash, last_seen_at, password_entered_at, network), DELETE',
  identity: 'SELECT, INSERT',
  known_device: 'SELECT, INSERT, UPDATE (last_used_at, factor_at), DELETE',
  second_factor:
    'SELECT, INSERT (id, user_id, kind, name, key, counter, credential_id, created_at), UPDATE (counter, last_used_at), DELETE',
  recovery_code: 'SELECT, INSERT (user_id, hash), UPDATE (used_at), DELETE',
  second_step: 'SELECT, INSERT, DELETE',
  issued_employee_id: 'SELECT, INSERT, DELETE',
  password_reset: 'SELECT, INSERT, UPDATE (token_hash, email, expires_at), DELETE',
  counted_entry: `SELECT, INSERT (id, user_id, clock_in, created_at, updated_at), UPDATE (clock_out, set_aside_at, updated_at)`,
  counted_break: 'SELECT, INSERT (entry_id, n, started_at), UPDATE (ended_at)',
  time_entry_detail: 'SELECT, INSERT',
  time_entry_closing: 'SELECT, INSERT',
  counted_leave: 'SELECT',
  leave_grant: 'SELECT, INSERT',
  calendar_key: 'SELECT, INSERT, UPDATE (hash, created_at), DELETE',
  correction: `SELECT, INSERT (id, user_id, day, asked_by, asked_at, reason, salt, updated_at, subject, is_kept), UPDATE (state, sent_back_by, decided_by,
    decided_at, decision_reason, objection, self_decided, updated_at)`,
  correction_item: 'SELECT, INSERT (correction_id, n, entry_id, old, new), DELETE',
  period: `SELECT, INSERT (user_id, first, last, start_at, end_at, confirmed_at, confirmed_hash, objected_at, objection, closed_at, closed_by,
    closing_reason, frozen, frozen_hash, salt), UPDATE (start_at, end_at, confirmed_at, confirmed_hash, objected_at, objection, closed_at,
    closed_by, closing_reason, reopened_at, reopened_by, reopening_reason, reopenings, frozen, frozen_hash, version)`,
  payroll_profiles: 'SELECT, INSERT, UPDATE (profiles, version)',
  activity_notification: 'SELECT, INSERT, UPDATE (read)',
  settings: `SELECT, INSERT, UPDATE (work_start_time, work_end_time, break_duration, break_start_time, late_threshold_minutes,
    overtime_threshold_hours, allow_flexible_hours, require_location_tracking, weekend_work_allowed, time_zone,
    night_shift_hours, reminder_minutes, correction_days, workplace_name, registration, language, hour_format, first_weekday, zone_rules, work_rules, pay_rules, invitation, is_set_up,
    updated_at, version, plans_id, holiday_region, leave_kinds, leave_allowances, share_away,
    security_log_days, second_factor, second_factor_since)`,
  holiday: 'SELECT, INSERT, DELETE',
  schedule: 'SELECT, INSERT, UPDATE (name, is_retired, versions, holidays)',
  schedule_of: 'SELECT, INSERT, DELETE',
  lead: 'SELECT, INSERT, DELETE',
  led: 'SELECT',
  studio: 'SELECT, INSERT, UPDATE (place, name, is_retired), DELETE',
  hub: 'SELECT, INSERT, UPDATE (place, name, is_retired), DELETE',
  // Stored answers never change, but `findAnswer` uses `FOR KEY SHARE`, which needs the right to UPDATE.
  request_answer: 'SELECT, INSERT, UPDATE (created_at), DELETE',
  rate_limit: 'SELECT, INSERT, UPDATE (points, expire), DELETE',
  reminder: 'SELECT, INSERT (entry_id, at, mail_at), UPDATE (mail, mail_at)',
  security_event: 'SELECT, INSERT, UPDATE (until, count), DELETE',
  record_check: 'SELECT, INSERT, UPDATE',
  signing_key: 'SELECT, INSERT',
  kiosk:
    'SELECT, INSERT, UPDATE (name, scope, options, revoked_at, seen_at, heard_at, page_version, version)',
  kiosk_pairing: 'SELECT, INSERT, DELETE',
  kiosk_key: 'SELECT, INSERT, UPDATE (public_key, private_key)',
  badge: 'SELECT, INSERT, DELETE',
  pin: 'SELECT, INSERT, UPDATE (hash, is_temporary, updated_at), DELETE',
  kept_press: 'SELECT, INSERT',
  ledger_head: 'SELECT, INSERT, UPDATE (n, hash)',
  ledger: 'SELECT, INSERT (chain, n, at, actor, kind, body, hash)',
};

interface SchemaAccess {
  readonly database: string;
  readonly schema: string;
  readonly connects: boolean;
  readonly enters: boolean;
  /** Application roles of other databases, which have rights here after a dump was restored. */
  readonly strangers: readonly string[];
}

/** Grants exactly `RIGHTS`. Revokes all other rights, also those that a dump of another database gave to its role. */
export async function grantRights(owner: Connection, role: string): Promise<void> {
  const { rows } = await owner.query<SchemaAccess>(
    `SELECT current_database() AS database, current_schema() AS schema,
       has_database_privilege($1, current_database(), 'CONNECT') AS connects,
       has_schema_privilege($1, current_schema(), 'USAGE') AS enters,
       ARRAY (
         SELECT DISTINCT r.rolname::text FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
         WHERE c.relnamespace = current_schema()::regnamespace AND r.rolname ^@ 'punctual_app_' AND r.rolname <> $1
       ) AS strangers`,
    [role],
  );
  const [place] = rows;
  if (!place) throw new Error('PostgreSQL did not say where the tables are.');
  const name = pg.escapeIdentifier(role);
  const tables = Object.keys(RIGHTS).join(', ');
  // PostgreSQL runs one query text as one transaction, so the role never loses its rights in between.
  await owner.query(
    [
      ...(place.connects
        ? []
        : [`GRANT CONNECT ON DATABASE ${pg.escapeIdentifier(place.database)} TO ${name}`]),
      ...(place.enters ? [] : [`GRANT USAGE ON SCHEMA ${pg.escapeIdentifier(place.schema)} TO ${name}`]),
      ...[name, ...place.strangers.map(pg.escapeIdentifier)].map(
        (one) => `REVOKE ALL ON ${tables} FROM ${one}`,
      ),
      ...Object.entries(RIGHTS).map(([table, rights]) => `GRANT ${rights} ON ${table} TO ${name}`),
    ].join(';'),
  );
}
