import { randomUUID } from 'node:crypto';
import type { Day, EpochMs } from '#domain/time/units';
import type { Holiday } from '#domain/expected/holidays';
import { named, type Database } from '../../platform/database/pool.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { storeResponse } from '../../platform/idempotency/commands.ts';
import type { IdempotencyKey } from '../../platform/idempotency/queries.ts';
import { refused } from '../../platform/refused.ts';
import { appendToLedger, lockChain } from '../../record/ledger/commands.ts';
import { SETTINGS_CHAIN } from '../../record/ledger/entry.ts';
import { MissingSettings, readSettings } from '../settings/queries.ts';
import { closedRanges, readHolidays, type StoredHolidays } from './queries.ts';

/** Refused unless `version` is current, and for days of a closed period. No change writes no ledger row. */
export async function saveHolidays(
  database: Database,
  at: EpochMs,
  actor: string,
  version: number,
  wanted: StoredHolidays,
  key?: IdempotencyKey,
) {
  return inTransaction(database, async (tx) => {
    await lockChain(tx, SETTINGS_CHAIN);
    if ((await readSettings(tx)).version !== version) return refused('settings_changed');
    // Closing locks the settings, so none comes between.
    await named(tx, 'change_settings', 'SELECT FROM settings FOR UPDATE');
    const before = await readHolidays(tx);
    const changed = changedDays(before.holidays, wanted.holidays);
    if (changed.length === 0 && before.region === wanted.region)
      return storeResponse(tx, key, at, { ok: true });
    const closed = await closedRanges(tx);
    const settled = changed.find((day) => closed.some(({ first, last }) => first <= day && day <= last));
    if (settled !== undefined) return { ...refused('invalid_input'), settled };
    await named(tx, 'remove_holidays', 'DELETE FROM holiday');
    await named(
      tx,
      'write_holidays',
      'INSERT INTO holiday (day, name, is_half) SELECT * FROM unnest($1::date[], $2::text[], $3::boolean[])',
      [
        wanted.holidays.map(({ day }) => day),
        wanted.holidays.map(({ name }) => name),
        wanted.holidays.map(({ isHalf }) => isHalf),
      ],
    );
    const plansId = randomUUID();
    const [settings] = await named<{ readonly version: number }>(
      tx,
      'change_plans',
      'UPDATE settings SET plans_id = $1, holiday_region = $2, version = version + 1, updated_at = $3 RETURNING version',
      [plansId, wanted.region, asTimestamp(at)],
    );
    if (!settings) throw new MissingSettings();
    await appendToLedger(tx, {
      chain: SETTINGS_CHAIN,
      at,
      actor,
      kind: 'holidays_updated',
      data: { ...wanted, plansId, version: settings.version },
    });
    return storeResponse(tx, key, at, { ok: true });
  });
}

/** Days that differ between two lists. */
function changedDays(before: readonly Holiday[], after: readonly Holiday[]): Day[] {
  const texts = (list: readonly Holiday[]) =>
    new Map(list.map((one) => [one.day, `${one.name} ${one.isHalf}`]));
  const [old, wanted] = [texts(before), texts(after)];
  return [...new Set([...old.keys(), ...wanted.keys()])].filter((day) => old.get(day) !== wanted.get(day));
}
