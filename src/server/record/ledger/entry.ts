/** What one row of the ledger says, as the canonical text that is hashed. */
import { hash, randomFillSync, randomUUID } from 'node:crypto';
import type { EntryTimes } from '#contract/corrections';
import type { LedgerKind } from '#contract/live';
import type { ActivityRead } from '#contract/records';
import { toInstantText } from '#contract/wire';
import { notificationFor, type ActivityEvent, type NotificationText } from '#domain/entry/activity';
import type { Studio } from '#domain/people/studios';
import type { EpochMs } from '#domain/time/units';
import { canonicalJson, type Json } from './canonical.ts';

/** The settings have a chain like each employee. */
export const SETTINGS_CHAIN = '00000000-0000-0000-0000-000000000000';

/** A value before and after. Version 1.6.4 wrote `old` and `new` in some rows, and names and reasons as they were. */
type Change<Value extends Json> = { readonly from: Value; readonly to: Value };
type Changes = Readonly<Record<string, Change<Json>>>;
type Punches = {
  readonly clockOut: Change<string | null>;
  readonly breaks: Change<readonly { readonly start: string; readonly end: string | null }[]>;
};

/** What happened, by its kind. What must be erasable stands in it as a salted digest only. */
export type LedgerEvent =
  | {
      readonly kind: 'employee_registered' | 'employee_added';
      readonly data: {
        readonly profile: Readonly<Record<string, string>>;
        /** Inactive until an admin has decided. */
        readonly awaitsApproval?: true | undefined;
      };
    }
  | { readonly kind: 'employee_updated'; readonly data: { readonly changes: Changes } }
  | {
      readonly kind:
        | 'employee_deactivated'
        | 'employee_reactivated'
        | 'employee_approved'
        | 'employee_refused'
        | 'break_start'
        | 'break_end'
        | 'clock_out'
        | 'clock_out_reminded';
      readonly data?: undefined;
    }
  | {
      readonly kind: 'clock_in';
      readonly data: {
        readonly digests: {
          readonly ipAddress: string;
          readonly seenAddress: string;
          readonly location: string | null;
          readonly notes: string;
        };
        readonly lateness: { readonly late: boolean; readonly minutes: number } | null;
        /** The entry that was left open before it. */
        readonly setAside?: string | undefined;
      };
    }
  | {
      readonly kind: 'entry_closed';
      readonly data: { readonly digests: { readonly reason: string }; readonly changes: Punches };
    }
  | { readonly kind: 'password_changed'; readonly data: { readonly how: string } }
  | {
      readonly kind: 'settings_updated';
      readonly data: {
        readonly settings: Readonly<Record<string, Json>>;
        readonly changes: Changes;
        readonly version: number;
      };
    }
  | {
      readonly kind: 'studios_updated';
      /** All of them, with the version of the settings that this was. */
      readonly data: { readonly studios: readonly (Studio & Json)[]; readonly version: number };
    }
  | {
      readonly kind: CorrectionKind;
      readonly data: {
        readonly correction: string;
        readonly day?: string | undefined;
        /** Old and new, whenever the items are other ones than the row before says. */
        readonly items?: readonly CorrectionItem[] | undefined;
        readonly digests?: Readonly<Record<string, string>> | undefined;
        readonly selfDecided?: true | undefined;
        /** The entries whose times begin or cease to count, and those that were set aside. */
        readonly entries?: readonly string[] | undefined;
      };
    }
  | {
      readonly kind: 'payroll_profiles_updated';
      /** All of them. */
      readonly data: { readonly profiles: Json; readonly version: number };
    }
  /** Null after a restore, which brings none. */
  | { readonly kind: 'signing_key_kept'; readonly data: { readonly publicKey: string | null } }
  | {
      readonly kind: 'period_confirmed' | 'period_objected' | 'period_closed' | 'period_reopened';
      readonly data: {
        readonly period: RecordedPeriod;
        readonly digests?: { readonly objection: string } | { readonly reason: string } | undefined;
        /** Of one that is confirmed: the SHA-256 of its hours. */
        readonly figures?: string | undefined;
        /** Of one that is closed: the SHA-256 of what payroll is told of it. */
        readonly summary?: string | undefined;
      };
    }
  | { readonly kind: 'payroll_file_fetched'; readonly data: { readonly period: RecordedPeriod } }
  | { readonly kind: 'activity_read'; readonly data: { readonly read: ActivityRead & Json } };

/** Its days, and the instants at which they began and ended; reopened it is known by its days. */
export type RecordedPeriod = {
  readonly first: string;
  readonly last: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** The steps of a correction. */
export type CorrectionKind = Extract<LedgerKind, `correction_${string}`>;
type CorrectionItem = {
  readonly entryId: string;
  readonly old: EntryTimes | null;
  readonly new: EntryTimes | null;
};

export type LedgerEntry = LedgerEvent & {
  /** The employee's id, or `SETTINGS_CHAIN`. */
  readonly chain: string;
  readonly at: EpochMs;
  /** Who did it; null for the server itself. */
  readonly actor: string | null;
  /** The records that were written beside the row; the live feed brings them. */
  readonly entry?: string | undefined;
  readonly notification?: RecordedNotification | undefined;
};

/** A notification and what the digest of its text is made with. */
export type RecordedNotification = NotificationText & { readonly id: string; readonly salt: Buffer };

export const newNotification = (event: ActivityEvent, id: string = randomUUID()): RecordedNotification => ({
  id,
  salt: newSalt(),
  ...notificationFor(event),
});

export const noticeText = ({ type, severity, message }: Record<keyof NotificationText, string>): string =>
  `${type}\n${severity}\n${message}`;

/** What a row of any version refers to, read back from its body. */
export interface LedgerBody {
  readonly data: {
    readonly entry?: string;
    readonly setAside?: string;
    readonly notification?: string;
    readonly read?: ActivityRead;
    readonly correction?: string;
    readonly entries?: readonly string[];
    readonly period?: RecordedPeriod;
  };
}

/** The entries that a row changed besides the one that it is about. */
export const othersOf = ({ entries, setAside }: LedgerBody['data']): readonly string[] | undefined =>
  entries ?? (setAside === undefined ? undefined : [setAside]);

export const ledgerBody = ({ chain, at, actor, kind, data, entry, notification }: LedgerEntry): string =>
  canonicalJson({
    actor,
    at: toInstantText(at),
    chain,
    data: {
      ...data,
      entry,
      notification: notification?.id,
      notice: notification && saltedDigest(notification.salt, noticeText(notification)),
    },
    kind,
  });

const SALT_BYTES = 16;
/** Filled for many at once: to ask the system for each took longer than to use it. */
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

/** A digest that proves a value kept elsewhere, and tells nothing once its salt is erased. */
export const saltedDigest = (salt: Uint8Array, value: string): string =>
  hash('sha256', Buffer.concat([salt, Buffer.from(value, 'utf8')]), 'hex');

/** The members of `values` that name somebody, as digests: a row must not outlive the erasure of a person. */
export const withoutNames = (
  salt: Uint8Array,
  values: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name === 'name' || name === 'email' ? saltedDigest(salt, value) : value,
    ]),
  );
