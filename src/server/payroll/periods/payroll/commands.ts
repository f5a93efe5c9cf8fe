import type { PayrollPeriod, PayrollProfilesView } from '#contract/periods/payroll';
import type { PayrollProfile } from '#domain/period/payroll-file';
import type { EpochMs } from '#domain/time/units';
import type { Queryable } from '../../../platform/database/connection.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { canonicalJson } from '../../../ledger/canonical.ts';
import { appendToLedger, lockChain } from '../../../ledger/commands.ts';
import { SETTINGS_CHAIN } from '../../../ledger/entry.ts';
import { refused } from '../../../platform/refused.ts';
import { storeResponse, type Sender } from '../../../ledger/idempotency/commands.ts';
import type { DayRange } from '#domain/time/workplace-day';
import { unwritableCell } from '../files/payroll-files.ts';
import { type FrozenSummary, toFrozenText } from '../summaries.ts';

/** Reads a closed period, with the workplace's name and zone at the last closing. */
export async function readClosedPeriod(tx: Queryable, { first, last }: DayRange) {
  const rows = await tx.run<{ frozen: FrozenSummary; hash: Buffer }>(
    'SELECT frozen, frozen_hash AS hash FROM period WHERE first = $1 AND last = $2 AND is_closed ORDER BY closed_at, user_id',
    [first, last],
  );
  const latest = rows.at(-1)?.frozen;
  if (!latest) return refused('payroll_not_closed');
  if (rows.some(({ frozen, hash }) => !toFrozenText(frozen).hash.equals(hash)))
    return refused('payroll_altered');
  const { workplace, timeZone, language } = latest;
  const period: PayrollPeriod = {
    workplace,
    timeZone,
    first,
    last,
    people: rows.map(({ frozen }) => frozen.person),
    ...(language ? { language } : {}),
  };
  const { columns } = latest;
  const hasFirstTitle = columns === undefined && (await isSignedUnrecorded(tx, latest.person.closedAt));
  return { ok: true, period, columns, hasFirstTitle } as const;
}

/** True if a key that the ledger did not name signed files, and the period was closed by a version of that time. */
async function isSignedUnrecorded(tx: Queryable, closedAt: string): Promise<boolean> {
  const rows = await tx.run(
    `SELECT FROM signing_key k JOIN schema_migrations m ON m.number = 28 AND m.applied_at > $2
     WHERE NOT EXISTS (SELECT FROM ledger WHERE chain = $1 AND kind = 'signing_key_kept' AND at <= k.since)`,
    [SETTINGS_CHAIN, closedAt],
  );
  return rows.length > 0;
}

/** Returns version 0 if no profiles are saved. */
export async function readProfiles(tx: Queryable): Promise<PayrollProfilesView> {
  const [row] = await tx.run<PayrollProfilesView>('SELECT version, profiles FROM payroll_profiles');
  return row ?? { version: 0, profiles: [] };
}

/** Reads the period and records the download. Undoing a closing takes the same lock: no file has an undone closing. */
export const fetchClosedPeriod = (
  database: Database,
  at: EpochMs,
  actor: string,
  period: DayRange,
  csvProfile: PayrollProfile | undefined,
) =>
  inTransaction(database, async (tx) => {
    await lockChain(tx, SETTINGS_CHAIN);
    const closed = await readClosedPeriod(tx, period);
    const cell = closed.ok && csvProfile ? unwritableCell(closed.period, csvProfile) : null;
    if (cell !== null) return { ...refused('invalid_input'), cell };
    const event = { chain: actor, at, actor, kind: 'payroll_file_fetched', data: { period } } as const;
    if (closed.ok) await appendToLedger(tx, event);
    return closed;
  });

/** Refused unless `version` is current. Unchanged profiles write no ledger row. */
export async function saveProfiles(
  database: Database,
  { at, actor, key }: Sender,
  { version, profiles }: PayrollProfilesView,
) {
  return inTransaction(database, async (tx) => {
    await lockChain(tx, SETTINGS_CHAIN);
    const before = await readProfiles(tx);
    if (before.version !== version) return refused('payroll_profiles_changed');
    const text = canonicalJson(profiles);
    if (text === canonicalJson(before.profiles))
      return storeResponse(tx, key, at, { ok: true, saved: before });
    const saved: PayrollProfilesView = { version: version + 1, profiles };
    await tx.run(
      `INSERT INTO payroll_profiles (profiles, version) VALUES ($1, $2)
       ON CONFLICT (one) DO UPDATE SET profiles = excluded.profiles, version = excluded.version`,
      [text, saved.version],
    );
    await appendToLedger(tx, {
      chain: SETTINGS_CHAIN,
      at,
      actor,
      kind: 'payroll_profiles_updated',
      data: { profiles, version: saved.version },
    });
    return storeResponse(tx, key, at, { ok: true, saved });
  });
}
