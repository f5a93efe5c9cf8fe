/** Rebuilds one chain's state from its ledger rows, also those of earlier versions. Pure: no database. */
import type { LeadAssignment } from '#contract/people/employees';
import type { LedgerKind } from '#contract/monitoring/live';
import type { Studio } from '#domain/people/studios';
import type { StoredPlans } from '../../workplace/expected/queries.ts';
import type { EpochMs } from '#domain/time/units';
import { isEndMissing } from '#domain/entry/time-entry';
import { NO_PLANS, withAssignment } from '#domain/expected/schedules';
import type { Json } from '../../ledger/canonical.ts';
import type { LedgerBody, RecordedFactor, RecordedGrant } from '../../ledger/entry.ts';
import { PERIOD_STEPS, required, type RebuiltPeriod } from './replay-periods.ts';
import { CORRECTION_STEPS, newEntry, pressedAt, type RebuiltCorrection } from './replay-corrections.ts';

/** Rows of version 1.6.4 have `old` and `new` values, and plain names and reasons instead of digests. */
export interface LedgerRowBody {
  readonly chain: string;
  readonly at: string;
  readonly actor: string | null;
  readonly kind: string;
  readonly data: Omit<LedgerBody['data'], 'changes' | 'digests'> & {
    readonly notice?: string;
    readonly changes?: Readonly<Record<string, unknown>>;
    readonly new?: StatedEndTimes;
    readonly digests?: Readonly<Record<string, string | null>>;
    readonly reason?: string;
  };
}
interface StatedEndTimes {
  readonly clockOut: string | null;
  readonly breaks: readonly { readonly start: string; readonly end: string | null }[];
}

export interface RebuiltEntry {
  readonly id: string;
  /** False after a correction removed the entry. */
  counts: boolean;
  readonly createdAt: EpochMs;
  clockIn: EpochMs;
  clockOut: EpochMs | null;
  setAsideAt: EpochMs | null;
  remindedAt: EpochMs | null;
  breaks: { readonly start: EpochMs; readonly end: EpochMs | null }[];
  readonly digests: Readonly<Record<string, string | null>>;
  /** Where the person clocked in; null on a device of their own. */
  readonly kioskId: string | null;
  /** `reason` is a digest, or the text itself (version 1.6.4). */
  closing: { readonly by: string | null; readonly at: EpochMs; readonly reason: string } | null;
}

/** Named after the columns of `leave_grant`. */
export interface RebuiltGrant extends RecordedGrant {
  readonly grantedBy: string | null;
  readonly grantedAt: EpochMs;
  readonly digests: { readonly reason: string };
}

export interface RebuiltState {
  person: {
    readonly createdAt: EpochMs;
    isActive: boolean;
    awaitsApproval: boolean;
    /** Names and email addresses are digests, or the values themselves (version 1.6.4). */
    readonly profile: Record<string, string>;
    leads: readonly LeadAssignment[];
    /** Linked sign-ins: each has its issuer, the digest of its subject and its time. */
    readonly identities: string[];
    factors: readonly RecordedFactor[];
    /** One SHA-256 over the hashes of all recovery codes; null without codes. */
    recoveryCodes: string | null;
    recoveryCodesUsed: number;
  } | null;
  settings: { readonly values: Readonly<Record<string, unknown>>; readonly version: number } | null;
  /** Null if nobody has saved the studios. */
  studios: readonly Studio[] | null;
  plans: StoredPlans;
  payrollProfiles: { readonly profiles: Json; readonly version: number } | null;
  /** Public key in hexadecimal; null after a restore, undefined if never recorded. */
  signingKey: string | null | undefined;
  open: RebuiltEntry | null;
  /** All entries, not only recent ones, since a correction may come much later. */
  readonly entries: Map<string, RebuiltEntry>;
  readonly corrections: Map<string, RebuiltCorrection>;
  /** Leave in force; the key is its id. `correction` is the id of the correction whose salt proves `digest`. */
  readonly leave: Map<string, { readonly digest: string; readonly correction: string }>;
  /** The key is the year and the number of the grant within the year. */
  readonly grants: Map<string, RebuiltGrant>;
  /** The key is the id of the notification, the value is the digest of its text. */
  readonly notices: Map<string, string>;
  /** The key is the first day of the period. */
  readonly periods: Map<string, RebuiltPeriod>;
}

export const emptyState = (): RebuiltState => ({
  person: null,
  settings: null,
  studios: null,
  plans: { plansId: '', ...NO_PLANS },
  payrollProfiles: null,
  signingKey: undefined,
  open: null,
  entries: new Map(),
  corrections: new Map(),
  leave: new Map(),
  grants: new Map(),
  notices: new Map(),
  periods: new Map(),
});

export function replay(rebuilt: RebuiltState, body: LedgerRowBody): void {
  const { notification, notice } = body.data;
  if (notification !== undefined && notice !== undefined) rebuilt.notices.set(notification, notice);
  const apply = APPLY_MAP.get(body.kind);
  if (!apply) throw new Error(`No row is of the kind ${body.kind}.`);
  apply(rebuilt, body, Date.parse(body.at));
}

export type ApplyRow = (rebuilt: RebuiltState, body: LedgerRowBody, at: EpochMs) => void;

const NO_FACTORS = { factors: [], recoveryCodes: null, recoveryCodesUsed: 0 };

const createPerson: ApplyRow = (rebuilt, { data }, createdAt) => {
  const awaitsApproval = data.awaitsApproval ?? false;
  rebuilt.person = {
    createdAt,
    isActive: !awaitsApproval,
    awaitsApproval,
    profile: { payrollNumber: '', employedSince: '', ...required(data.profile) },
    leads: [],
    identities: [],
    ...NO_FACTORS,
  };
};
/** Activates or deactivates a person. This also approves or refuses the person's registration. */
const setActive =
  (isActive: boolean): ApplyRow =>
  ({ person }) => {
    required(person).isActive = isActive;
    required(person).awaitsApproval = false;
  };
const ignore: ApplyRow = () => {};

const APPLY_BY_KIND: Readonly<Record<LedgerKind, ApplyRow>> = {
  employee_registered: createPerson,
  employee_added: createPerson,
  employee_updated({ person }, { data }) {
    for (const [name, change] of Object.entries(required(data.changes)))
      required(person).profile[name] = String(newValueOf(change));
  },
  employee_deactivated: setActive(false),
  employee_reactivated: setActive(true),
  employee_approved: setActive(true),
  employee_refused: setActive(false),
  second_factor_added(rebuilt, { data }) {
    const person = required(rebuilt.person);
    person.factors = [...person.factors, required(data.factor) as RecordedFactor];
    if (data.codes !== undefined) Object.assign(person, { recoveryCodes: data.codes, recoveryCodesUsed: 0 });
  },
  second_factor_removed({ person: given }, { data }) {
    const person = required(given);
    person.factors = person.factors.filter(({ id }) => id !== data.factor?.id);
    if (person.factors.length === 0) Object.assign(person, NO_FACTORS);
  },
  second_factors_reset({ person }) {
    Object.assign(required(person), NO_FACTORS);
  },
  recovery_codes_renewed({ person }, { data }) {
    Object.assign(required(person), { recoveryCodes: required(data.codes), recoveryCodesUsed: 0 });
  },
  recovery_code_used({ person }) {
    required(person).recoveryCodesUsed += 1;
  },
  password_changed: ignore,
  identity_linked({ person }, { data }, at) {
    required(person).identities.push(`${required(data.issuer)} ${required(data.digests?.['subject'])} ${at}`);
  },
  activity_read: ignore,
  payroll_file_fetched: ignore,
  clock_out_reminded(rebuilt, body, at) {
    const entry = openEntry(rebuilt, body);
    if (entry.remindedAt !== null) throw new Error('They were reminded before.');
    entry.remindedAt = at;
  },
  clock_in(rebuilt, { data }, at) {
    const clockIn = pressedAt(data, at);
    if (data.setAside !== undefined) setAside(rebuilt, data.setAside, clockIn);
    if (rebuilt.open) throw new Error('An entry is open.');
    const entry = newEntry(required(data.entry), at, required(data.digests), data.kiosk);
    rebuilt.open = Object.assign(entry, { clockIn });
    rebuilt.entries.set(rebuilt.open.id, rebuilt.open);
  },
  break_start(rebuilt, body, at) {
    openEntry(rebuilt, body).breaks.push({ start: pressedAt(body.data, at), end: null });
  },
  break_end(rebuilt, body, at) {
    const { breaks } = openEntry(rebuilt, body);
    const { start } = required(breaks.pop());
    breaks.push({ start, end: pressedAt(body.data, at) });
  },
  clock_out(rebuilt, body, at) {
    end(rebuilt, openEntry(rebuilt, body), pressedAt(body.data, at));
  },
  entry_closed(rebuilt, body, at) {
    const { data, actor } = body;
    const entry = setAsideEntry(rebuilt, body) ?? openEntry(rebuilt, body);
    const punches = data.new ?? {
      clockOut: newValueOf(required(data.changes)['clockOut']),
      breaks: newValueOf(required(data.changes)['breaks']),
    };
    entry.breaks = (punches.breaks as StatedEndTimes['breaks']).map((pause) => ({
      start: Date.parse(pause.start),
      end: pause.end === null ? null : Date.parse(pause.end),
    }));
    entry.closing = { by: actor, at, reason: required(data.digests?.['reason'] ?? data.reason) };
    end(rebuilt, entry, Date.parse(String(punches.clockOut)));
  },
  settings_updated(rebuilt, { data }) {
    rebuilt.settings = { values: required(data.settings), version: required(data.version) };
  },
  payroll_profiles_updated(rebuilt, { data }) {
    rebuilt.payrollProfiles = { profiles: required(data.profiles), version: required(data.version) };
  },
  signing_key_kept(rebuilt, { data }) {
    rebuilt.signingKey = data.publicKey ?? null;
  },
  studios_updated(rebuilt, { data }) {
    rebuilt.studios = required(data.studios);
    rebuilt.settings = { values: rebuilt.settings?.values ?? {}, version: required(data.version) };
  },
  holidays_updated(rebuilt, { data }) {
    rebuildPlans(rebuilt, data, { holidays: required(data.holidays), region: required(data.region) });
  },
  schedule_saved(rebuilt, { data }) {
    const schedule = required(data.schedule);
    const others = rebuilt.plans.schedules.filter(({ id }) => id !== schedule.id);
    rebuildPlans(rebuilt, data, { schedules: [...others, schedule] });
  },
  schedule_assigned(rebuilt, { data }) {
    const { userIds, from, scheduleId = null } = data;
    const change = { userIds: required(userIds), from: required(from), scheduleId };
    rebuildPlans(rebuilt, data, withAssignment(rebuilt.plans, change).plans);
  },
  leave_settings_saved(rebuilt, { data }) {
    const [leaveKinds, allowances] = [required(data.kinds), required(data.allowances)];
    rebuildPlans(rebuilt, data, { leaveKinds, allowances });
  },
  leave_granted({ grants }, { data, actor }, grantedAt) {
    const grant = required(data.grant);
    const n = [...grants.values()].filter(({ year }) => year === grant.year).length + 1;
    const digests = { reason: required(data.digests?.['reason']) };
    grants.set(`${grant.year} ${n}`, { ...grant, grantedBy: actor, grantedAt, digests });
  },
  leads_saved(rebuilt, { data }) {
    required(rebuilt.person).leads = required(data.leads);
  },
  kiosk_added: ignore,
  kiosk_changed: ignore,
  kiosk_revoked: ignore,
  badge_added: ignore,
  badge_removed: ignore,
  pin_changed: ignore,
  ...CORRECTION_STEPS,
  ...PERIOD_STEPS,
};
const APPLY_MAP: ReadonlyMap<string, ApplyRow> = new Map(Object.entries(APPLY_BY_KIND));

function rebuildPlans(
  rebuilt: RebuiltState,
  data: LedgerRowBody['data'],
  changed: Partial<StoredPlans>,
): void {
  rebuilt.plans = { ...rebuilt.plans, ...changed, plansId: required(data.plansId) };
  rebuilt.settings = { values: rebuilt.settings?.values ?? {}, version: required(data.version) };
}

function openEntry({ open }: RebuiltState, { data }: LedgerRowBody): RebuiltEntry {
  if (open === null || open.id !== data.entry) throw new Error('The entry is not open.');
  return open;
}

function setAside(rebuilt: RebuiltState, id: string, at: EpochMs): void {
  if (rebuilt.open?.id !== id) throw new Error('The entry is not open.');
  rebuilt.open.setAsideAt = at;
  rebuilt.open = null;
}

function setAsideEntry({ entries }: RebuiltState, { data }: LedgerRowBody): RebuiltEntry | undefined {
  const entry = entries.get(data.entry ?? '');
  return entry && isEndMissing(entry) ? entry : undefined;
}

function end(rebuilt: RebuiltState, entry: RebuiltEntry, at: EpochMs): void {
  entry.clockOut = at;
  if (rebuilt.open === entry) rebuilt.open = null;
}

function newValueOf(change: unknown): unknown {
  const { to, new: former } = required(change) as { to?: unknown; new?: unknown };
  return to === undefined ? former : to;
}
