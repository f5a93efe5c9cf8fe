/** Holds what was rebuilt from the ledger against what stands in the tables. */
import type { Settings } from '#contract/records';
import { saltedDigest } from '../ledger/entry.ts';
import type { BreakRow, EntryRow } from './queries.ts';
import type { Rebuilt, RebuiltEntry } from './replay.ts';

/** Whoever erases somebody puts this in the salt's place (16 zero bytes): nothing proves the values any more. */
const isErased = (salt: Uint8Array): boolean => salt.every((byte) => byte === 0);

/** The ledger's name of a value and the table's: `ipAddress` is kept in the column `ip_address`. */
const columnOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A setting that came after rows were written without it, with what the migration gave it. */
const LATER_SETTINGS: Readonly<Record<string, unknown>> = { nightShiftHours: 16 };

export interface Compared {
  /** What is not as the ledger says, in the tables' words. */
  readonly differing: readonly string[];
  readonly isErased: boolean;
}

export function compareEntry(
  userId: string,
  rebuilt: RebuiltEntry,
  row: EntryRow,
  breaks: readonly BreakRow[],
): Compared {
  const { salt } = row;
  if (salt === null) return { differing: ['time_entry_detail'], isErased: false };
  const erased = isErased(salt);
  const details = row as EntryRow & Readonly<Record<string, unknown>>;
  const differing = [
    ...(row.user_id === userId ? [] : ['user_id']),
    ...(row.clock_in === rebuilt.clockIn ? [] : ['clock_in']),
    ...(row.clock_out === rebuilt.clockOut ? [] : ['clock_out']),
    ...(areBreaksEqual(rebuilt.breaks, breaks) ? [] : ['time_entry_break']),
    ...(isClosingEqual(rebuilt, row, erased ? null : salt) ? [] : ['time_entry_closing']),
    ...Object.entries(rebuilt.digests)
      .filter(([name, digest]) => !erased && !isProven(salt, digest, details[columnOf(name)]))
      .map(([name]) => columnOf(name)),
  ];
  return { differing, isErased: erased };
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

/** @param account its columns by their names */
export function comparePerson(
  { isActive, createdAt, profile }: NonNullable<Rebuilt['person']>,
  account: Readonly<Record<string, unknown>>,
): Compared {
  const salt = account['ledger_salt'] as Uint8Array;
  const erased = isErased(salt);
  const differing = [
    ...(account['is_active'] === isActive ? [] : ['is_active']),
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
    .filter(([name, value]) => stored[name] !== value)
    .map(([name]) => columnOf(name));
  return { differing, isErased: false };
}
