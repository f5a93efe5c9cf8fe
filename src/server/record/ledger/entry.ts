import { hash, randomFillSync, randomUUID } from 'node:crypto';
import type { EntryTimes } from '#contract/corrections';
import type { Leading } from '#contract/leads';
import type { LedgerKind } from '#contract/live';
import type { ActivityRead } from '#contract/records';
import { toInstantText } from '#contract/wire';
import { notificationFor, type ActivityEvent, type NotificationText } from '#domain/entry/activity';
import type { Studio } from '#domain/people/studios';
import type { EpochMs } from '#domain/time/units';
import type { Holiday } from '#domain/expected/holidays';
import type { AllowanceRule } from '#domain/leave/allowance-rule';
import type { LeaveKind } from '#domain/leave/kinds';
import type { AssignmentChange, Schedule } from '#domain/expected/schedules';
import { canonicalJson, type Json } from './canonical.ts';

export const SETTINGS_CHAIN = '00000000-0000-0000-0000-000000000000';

/** Version 1.6.4 wrote `old` and `new` in some rows, and names and reasons instead of digests. */
type Change<Value extends Json> = { readonly from: Value; readonly to: Value };
type Changes = Readonly<Record<string, Change<Json>>>;
type Punches = {
  readonly clockOut: Change<string | null>;
  readonly breaks: Change<readonly { readonly start: string; readonly end: string | null }[]>;
};

/** Erasable values are recorded as salted digests only. */
export type LedgerEvent =
  | {
      readonly kind: 'employee_registered' | 'employee_added';
      readonly data: {
        readonly profile: Readonly<Record<string, string>>;
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
        /** Earlier entry, left open. */
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
      /** All studios, and the settings' version. */
      readonly data: { readonly studios: readonly (Studio & Json)[]; readonly version: number };
    }
  | {
      readonly kind: 'holidays_updated';
      /** All holidays, and the settings' version. */
      readonly data: {
        readonly holidays: readonly Holiday[];
        readonly region: string;
        readonly plansId: string;
        readonly version: number;
      };
    }
  | {
      readonly kind: 'schedule_saved';
      readonly data: { readonly schedule: Schedule; readonly plansId: string; readonly version: number };
    }
  | {
      readonly kind: 'schedule_assigned';
      readonly data: AssignmentChange & { readonly plansId: string; readonly version: number };
    }
  | {
      readonly kind: 'leave_settings_saved';
      readonly data: {
        readonly kinds: readonly LeaveKind[];
        readonly allowances: readonly AllowanceRule[];
        readonly plansId: string;
        readonly version: number;
      };
    }
  | {
      readonly kind: 'leave_granted';
      readonly data: {
        readonly grant: RecordedGrant;
        readonly digests: { readonly reason: string };
      };
    }
  | {
      readonly kind: CorrectionKind;
      readonly data: {
        readonly correction: string;
        readonly day?: string | undefined;
        /** Only if they changed since the correction's previous row. */
        readonly items?: readonly CorrectionItem[] | undefined;
        /** Id of the leave that is asked for. The digests `old` and `new` prove its days and kind. */
        readonly leave?: string | undefined;
        readonly digests?: Readonly<Record<string, string | null>> | undefined;
        readonly selfDecided?: true | undefined;
        readonly entries?: readonly string[] | undefined;
      };
    }
  | {
      readonly kind: 'payroll_profiles_updated';
      readonly data: { readonly profiles: Json; readonly version: number };
    }
  /** Null after a restore, since backups have no key. */
  | { readonly kind: 'signing_key_kept'; readonly data: { readonly publicKey: string | null } }
  | {
      readonly kind: 'period_confirmed' | 'period_objected' | 'period_closed' | 'period_reopened';
      readonly data: {
        readonly period: RecordedPeriod;
        readonly digests?: { readonly objection: string } | { readonly reason: string } | undefined;
        /** SHA-256 of a confirmed period's hours. */
        readonly figures?: string | undefined;
        /** SHA-256 of a closed period's payroll summary. */
        readonly summary?: string | undefined;
      };
    }
  | { readonly kind: 'payroll_file_fetched'; readonly data: { readonly period: RecordedPeriod } }
  /** All that they lead. */
  | { readonly kind: 'leads_saved'; readonly data: { readonly leads: readonly Leading[] } }
  | { readonly kind: 'activity_read'; readonly data: { readonly read: ActivityRead & Json } };

export type RecordedGrant = {
  readonly year: number;
  readonly amount: number | null;
  readonly carried: number | null;
};

/** Without instants when reopened. */
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

export type LedgerEntry = LedgerEvent & {
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

/** References in a row's body, in any version. */
export interface LedgerBody {
  readonly data: {
    readonly entry?: string;
    readonly setAside?: string;
    readonly notification?: string;
    readonly read?: ActivityRead;
    readonly correction?: string;
    readonly leave?: string;
    readonly entries?: readonly string[];
    readonly period?: RecordedPeriod;
  };
}

export const otherEntriesOf = ({ entries, setAside }: LedgerBody['data']): readonly string[] | undefined =>
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

/** Proves a value until its salt is erased, and reveals nothing afterwards. */
export const saltedDigest = (salt: Uint8Array, value: string): string =>
  hash('sha256', Buffer.concat([salt, Buffer.from(value, 'utf8')]), 'hex');

/** Recorded as a digest, since ledger rows outlive the erasure of a person. */
export const isDigested = (name: string): boolean => name === 'name' || name === 'email';

export const withDigestedNames = (
  salt: Uint8Array,
  values: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isDigested(name) ? saltedDigest(salt, value) : value,
    ]),
  );
