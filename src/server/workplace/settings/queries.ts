import type { Settings } from '#contract/records';
import { presentPayRule } from '#domain/period/pay-period';
import { THEME, type SettingName, type WorkSettings } from '#domain/settings/settings';
import { settingNames } from '#domain/settings/definitions';
import type { Day, EpochMs } from '#domain/time/units';
import { zoneTextOf } from '../calendars.ts';
import { pick, type Part } from '../../platform/database/parts.ts';
import { named, type Queryable } from '../../platform/database/pool.ts';
import { columnOf, constant } from '../../platform/database/sql.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';

export type SettingsRow = WorkSettings & {
  readonly settingsCreatedAt: EpochMs;
  readonly settingsUpdatedAt: EpochMs;
  readonly settingsVersion: number;
};

export const SETTING_NAMES = settingNames();

/** For a SELECT from `settings`, under that name. */
export const SETTINGS_COLUMNS = [
  ...SETTING_NAMES.map((name) => `settings.${columnOf(name)} AS "${name}"`),
  'settings.created_at AS "settingsCreatedAt", settings.updated_at AS "settingsUpdatedAt", settings.version AS "settingsVersion"',
].join(', ');

export const toSettings = (row: SettingsRow): Settings => ({
  id: 'app-config',
  theme: THEME,
  ...pick<WorkSettings, SettingName>(row, SETTING_NAMES),
  zones: zoneTextOf(row),
  ...presentPayRule(row.payRules),
  createdAt: asTimestamp(row.settingsCreatedAt),
  updatedAt: asTimestamp(row.settingsUpdatedAt),
  version: row.settingsVersion,
});

export async function findSettings(tx: Queryable): Promise<Settings | null> {
  const [row] = await named<SettingsRow>(tx, 'find_settings', `SELECT ${SETTINGS_COLUMNS} FROM settings`);
  return row ? toSettings(row) : null;
}

export class MissingSettings extends Error {
  override readonly name = 'MissingSettings';

  constructor() {
    super('The settings are missing.');
  }
}

/** Locked until the transaction ends. Throws MissingSettings. */
export async function lockSettings(tx: Transaction): Promise<Settings> {
  const [row] = await named<SettingsRow>(
    tx,
    'hold_settings',
    `SELECT ${SETTINGS_COLUMNS} FROM settings FOR SHARE`,
  );
  if (!row) throw new MissingSettings();
  return toSettings(row);
}

/** The last day of any period with a statement; null for none. Settled days stay a period. */
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

export const settingsPart: Part<Settings> = {
  name: 'settings',
  columns: constant(SETTINGS_COLUMNS),
  join: constant(' LEFT JOIN settings ON true'),
  valueOf: (row: Omit<SettingsRow, 'settingsVersion'> & { readonly settingsVersion: number | null }) => {
    const { settingsVersion: version } = row;
    if (version === null) throw new MissingSettings();
    return toSettings({ ...row, settingsVersion: version });
  },
};
