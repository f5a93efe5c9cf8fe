import type { Settings } from '#contract/records';
import type { StudiosView } from '#contract/settings/settings';
import type { Hub, Placement, Studio } from '#domain/people/studios';
import { currentPayRule } from '#domain/period/pay-period';
import { THEME, type SettingName, type WorkSettings } from '#domain/settings/settings';
import { settingNames } from '#domain/settings/definitions';
import type { Day, EpochMs } from '#domain/time/units';
import { zoneTextOf } from '../../platform/calendars.ts';
import { pick, type QueryPart, columnOf, constant } from '../../platform/database/sql.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';

export type SettingsRow = WorkSettings & {
  readonly settingsCreatedAt: EpochMs;
  readonly settingsUpdatedAt: EpochMs;
  readonly settingsVersion: number;
  readonly settingsPlansId: string | null;
};

export const SETTING_NAMES = settingNames();

/** Columns for a SELECT from `settings` without an alias. */
export const SETTINGS_COLUMNS = [
  ...SETTING_NAMES.map((name) => `settings.${columnOf(name)} AS "${name}"`),
  'settings.created_at AS "settingsCreatedAt", settings.updated_at AS "settingsUpdatedAt", settings.version AS "settingsVersion", settings.plans_id AS "settingsPlansId"',
].join(', ');

export const toSettings = (row: SettingsRow): Settings => ({
  id: 'app-config',
  theme: THEME,
  ...pick<WorkSettings, SettingName>(row, SETTING_NAMES),
  zones: zoneTextOf(row),
  ...currentPayRule(row.payRules),
  createdAt: asTimestamp(row.settingsCreatedAt),
  updatedAt: asTimestamp(row.settingsUpdatedAt),
  version: row.settingsVersion,
  plansId: row.settingsPlansId ?? '',
});

export async function findSettings(tx: Queryable): Promise<Settings | null> {
  const [row] = await tx.run<SettingsRow>(`SELECT ${SETTINGS_COLUMNS} FROM settings`);
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
  const [row] = await tx.run<SettingsRow>(`SELECT ${SETTINGS_COLUMNS} FROM settings FOR SHARE`);
  if (!row) throw new MissingSettings();
  return toSettings(row);
}

/** Last day of all periods that somebody has confirmed, objected to or closed; null without one. */
export async function lastPeriodEnd(tx: Queryable): Promise<Day | null> {
  const [row] = await tx.run<{ last: Day | null }>('SELECT max(last) AS last FROM period');
  return row?.last ?? null;
}

export async function hasEntries(tx: Queryable): Promise<boolean> {
  const [row] = await tx.run('SELECT FROM counted_entry LIMIT 1');
  return row !== undefined;
}

/** @throws MissingSettings when there are none */
export async function readSettings(tx: Queryable): Promise<Settings> {
  const settings = await findSettings(tx);
  if (!settings) throw new MissingSettings();
  return settings;
}

export const settingsPart: QueryPart<Settings> = {
  columns: constant(SETTINGS_COLUMNS),
  join: constant(' LEFT JOIN settings ON true'),
  valueOf: (row: Omit<SettingsRow, 'settingsVersion'> & { readonly settingsVersion: number | null }) => {
    const { settingsVersion: version } = row;
    if (version === null) throw new MissingSettings();
    return toSettings({ ...row, settingsVersion: version });
  },
};

type StudioRow = Hub & { readonly studioId: string | null };

export async function readStudios(tx: Queryable): Promise<Studio[]> {
  const rows =
    await tx.run<StudioRow>(`SELECT id, NULL::uuid AS "studioId", name, is_retired AS "isRetired", place FROM studio
     UNION ALL SELECT id, studio_id, name, is_retired, place FROM hub ORDER BY place, id`);
  const studios = new Map<string, Studio & { readonly hubs: Hub[] }>();
  const toHub = ({ id, name, isRetired }: StudioRow): Hub => ({ id, name, isRetired });
  for (const row of rows) if (row.studioId === null) studios.set(row.id, { ...toHub(row), hubs: [] });
  for (const row of rows) studios.get(row.studioId ?? '')?.hubs.push(toHub(row));
  return [...studios.values()];
}

export const countPeopleByHub = (tx: Queryable): Promise<StudiosView['people']> =>
  tx.run<StudiosView['people'][number]>(
    'SELECT department, hub, count(*) AS count FROM account GROUP BY department, hub ORDER BY department, hub',
  );

/** Sorted by id, the order in which chains are locked. */
export const findPeopleInStudios = (tx: Queryable, studios: readonly Studio[]) =>
  tx.run<Placement & { readonly id: string }>(
    'SELECT id, department, hub FROM account WHERE department = ANY ($1::text[]) ORDER BY id',
    [studios.map(({ name }) => name)],
  );

const STUDIOS_LOCK = 7_305_004;

/** Delays studio renames until the transaction ends, so that they reach people saved here. Take this lock first. */
export async function lockStudiosShared(tx: Transaction): Promise<Studio[]> {
  await tx.run(`SELECT pg_advisory_xact_lock_shared(${STUDIOS_LOCK})`);
  return readStudios(tx);
}

/** Until the transaction ends, no other transaction can put anybody into a studio. */
export const lockStudios = async (tx: Transaction): Promise<void> =>
  void (await tx.run(`SELECT pg_advisory_xact_lock(${STUDIOS_LOCK})`));
