import type { Settings } from '#contract/records';
import {
  defaultSettings,
  SECOND_FACTOR_MODES,
  type SettingName,
  type WorkSettings,
} from '#domain/settings/settings';
import { withPayRule } from '#domain/period/pay-period';
import type { PayPeriod, PayRule } from '#domain/period/pay-rule';
import { earliestZoneDay, zonesOf } from '#domain/time/calendar';
import type { Day, EpochMs } from '#domain/time/units';
import { withZoneRule } from '#domain/time/zone-rules';
import { withWorkRule } from '#domain/expected/work-rule';
import { calendarOf } from '../../platform/calendars.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/pool.ts';
import { columnOf, constant, joinWithCommas, sql, type Sql } from '../../platform/database/sql.ts';
import { inTransaction, type Transaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { appendToLedger, createChain, lockChain } from '../../ledger/commands.ts';
import { canonicalJson } from '../../ledger/canonical.ts';
import { SETTINGS_CHAIN } from '../../ledger/entry.ts';
import { refused, type Refused } from '../../platform/refused.ts';
import { storeResponse, type Sender } from '../../ledger/idempotency/commands.ts';
import { StartError } from '../../platform/start-error.ts';
import { ensureStudios } from './studio-commands.ts';
import {
  hasEntries,
  lastPeriodEnd,
  MissingSettings,
  readSettings,
  SETTING_NAMES,
  SETTINGS_COLUMNS,
  toSettings,
  type SettingsRow,
} from './queries.ts';

/** Creates missing settings (spec §4) and studios; several servers may do so at once. Throws StartError (spec §8). */
export async function ensureSettings(database: Database, clock: Clock, timeZone: string): Promise<void> {
  try {
    await makeSettings(database, clock, defaultSettings(timeZone));
    await ensureStudios(database);
  } catch (error) {
    throw new StartError(
      'unexpected',
      `Failed to initialize settings: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function makeSettings(database: Database, clock: Clock, settings: WorkSettings): Promise<void> {
  await inTransaction(database, async (tx) => {
    const at = clock.now();
    // Recreated settings get a higher version than the lost ones, so that no version number stands for two states.
    const [made] = await tx.run<{
      version: number;
    }>(sql`INSERT INTO settings (${constant(SETTING_NAMES.map(columnOf).join(', '))}, created_at, updated_at, version)
        VALUES (${joinWithCommas(SETTING_NAMES.map((name) => storedValue(settings[name])))}, ${asTimestamp(at)}, ${asTimestamp(at)},
          coalesce((SELECT n FROM ledger_head WHERE chain = ${SETTINGS_CHAIN}), 0) + 1)
        ON CONFLICT DO NOTHING RETURNING version`);
    if (!made) return;
    const { version } = made;
    if (version === 1) await createChain(tx, SETTINGS_CHAIN);
    await appendToLedger(tx, {
      chain: SETTINGS_CHAIN,
      at,
      actor: null,
      kind: 'settings_updated',
      data: { settings: { ...settings }, changes: {}, version },
    });
  });
}

const storedValue = (value: WorkSettings[SettingName]): Sql =>
  sql`${typeof value === 'object' ? JSON.stringify(value) : value}`;

/** Browser pages of an earlier version leave out newer settings, which then stay unchanged. */
export type WantedSettings = {
  readonly [Name in Exclude<SettingName, 'payRules' | 'zoneRules' | 'workRules' | 'secondFactorSince'>]?:
    | WorkSettings[Name]
    | undefined;
} & {
  readonly payPeriod?: PayPeriod | undefined;
  readonly payPeriodFrom?: Day | '' | undefined;
};

/** `settled` is null if the rule has no start date. Else the rule must start after `settled`: see `lastPeriodEnd`. */
type PayRuleRefused = Refused<'invalid_input'> & { readonly settled: Day | null };

/** Refuses unless `version` is current or null (spec §7). Writes no ledger row if nothing changes. */
export async function saveSettings(
  database: Database,
  { at, actor, key }: Sender,
  version: number | null,
  wanted: WantedSettings | ((before: Settings) => WantedSettings),
) {
  return inTransaction(database, async (tx) => {
    await lockChain(tx, SETTINGS_CHAIN);
    const before = await readSettings(tx);
    if (version !== null && before.version !== version) return refused('settings_changed');
    const {
      payPeriod = before.payPeriod,
      payPeriodFrom = before.payPeriodFrom,
      ...others
    } = typeof wanted === 'function' ? wanted(before) : wanted;
    const work = { ...before, ...withoutUndefined(others) };
    const pay = await changedPayRules(tx, work, payPeriod, payPeriodFrom);
    if (!pay.ok) return pay;
    const settings = {
      ...work,
      zoneRules: await zoneRulesOf(tx, at, before, work.timeZone),
      workRules: await workRulesOf(tx, at, before, work),
      payRules: pay.rules,
      secondFactorSince: isStricter(before, work) ? asTimestamp(at) : before.secondFactorSince,
    };
    if (SETTING_NAMES.some((name) => before[name] !== settings[name]))
      await writeSettings(tx, at, actor, before, settings);
    return storeResponse(tx, key, at, { ok: true });
  });
}

async function changedPayRules(
  tx: Transaction,
  { payRules: rules, firstWeekday, ...present }: Settings,
  period: PayPeriod,
  from: Day | '',
): Promise<{ readonly ok: true; readonly rules: readonly PayRule[] } | PayRuleRefused> {
  if (period === present.payPeriod && from === present.payPeriodFrom) return { ok: true, rules };
  if (from === '') return { ...refused('invalid_input'), settled: null };
  // Confirming and closing a period lock the settings, too, so neither happens before this change is saved.
  await tx.run('SELECT FROM settings FOR UPDATE');
  const settled = await lastPeriodEnd(tx);
  if (settled !== null && settled >= from) return { ...refused('invalid_input'), settled };
  return { ok: true, rules: withPayRule(rules, { period, from, firstWeekday }) };
}

/** A new zone does not move recorded hours to other days. Before the first entry, the new zone replaces the old one. */
async function zoneRulesOf(tx: Transaction, now: EpochMs, before: Settings, zone: string) {
  if (zone === before.timeZone) return before.zoneRules;
  await tx.run('SELECT FROM settings FOR UPDATE');
  const settled = await lastPeriodEnd(tx);
  if (settled === null && !(await hasEntries(tx))) return [];
  return withZoneRule(before, {
    from: earliestZoneDay(zonesOf(before), zone, { now, settled }),
    zone,
  });
}

/** New working hours apply from today on. Before the first entry, the new hours replace the old ones. */
async function workRulesOf(tx: Transaction, now: EpochMs, before: Settings, hours: WorkSettings) {
  const rules = withWorkRule(before, hours, calendarOf(before).dayAt(now).day);
  return rules === before.workRules || (await hasEntries(tx)) ? rules : [];
}

const isStricter = (before: WorkSettings, after: WorkSettings): boolean =>
  SECOND_FACTOR_MODES.indexOf(after.secondFactor) > SECOND_FACTOR_MODES.indexOf(before.secondFactor);

const withoutUndefined = (wanted: WantedSettings): Partial<WorkSettings> =>
  Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));

async function writeSettings(
  tx: Transaction,
  at: EpochMs,
  actor: string,
  before: Settings,
  settings: Settings,
): Promise<void> {
  const [row] =
    await tx.run<SettingsRow>(sql`UPDATE settings SET ${joinWithCommas(SETTING_NAMES.map((name) => sql`${constant(columnOf(name))} = ${storedValue(settings[name])}`))},
        updated_at = ${asTimestamp(at)}, version = version + 1
      RETURNING ${constant(SETTINGS_COLUMNS)}`);
  if (!row) throw new MissingSettings();
  const saved = toSettings(row);
  const changed = SETTING_NAMES.filter((name) => canonicalJson(before[name]) !== canonicalJson(saved[name]));
  await appendToLedger(tx, {
    chain: SETTINGS_CHAIN,
    at,
    actor,
    kind: 'settings_updated',
    data: {
      settings: Object.fromEntries(SETTING_NAMES.map((name) => [name, saved[name]])),
      changes: Object.fromEntries(changed.map((name) => [name, { from: before[name], to: saved[name] }])),
      version: saved.version,
    },
  });
}
