import type { Holiday } from '#domain/time/workplace-day';
import { hash, randomFillSync, randomUUID } from 'node:crypto';
import type { EntryTimes } from '#contract/corrections/corrections';
import type { LeadAssignment } from '#contract/people/employees';
import type { LedgerKind } from '#contract/monitoring/live';
import type { ActivityRead } from '#contract/records';
import { toInstantText } from '#contract/wire';
import { notificationFor, type ActivityEvent, type NotificationText } from '#domain/entry/activity';
import type { Studio } from '#domain/people/studios';
import type { EpochMs } from '#domain/time/units';
import type { AllowanceRule } from '#domain/leave/allowance-rule';
import type { LeaveKind } from '#domain/leave/kinds';
import type { AssignmentChange, Schedule } from '#domain/expected/schedules';
import { canonicalJson, type Json } from './canonical.ts';

export const SETTINGS_CHAIN = '00000000-0000-0000-0000-000000000000';

/** Some rows of version 1.6.4 have `old` and `new` instead, and plain names and reasons instead of digests. */
type Change<Value extends Json> = { readonly from: Value; readonly to: Value };
type Changes = Readonly<Record<string, Change<Json>>>;
type StatedEndChange = {
  readonly clockOut: Change<string | null>;
  readonly breaks: Change<readonly { readonly start: string; readonly end: string | null }[]>;
};

interface PunchPlace {
  /** Id of the kiosk. */
  readonly kiosk?: string | undefined;
  /** Time of the press, if the kiosk kept it without a network. The row's time is when it was recorded. */
  readonly punchedAt?: string | undefined;
}

type PlansVersion = { readonly plansId: string; readonly version: number };

/** The data of a row by its kind; other kinds have none. Erasable values are recorded as salted digests only. */
export type Recorded = {
  readonly [Kind in 'employee_registered' | 'employee_added']: {
    readonly profile: Readonly<Record<string, string>>;
    readonly awaitsApproval?: true | undefined;
  };
} & {
  readonly [Kind in CorrectionKind]: {
    readonly correction: string;
    readonly day?: string | undefined;
    /** Missing if the items are the same as in the correction's previous ledger row. */
    readonly items?: readonly CorrectionItem[] | undefined;
    /** Id of the requested leave. The digests `old` and `new` prove the days and the kind of leave. */
    readonly leave?: string | undefined;
    readonly digests?: Readonly<Record<string, string | null>> | undefined;
    /** Leave that gives way to `leave`, with its own digests. */
    readonly replaced?: readonly RecordedLeave[] | undefined;
    readonly selfDecided?: true | undefined;
    /** Made of presses that a device kept without a network. */
    readonly isKept?: true | undefined;
    readonly entries?: readonly string[] | undefined;
  };
} & {
  readonly [Kind in Extract<LedgerKind, `period_${string}`>]: {
    readonly period: RecordedPeriod;
    readonly digests?: { readonly objection: string } | { readonly reason: string } | undefined;
    /** SHA-256 of a confirmed period's hours. */
    readonly figures?: string | undefined;
    /** SHA-256 of a closed period's payroll summary. */
    readonly summary?: string | undefined;
  };
} & {
  readonly employee_updated: { readonly changes: Changes };
} & {
  readonly [Kind in 'break_start' | 'break_end' | 'clock_out']: PunchPlace;
} & {
  readonly clock_in: PunchPlace & {
    readonly digests: {
      readonly ipAddress: string;
      readonly seenAddress: string;
      readonly location: string | null;
      readonly notes: string;
    };
    readonly lateness: { readonly late: boolean; readonly minutes: number } | null;
    /** Id of the person's open entry that this clock-in set aside. */
    readonly setAside?: string | undefined;
  };
  readonly entry_closed: Pick<PunchPlace, 'kiosk'> & {
    readonly digests: { readonly reason: string };
    readonly changes: StatedEndChange;
  };
  readonly second_factor_added: { readonly factor: RecordedFactor; readonly codes?: string | undefined };
  readonly second_factor_removed: { readonly factor: Pick<RecordedFactor, 'id'> };
  /** SHA-256 of the hashes of all new recovery codes. */
  readonly recovery_codes_renewed: { readonly codes: string };
  readonly password_changed: { readonly how: string };
  readonly identity_linked: { readonly issuer: string; readonly digests: { readonly subject: string } };
  readonly settings_updated: {
    readonly settings: Readonly<Record<string, Json>>;
    readonly changes: Changes;
    readonly version: number;
  };
  /** All studios, and the settings' version. */
  readonly studios_updated: { readonly studios: readonly (Studio & Json)[]; readonly version: number };
  /** All holidays, and the settings' version. */
  readonly holidays_updated: PlansVersion & {
    readonly holidays: readonly Holiday[];
    readonly region: string;
  };
  readonly schedule_saved: PlansVersion & { readonly schedule: Schedule };
  readonly schedule_assigned: PlansVersion & AssignmentChange;
  readonly leave_settings_saved: PlansVersion & {
    readonly kinds: readonly LeaveKind[];
    readonly allowances: readonly AllowanceRule[];
  };
  readonly leave_granted: { readonly grant: RecordedGrant; readonly digests: { readonly reason: string } };
  readonly payroll_profiles_updated: { readonly profiles: Json; readonly version: number };
  /** Null in the row that a restore writes, since backups contain no signing key. */
  readonly signing_key_kept: { readonly publicKey: string | null };
  readonly payroll_file_fetched: { readonly period: RecordedPeriod };
  /** All assignments of the lead, not only the changed ones. */
  readonly leads_saved: { readonly leads: readonly LeadAssignment[] };
  /** `kiosk`: its id. The name is the one it had then. */
  readonly kiosk_added: { readonly kiosk: string; readonly name: string };
  readonly kiosk_changed: { readonly kiosk: string; readonly name: string };
  readonly kiosk_revoked: { readonly kiosk: string };
  /** `kiosk`: where an administrator registered the badge. */
  readonly badge_added: { readonly badge: string; readonly kiosk?: string | undefined };
  readonly badge_removed: { readonly badge: string };
  readonly pin_changed: { readonly isTemporary: boolean; readonly kiosk?: string | undefined };
  readonly activity_read: { readonly read: ActivityRead & Json };
};

export type LedgerEvent =
  | { [Kind in keyof Recorded]: { readonly kind: Kind; readonly data: Recorded[Kind] } }[keyof Recorded]
  | { readonly kind: Exclude<LedgerKind, keyof Recorded>; readonly data?: undefined };

/** `key`: SHA-256 of the stored factor. Verification notices if somebody replaces the factor. */
export type RecordedFactor = { readonly id: string; readonly kind: 'app' | 'passkey'; readonly key: string };

/** `old` and `new` are digests of the leave, so its days are unknown. */
export type RecordedLeave = { readonly id: string; readonly old: string | null; readonly new: string | null };

export type RecordedGrant = {
  readonly year: number;
  readonly amount: number | null;
  readonly carried: number | null;
};

/** `from` and `to` are missing when a period is reopened. */
export type RecordedPeriod = {
  readonly first: string;
  readonly last: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

export type CorrectionKind = Extract<LedgerKind, `correction_${string}`>;
export type CorrectionItem = {
  readonly entryId: string;
  readonly old: EntryTimes | null;
  readonly new: EntryTimes | null;
};

export type NewLedgerRow = LedgerEvent & {
  /** The employee's id, or `SETTINGS_CHAIN`. */
  readonly chain: string;
  readonly at: EpochMs;
  /** Null for the server itself. */
  readonly actor: string | null;
  readonly entry?: string | undefined;
  readonly notification?: RecordedNotification | undefined;
};

export type RecordedNotification = NotificationText & { readonly id: string; readonly salt: Buffer };

export const newNotification = (event: ActivityEvent, id: string = randomUUID()): RecordedNotification => ({
  id,
  salt: newSalt(),
  ...notificationFor(event),
});

export const notificationText = ({
  type,
  severity,
  message,
}: Record<keyof NotificationText, string>): string => `${type}\n${severity}\n${message}`;

type MemberOf<Data, Name> = Data extends unknown ? (Name extends keyof Data ? Data[Name] : never) : never;
type NamesOf<Data> = Data extends unknown ? keyof Data : never;
type AnyData = Recorded[keyof Recorded];

/** A row's body, of whatever kind. */
export interface LedgerBody {
  readonly data: { readonly [Name in NamesOf<AnyData>]?: MemberOf<AnyData, Name> } & {
    readonly entry?: string;
    readonly notification?: string;
  };
}

/** Returns the ids of entries that a row changes besides its own `entry`. */
export const otherEntriesOf = ({ entries, setAside }: LedgerBody['data']): readonly string[] | undefined =>
  entries ?? (setAside === undefined ? undefined : [setAside]);

export const ledgerBody = ({ chain, at, actor, kind, data, entry, notification }: NewLedgerRow): string =>
  canonicalJson({
    actor,
    at: toInstantText(at),
    chain,
    data: {
      ...data,
      entry,
      notification: notification?.id,
      notice: notification && saltedDigest(notification.salt, notificationText(notification)),
    },
    kind,
  });

const SALT_BYTES = 16;
/** Random bytes are fetched for many salts at once, since each system call is slow. */
const salts = Buffer.alloc(128 * SALT_BYTES);
let saltsUsed = salts.length;

export function newSalt(): Buffer {
  if (saltsUsed === salts.length) {
    randomFillSync(salts);
    saltsUsed = 0;
  }
  saltsUsed += SALT_BYTES;
  return Buffer.from(salts.subarray(saltsUsed - SALT_BYTES, saltsUsed));
}

/** Returns a digest that proves a value until the salt is erased. Afterwards the digest reveals nothing. */
export const saltedDigest = (salt: Uint8Array, value: string): string =>
  hash('sha256', Buffer.concat([salt, Buffer.from(value, 'utf8')]), 'hex');

/** Names and emails are recorded as digests, since ledger rows outlive the erasure of a person. */
export const isNameOrEmail = (name: string): boolean => name === 'name' || name === 'email';

export const withDigestedNames = (salt: Uint8Array, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isNameOrEmail(name) ? saltedDigest(salt, value) : value,
    ]),
  );
