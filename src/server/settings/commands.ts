/** Writes the work settings. */
import { defaultSettings } from '#domain/settings';
import type { Clock } from '../clock.ts';
import { named, type Database } from '../database/pool.ts';
import { inTransaction } from '../database/transaction.ts';
import { asTimestamp } from '../database/wire-types.ts';
import { appendToLedger, beginChain } from '../ledger/commands.ts';
import { SETTINGS_CHAIN } from '../ledger/entry.ts';

/**
 * Makes the settings from the defaults (spec §4) when there are none. Two servers may try at once: one wins, both go on.
 * @param timeZone the workplace's first zone (decisions §1)
 */
export async function ensureSettings(database: Database, clock: Clock, timeZone: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const at = clock.now();
    const settings = defaultSettings(timeZone);
    const made = await named(tx, 'make_settings', `
      INSERT INTO settings (work_start_time, work_end_time, break_duration, break_start_time, late_threshold_minutes, overtime_threshold_hours,
        allow_flexible_hours, require_location_tracking, weekend_work_allowed, time_zone, created_at, updated_at, version)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, 1) ON CONFLICT DO NOTHING RETURNING version`,
      [settings.workStartTime, settings.workEndTime, settings.breakDuration, settings.breakStartTime, settings.lateThresholdMinutes,
        settings.overtimeThresholdHours, settings.allowFlexibleHours, settings.requireLocationTracking, settings.weekendWorkAllowed,
        settings.timeZone, asTimestamp(at)]);
    if (made.length === 0) return;
    await beginChain(tx, SETTINGS_CHAIN);
    await appendToLedger(tx, { chain: SETTINGS_CHAIN, at, actor: null, kind: 'settings_updated', data: { settings: { ...settings }, version: 1 } });
  });
}
