/** Reads the work settings (spec §3 Settings): one row, version and all. */
import type { Settings } from '#contract/records';
import type { PayRule } from '#domain/pay-rule';
import { presentPayRule } from '#domain/pay-period';
import { THEME, type RegistrationMode } from '#domain/settings';
import type { Day, HourFormat } from '#domain/time';
import type { ZoneRule } from '#domain/zone-rules';
import type { FirstWeekday } from '#domain/workplace-day';
import { zoneTextOf } from '../calendars.ts';
import type { Part } from '../database/parts.ts';
import { named, type Queryable } from '../database/pool.ts';
import { constant } from '../database/sql.ts';
import type { Transaction } from '../database/transaction.ts';
import { asTimestamp } from '../database/wire-types.ts';

export interface SettingsRow {
  readonly work_start_time: string;
  readonly work_end_time: string;
  readonly break_duration: number;
  readonly break_start_time: string;
  readonly late_threshold_minutes: number;
  readonly overtime_threshold_hours: number;
  readonly night_shift_hours: number;
  readonly reminder_minutes: number;
  readonly correction_days: number;
  readonly allow_flexible_hours: boolean;
  readonly require_location_tracking: boolean;
  readonly weekend_work_allowed: boolean;
  readonly time_zone: string;
  readonly workplace_name: string;
  readonly registration: RegistrationMode;
  readonly hour_format: HourFormat;
  readonly first_weekday: FirstWeekday;
  readonly zone_rules: readonly ZoneRule[];
  readonly pay_rules: readonly PayRule[];
  readonly invitation: number;
  readonly is_set_up: boolean;
  readonly settings_created_at: number;
  readonly settings_updated_at: number;
  readonly settings_version: number;
}

/** For a SELECT from `settings`, under that name. */
export const SETTINGS_COLUMNS = `
  settings.work_start_time, settings.work_end_time, settings.break_duration, settings.break_start_time, settings.late_threshold_minutes,
  settings.overtime_threshold_hours, settings.allow_flexible_hours, settings.require_location_tracking, settings.weekend_work_allowed,
  settings.night_shift_hours, settings.reminder_minutes, settings.correction_days, settings.time_zone, settings.workplace_name, settings.registration, settings.hour_format,
  settings.first_weekday, settings.zone_rules, settings.pay_rules, settings.invitation, settings.is_set_up, settings.created_at AS settings_created_at, settings.updated_at AS settings_updated_at, settings.version AS settings_version`;

export const toSettings = (row: SettingsRow): Settings => ({
  id: 'app-config',
  theme: THEME,
  workStartTime: row.work_start_time,
  workEndTime: row.work_end_time,
  breakDuration: row.break_duration,
  breakStartTime: row.break_start_time,
  lateThresholdMinutes: row.late_threshold_minutes,
  overtimeThresholdHours: row.overtime_threshold_hours,
  nightShiftHours: row.night_shift_hours,
  reminderMinutes: row.reminder_minutes,
  correctionDays: row.correction_days,
  allowFlexibleHours: row.allow_flexible_hours,
  requireLocationTracking: row.require_location_tracking,
  weekendWorkAllowed: row.weekend_work_allowed,
  timeZone: row.time_zone,
  workplaceName: row.workplace_name,
  registration: row.registration,
  hourFormat: row.hour_format,
  firstWeekday: row.first_weekday,
  zoneRules: row.zone_rules,
  zones: zoneTextOf({ timeZone: row.time_zone, zoneRules: row.zone_rules }),
  payRules: row.pay_rules,
  ...presentPayRule(row.pay_rules),
  invitation: row.invitation,
  isSetUp: row.is_set_up,
  createdAt: asTimestamp(row.settings_created_at),
  updatedAt: asTimestamp(row.settings_updated_at),
  version: row.settings_version,
});

/** Null when there are none. */
export async function findSettings(tx: Queryable): Promise<Settings | null> {
  const [row] = await named<SettingsRow>(tx, 'find_settings', `SELECT ${SETTINGS_COLUMNS} FROM settings`);
  return row ? toSettings(row) : null;
}

/** The row is gone; whoever answers requests makes it again (`restoringSettings`). */
export class MissingSettings extends Error {
  override readonly name = 'MissingSettings';

  constructor() {
    super('The settings are missing.');
  }
}

/**
 * They, as they stay until the transaction ends.
 * @throws MissingSettings when there are none
 */
export async function holdSettings(tx: Transaction): Promise<Settings> {
  const [row] = await named<SettingsRow>(
    tx,
    'hold_settings',
    `SELECT ${SETTINGS_COLUMNS} FROM settings FOR SHARE`,
  );
  if (!row) throw new MissingSettings();
  return toSettings(row);
}

/** The last day of anybody's period of which something was said: what was settled stays a period. Null for none. */
export async function lastPeriodEnd(tx: Queryable): Promise<Day | null> {
  const [row] = await named<{ last: Day | null }>(
    tx,
    'last_period_end',
    'SELECT max(last) AS last FROM period',
  );
  return row?.last ?? null;
}

export async function hasEntries(tx: Queryable): Promise<boolean> {
  const [row] = await named(tx, 'any_entry', 'SELECT FROM counted_entry LIMIT 1');
  return row !== undefined;
}

/** @throws MissingSettings when there are none */
export async function readSettings(tx: Queryable): Promise<Settings> {
  const settings = await findSettings(tx);
  if (!settings) throw new MissingSettings();
  return settings;
}

/**
 * They, beside what else is read; their value throws MissingSettings when there are none.
 * @param known what counts where they cannot be loaded; null loads them
 */
export const settingsPart = (known: Settings | null): Part<Settings> => ({
  name: 'settings',
  columns: known ? null : constant(SETTINGS_COLUMNS),
  join: constant(' LEFT JOIN settings ON true'),
  valueOf: (row: Omit<SettingsRow, 'settings_version'> & { readonly settings_version: number | null }) => {
    if (known) return known;
    const { settings_version: version } = row;
    if (version === null) throw new MissingSettings();
    return toSettings({ ...row, settings_version: version });
  },
});
