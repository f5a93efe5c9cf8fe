import { createHash } from 'node:crypto';
import type { Settings } from '#contract/records';
import { FIRST_STUDIOS, type Hub, type Studio, offeredStudios } from '#domain/people/studios';
import { SETTINGS_DEFAULTS } from '#domain/settings/settings';
import type { StoredPlans } from '../../workplace/expected/queries.ts';
import { columnOf } from '../../platform/database/sql.ts';
import { type Json, canonicalJson } from '../../ledger/canonical.ts';
import { isNameOrEmail, notificationText, saltedDigest, type RecordedFactor } from '../../ledger/entry.ts';
import type { RecordedLeave } from '../../ledger/entry.ts';
import { leaveText } from '../../hours/corrections/step-commands.ts';
import type { Leave } from '#domain/leave/leave';
import type {
  BreakRow,
  CorrectionRow,
  EntryRow,
  LeaveRow,
  NoticeRow,
  PeriodRow,
  TableRow,
} from './queries.ts';
import type { RebuiltPeriod } from './replay-periods.ts';
import type { RebuiltState, RebuiltEntry, RebuiltGrant } from './replay.ts';
import type { RebuiltCorrection } from './replay-corrections.ts';

/** Old rows lack settings of later versions. Migrations set these settings to the following values. */
const LATER_SETTINGS: Readonly<Record<string, unknown>> = { ...SETTINGS_DEFAULTS, isSetUp: true };

export interface ComparedRow {
  readonly differing: readonly string[];
  readonly isErased: boolean;
}

/** An erasure fills the salt with zeros: nothing proves the values any more. */
const isErasedSalt = (salt: Uint8Array): boolean => salt.every((byte) => byte === 0);

type Digests = Readonly<Record<string, string | null>>;

/** @param rebuilt has the row's column names in camelCase. @param digests of columns that can be erased */
function compareColumns(
  rebuilt: object,
  digests: Digests,
  row: TableRow,
  same: Readonly<Record<string, boolean>> = {},
): ComparedRow {
  const isErased = isErasedSalt(row.salt);
  const valueOf = (name: string): unknown => row[columnOf(name)];
  const differing = [
    ...Object.entries(rebuilt).flatMap(([name, value]) => (valueOf(name) === value ? [] : [name])),
    ...Object.keys(same).filter((name) => !same[name]),
    ...Object.entries(digests).flatMap(([name, digest]) =>
      isErased || isProven(row.salt, digest, valueOf(name)) ? [] : [name],
    ),
  ];
  return { differing: differing.map(columnOf), isErased };
}

const isProven = (salt: Uint8Array, digest: string | null, value: unknown): boolean =>
  digest === null ? value === null : typeof value === 'string' && saltedDigest(salt, value) === digest;

/** Version 1.6.4 recorded the value itself instead of its digest. */
const isSame = (salt: Uint8Array, recorded: string, value: unknown): boolean =>
  recorded === value || isProven(salt, recorded, value);

export function compareEntry(
  userId: string,
  rebuilt: RebuiltEntry,
  { salt, ...row }: EntryRow,
  breaks: readonly BreakRow[],
): ComparedRow {
  if (salt === null) return { differing: ['time_entry_detail'], isErased: false };
  const { clockIn, clockOut, setAsideAt, createdAt, digests } = rebuilt;
  const always = {
    reminder: row.reminded_at === rebuilt.remindedAt,
    time_entry_closing: isEntryClosingSame(rebuilt, row, salt),
    kioskId: row['kiosk_id'] === rebuilt.kioskId,
  };
  if (!rebuilt.counts) return compareColumns({}, digests, { ...row, salt }, always);
  return compareColumns(
    { userId, clockIn, clockOut, setAsideAt, createdAt },
    digests,
    { ...row, salt },
    {
      // Reports an entry that overlaps an earlier one, since Punctual never writes overlapping entries.
      overlaps_earlier: !row.overlaps_earlier,
      counted_break: areBreaksSame(rebuilt.breaks, breaks),
      ...always,
    },
  );
}

const areBreaksSame = (rebuilt: RebuiltEntry['breaks'], rows: readonly BreakRow[]): boolean =>
  rebuilt.length === rows.length &&
  rebuilt.every(({ start, end }, index) => {
    const row = rows[index];
    return row?.started_at === start && row.ended_at === end;
  });

function isEntryClosingSame(
  { closing }: RebuiltEntry,
  row: Pick<EntryRow, 'closed_by' | 'closed_at' | 'reason'>,
  salt: Buffer,
): boolean {
  if (closing === null) return row.closed_by === null;
  if (row.closed_by !== closing.by || row.closed_at !== closing.at) return false;
  return isErasedSalt(salt) || isSame(salt, closing.reason, row.reason);
}

export function comparePeriod({ digests, ...rebuilt }: RebuiltPeriod, row: PeriodRow): ComparedRow {
  const frozenHash = row.frozen === null ? null : hashOf(row.frozen);
  return compareColumns(rebuilt, digests, row, { frozen: frozenHash === rebuilt.frozenHash });
}

const hashOf = (frozen: Json): string => createHash('sha256').update(canonicalJson(frozen)).digest('hex');

/** Also reports a notice without a salt: the placeholder salt never gives the recorded digest. */
export const compareNotice = (digest: string, row: NoticeRow): ComparedRow =>
  compareColumns({}, { message: digest }, { salt: row.salt ?? Buffer.of(1), message: notificationText(row) });

export function comparePerson(
  { profile, leads, factors, identities, ...state }: NonNullable<RebuiltState['person']>,
  account: TableRow,
): ComparedRow {
  const { salt } = account;
  const same = Object.entries(profile).map(([name, recorded]): [string, boolean] => {
    const value = account[columnOf(name)];
    return [
      name,
      isNameOrEmail(name) ? isErasedSalt(salt) || isSame(salt, recorded, value) : recorded === value,
    ];
  });
  const areLeadsSame = canonicalJson(leads) === canonicalJson(account['leads'] as Json);
  const areFactorsSame = canonicalJson(sortedById(factors)) === canonicalJson(account['factors'] as Json);
  return compareColumns({ ...state, hasSecondFactor: factors.length > 0 }, {}, account, {
    ...Object.fromEntries(same),
    leads: areLeadsSame,
    second_factor: areFactorsSame,
    identity: areIdentitiesSame(identities, account),
  });
}

function areIdentitiesSame(rebuilt: readonly string[], account: TableRow): boolean {
  const stored = account['identities'] as readonly (readonly [
    issuer: string,
    subject: string,
    linkedAt: number,
  ])[];
  if (isErasedSalt(account.salt)) return stored.length === rebuilt.length;
  const digested = stored.map(
    ([issuer, subject, linkedAt]) => `${issuer} ${saltedDigest(account.salt, subject)} ${linkedAt}`,
  );
  return digested.toSorted().join() === rebuilt.toSorted().join();
}

const sortedById = (factors: readonly RecordedFactor[]) =>
  factors.toSorted((one, other) => (one.id < other.id ? -1 : 1));

export function compareSettings(
  { values, version }: NonNullable<RebuiltState['settings']>,
  settings: Settings,
): ComparedRow {
  const stored = settings as unknown as Readonly<Record<string, unknown>>;
  const differing = Object.entries({ ...LATER_SETTINGS, ...values, version })
    .filter(([name, value]) => canonicalJson(stored[name] as Json) !== canonicalJson(value as Json))
    .map(([name]) => columnOf(name));
  return { differing, isErased: false };
}

/**
 * Before studios are first saved, the ledger has none (`rebuilt` is null). The table is then empty, or has the studios
 * that the first start created, with any ids.
 */
export function compareStudios(rebuilt: readonly Studio[] | null, studios: readonly Studio[]): ComparedRow {
  const isSame =
    rebuilt === null
      ? studios.length === 0 || sameText(offeredStudios(studios), FIRST_STUDIOS)
      : sameText(studios, rebuilt.map(withOrderedKeys));
  return { differing: isSame ? [] : ['studio'], isErased: false };
}

export function compareProfiles(rebuilt: RebuiltState['payrollProfiles'], stored: Json): ComparedRow {
  const isSame = canonicalJson(stored) === canonicalJson(rebuilt ?? { version: 0, profiles: [] });
  return { differing: isSame ? [] : ['payroll_profiles'], isErased: false };
}

export function comparePlans(rebuilt: StoredPlans, stored: StoredPlans): ComparedRow {
  const differing = PLANS.filter(([key]) => plansText(rebuilt[key]) !== plansText(stored[key]));
  return { differing: differing.map(([, name]) => name), isErased: false };
}
const PLANS = [
  ['plansId', 'plans_id'],
  ['region', 'holiday_region'],
  ['holidays', 'holiday'],
  ['schedules', 'schedule'],
  ['assignments', 'schedule_of'],
  ['leaveKinds', 'leave_kinds'],
  ['allowances', 'leave_allowances'],
] as const satisfies readonly (readonly [keyof StoredPlans, string])[];
/** Sorts the items of a list, since their order does not matter. */
const plansText = (value: StoredPlans[keyof StoredPlans]): string =>
  [...(typeof value === 'string' ? [value] : value)]
    .map((one) => canonicalJson(one as unknown as Json))
    .toSorted()
    .join();

const sameText = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Puts keys in the order of the stored studios for `sameText`, since the ledger sorts keys by name. */
const withOrderedKeys = ({ hubs, ...studio }: Studio): Studio => ({
  ...hubWithOrderedKeys(studio),
  hubs: hubs.map(hubWithOrderedKeys),
});
const hubWithOrderedKeys = ({ id, name, isRetired }: Hub): Hub => ({ id, name, isRetired });

export function compareCorrection(
  { digests, items, gaveWay, leave, ...rebuilt }: RebuiltCorrection,
  row: CorrectionRow,
): ComparedRow {
  if (leave) {
    const changed = [leave, ...leave.replaced];
    const isItem = (one: RecordedLeave, at: number): boolean => {
      const item = row.items?.[at];
      return (
        item !== undefined &&
        item['entryId'] === one.id &&
        (['old', 'new'] as const).every((side) => {
          const stored = item[side] as Leave | null;
          return isErasedSalt(row.salt) || isProven(row.salt, one[side], stored && leaveText(stored));
        })
      );
    };
    return compareColumns(rebuilt, digests, row, {
      correction_item: row.items?.length === changed.length && changed.every(isItem),
    });
  }
  const stored = (row.items ?? []).map((item) => ({ ...item, gaveWay: toReplacedEntry(item.gaveWay) }));
  const recorded = items.map((item, index) => ({
    ...item,
    n: index + 1,
    gaveWay: gaveWay.get(item.entryId) ?? null,
  }));
  return compareColumns(rebuilt, digests, row, {
    correction_item: canonicalJson(stored) === canonicalJson(recorded),
  });
}

/** @param salt of the correction that put the leave into force */
export function compareLeave(digest: string, row: LeaveRow, salt: Uint8Array | undefined): ComparedRow {
  const isErased = salt !== undefined && isErasedSalt(salt);
  const isSame = salt !== undefined && (isErased || isProven(salt, digest, leaveText(row)));
  return { differing: isSame ? [] : ['counted_leave'], isErased };
}

export const compareGrant = ({ digests, ...rebuilt }: RebuiltGrant, row: TableRow): ComparedRow =>
  compareColumns(rebuilt, digests, row);

const parseInstant = (text: string | null | undefined): number | null => (text ? Date.parse(text) : null);

/** Parses instants: this JSON has the time zone of its database session, so equal instants may differ as text. */
const toReplacedEntry = (row: Readonly<Record<string, string | null>> | null) =>
  row && {
    id: row['id'],
    clockIn: parseInstant(row['clock_in']),
    clockOut: parseInstant(row['clock_out']),
    setAsideAt: parseInstant(row['set_aside_at']),
    createdAt: parseInstant(row['created_at']),
  };
