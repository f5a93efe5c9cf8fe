/** Holds what was rebuilt from the ledger against what stands in the tables. */
import { createHash } from 'node:crypto';
import type { Settings } from '#contract/records';
import { FIRST_STUDIOS, type Hub, type Studio, offered } from '#domain/people/studios';
import { SETTINGS_DEFAULTS } from '#domain/settings/settings';
import { columnOf } from '../../platform/database/sql.ts';
import { type Json, canonicalJson } from '../ledger/canonical.ts';
import { noticeText, saltedDigest } from '../ledger/entry.ts';
import type { BreakRow, CorrectionRow, EntryRow, NoticeRow, PeriodRow } from './queries.ts';
import type { RebuiltPeriod } from './replay-periods.ts';
import type { Rebuilt, RebuiltEntry } from './replay.ts';
import type { RebuiltCorrection } from './replay-corrections.ts';

/** Whoever erases somebody puts this in the salt's place (16 zero bytes): nothing proves the values any more. */
const isErased = (salt: Uint8Array): boolean => salt.every((byte) => byte === 0);

/** Old rows lack settings of later versions: their migrations set these values. */
const LATER_SETTINGS: Readonly<Record<string, unknown>> = { ...SETTINGS_DEFAULTS, isSetUp: true };

export interface Compared {
  /** What is not as the ledger says, in the tables' words. */
  readonly differing: readonly string[];
  readonly isErased: boolean;
}

/**
 * @param same what must be the same, by its columns
 * @param texts those that can be erased: the digest that was recorded, and what stands there
 */
export function comparedBy(
  salt: Uint8Array,
  same: Readonly<Record<string, boolean>>,
  texts: Readonly<Record<string, readonly [said: string | null | undefined, stored: unknown]>>,
): Compared {
  const erased = isErased(salt);
  return {
    differing: [
      ...Object.keys(same).filter((column) => !same[column]),
      ...Object.entries(texts)
        .filter(([, [said, stored]]) => !erased && !isProven(salt, said ?? null, stored))
        .map(([column]) => column),
    ],
    isErased: erased,
  };
}

export function compareEntry(
  userId: string,
  rebuilt: RebuiltEntry,
  row: EntryRow,
  breaks: readonly BreakRow[],
): Compared {
  const { salt } = row;
  if (salt === null) return { differing: ['time_entry_detail'], isErased: false };
  const details = row as EntryRow & Readonly<Record<string, unknown>>;
  const texts = Object.entries(rebuilt.digests).map(
    ([name, digest]) => [columnOf(name), [digest, details[columnOf(name)]]] as const,
  );
  const times = {
    user_id: row.user_id === userId,
    clock_in: row.clock_in === rebuilt.clockIn,
    clock_out: row.clock_out === rebuilt.clockOut,
    set_aside_at: row.set_aside_at === rebuilt.setAsideAt,
    created_at: row.created_at === rebuilt.createdAt,
    // Punctual never wrote one that does.
    overlaps_earlier: !row.overlaps_earlier,
    counted_break: areBreaksEqual(rebuilt.breaks, breaks),
  };
  const rest = {
    reminder: row.reminded_at === rebuilt.remindedAt,
    time_entry_closing: isClosingEqual(rebuilt, row, isErased(salt) ? null : salt),
  };
  return comparedBy(salt, rebuilt.counts ? { ...times, ...rest } : rest, Object.fromEntries(texts));
}

const areBreaksEqual = (rebuilt: RebuiltEntry['breaks'], rows: readonly BreakRow[]): boolean =>
  rebuilt.length === rows.length &&
  rebuilt.every(({ start, end }, index) => {
    const row = rows[index];
    return row?.started_at === start && row.ended_at === end;
  });

function isClosingEqual({ closing }: RebuiltEntry, row: EntryRow, salt: Uint8Array | null): boolean {
  if (closing === null) return row.closed_by === null;
  if (row.closed_by !== closing.by || row.closed_at !== closing.at) return false;
  return salt === null || isSame(salt, closing.reason, row.reason);
}

const isProven = (salt: Uint8Array, digest: string | null, value: unknown): boolean =>
  digest === null ? value === null : typeof value === 'string' && saltedDigest(salt, value) === digest;

/** What the ledger says is the value itself (version 1.6.4), or its digest. */
const isSame = (salt: Uint8Array, said: string, value: unknown): boolean =>
  said === value || isProven(salt, said, value);

export function comparePeriod(rebuilt: RebuiltPeriod, row: PeriodRow): Compared {
  const { digests } = rebuilt;
  const summary = rebuilt.closed?.summary ?? null;
  const same = {
    last: row.last === rebuilt.last,
    start_at: row.start_at === rebuilt.from,
    end_at: row.end_at === rebuilt.to,
    confirmed_at: row.confirmed_at === rebuilt.confirmedAt,
    confirmed_hash: (row.confirmed_hash?.toString('hex') ?? null) === rebuilt.confirmedFigures,
    objected_at: row.objected_at === rebuilt.objectedAt,
    closed_at: row.closed_at === (rebuilt.closed?.at ?? null),
    closed_by: row.closed_by === (rebuilt.closed?.by ?? null),
    reopened_at: row.reopened_at === (rebuilt.reopened?.at ?? null),
    reopened_by: row.reopened_by === (rebuilt.reopened?.by ?? null),
    reopenings: row.reopenings === rebuilt.reopenings,
    version: row.version === rebuilt.version,
    frozen_hash: (row.frozen_hash?.toString('hex') ?? null) === summary,
    frozen: (row.frozen === null ? null : hashOf(row.frozen)) === summary,
  };
  return comparedBy(row.salt, same, {
    objection: [digests.objection, row.objection],
    closing_reason: [digests.closing_reason, row.closing_reason],
    reopening_reason: [digests.reopening_reason, row.reopening_reason],
  });
}

const hashOf = (frozen: Json): string => createHash('sha256').update(canonicalJson(frozen)).digest('hex');

export const compareNotice = (digest: string, row: NoticeRow): Compared =>
  comparedBy(row.salt ?? Buffer.of(1), {}, { message: [digest, noticeText(row)] });

/** @param account its columns by their names */
export function comparePerson(
  { isActive, awaitsApproval, createdAt, profile }: NonNullable<Rebuilt['person']>,
  account: Readonly<Record<string, unknown>>,
): Compared {
  const salt = account['ledger_salt'] as Uint8Array;
  const erased = isErased(salt);
  const differing = [
    ...(account['is_active'] === isActive ? [] : ['is_active']),
    ...(account['awaits_approval'] === awaitsApproval ? [] : ['awaits_approval']),
    ...(account['created_at'] === createdAt ? [] : ['created_at']),
    ...Object.entries(profile)
      .filter(([name, said]) => {
        const value = account[columnOf(name)];
        return name === 'name' || name === 'email' ? !erased && !isSame(salt, said, value) : said !== value;
      })
      .map(([name]) => columnOf(name)),
  ];
  return { differing, isErased: erased };
}

export function compareSettings(
  { values, version }: NonNullable<Rebuilt['settings']>,
  settings: Settings,
): Compared {
  const stored = settings as unknown as Readonly<Record<string, unknown>>;
  const differing = Object.entries({ ...LATER_SETTINGS, ...values, version })
    .filter(([name, value]) => canonicalJson(stored[name] as Json) !== canonicalJson(value as Json))
    .map(([name]) => columnOf(name));
  return { differing, isErased: false };
}

/**
 * Where the ledger has no row of them they are those that every workplace begins with, and their ids are nowhere else;
 * none, before the server's first start.
 */
export function compareStudios(rebuilt: readonly Studio[] | null, studios: readonly Studio[]): Compared {
  const isSame =
    rebuilt === null
      ? studios.length === 0 || sameText(offered(studios), FIRST_STUDIOS)
      : sameText(studios, rebuilt.map(inOrder));
  return { differing: isSame ? [] : ['studio'], isErased: false };
}

export const compareProfiles = (rebuilt: Rebuilt['payrollProfiles'], stored: Json): Compared => ({
  differing:
    canonicalJson(stored) === canonicalJson(rebuilt ?? { version: 0, profiles: [] })
      ? []
      : ['payroll_profiles'],
  isErased: false,
});

const sameText = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The ledger has the members of a record in the order of their names. */
const inOrder = ({ hubs, ...studio }: Studio): Studio => ({
  ...hubInOrder(studio),
  hubs: hubs.map(hubInOrder),
});
const hubInOrder = ({ id, name, isRetired }: Hub): Hub => ({ id, name, isRetired });

/** Holds a correction that was rebuilt from the ledger against what stands in its tables. */
export const compareCorrection = (rebuilt: RebuiltCorrection, row: CorrectionRow): Compared =>
  comparedBy(
    row.salt,
    {
      day: row.day === rebuilt.day,
      asked_by: row.asked_by === rebuilt.askedBy,
      asked_at: row.asked_at === rebuilt.askedAt,
      state: row.state === rebuilt.state,
      self_decided: row.self_decided === rebuilt.selfDecided,
      sent_back_by: row.sent_back_by === rebuilt.sentBackBy,
      decided_by: row.decided_by === rebuilt.decidedBy,
      decided_at: row.decided_at === rebuilt.decidedAt,
      version: row.version === rebuilt.version,
      correction_item:
        canonicalJson((row.items ?? []).map((item) => ({ ...item, gaveWay: gaveWayOf(item.gaveWay) }))) ===
        canonicalJson(
          rebuilt.items.map((item, index) => ({
            ...item,
            n: index + 1,
            gaveWay: rebuilt.gaveWay.get(item.entryId) ?? null,
          })),
        ),
    },
    {
      reason: [rebuilt.digests['reason'], row.reason],
      decision_reason: [rebuilt.digests['decisionReason'], row.decision_reason],
      objection: [rebuilt.digests['objection'], row.objection],
    },
  );

const instant = (text: string | null | undefined): number | null => (text ? Date.parse(text) : null);

/** A row of `counted_entry` as JSON; its instants have the offset of the session that wrote it. */
const gaveWayOf = (row: Readonly<Record<string, string | null>> | null) =>
  row && {
    id: row['id'],
    clockIn: instant(row['clock_in']),
    clockOut: instant(row['clock_out']),
    setAsideAt: instant(row['set_aside_at']),
    createdAt: instant(row['created_at']),
  };
