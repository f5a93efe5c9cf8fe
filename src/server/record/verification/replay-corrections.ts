import type { EntryTimes } from '#contract/corrections/corrections';
import { toDomainTimes } from '#contract/wire';
import { findSetAside } from '#domain/correction/check';
import { canUndo, decideCorrection, isSettledBy } from '#domain/correction/decision';
import {
  ACTIONS,
  CORRECTION_ACTIONS,
  isCounting,
  type CorrectionAction,
  type CorrectionState,
} from '#domain/correction/state';
import { isRunning } from '#domain/entry/time-entry';
import type { EpochMs } from '#domain/time/units';
import type { CorrectionItem, CorrectionKind, RecordedLeave } from '../../ledger/entry.ts';
import { isClosed, required } from './replay-periods.ts';
import type { ApplyRow, RebuiltState, RebuiltEntry } from './replay.ts';

/** The part of a replaced entry that an undo restores. */
export type ReplacedEntry = Pick<RebuiltEntry, 'id' | 'clockIn' | 'clockOut' | 'setAsideAt' | 'createdAt'>;

export interface RebuiltCorrection {
  readonly day?: string;
  readonly subject: 'times' | 'leave';
  readonly isKept: boolean;
  readonly leave: (RecordedLeave & { readonly replaced: readonly RecordedLeave[] }) | undefined;
  readonly askedBy: string | null;
  readonly askedAt: EpochMs;
  state: CorrectionState;
  version: number;
  items: readonly CorrectionItem[];
  /** The key is the entry id. The value is the entry's state before this correction last replaced the entry. */
  readonly gaveWay: Map<string, ReplacedEntry>;
  digests: Readonly<Record<string, string | null>>;
  selfDecided: boolean;
  sentBackBy: string | null;
  decidedBy: string | null;
  decidedAt: EpochMs | null;
}

/** Only the employee can ask for a correction or declare sickness. Only other people can make or propose one. */
const createCorrection =
  (initial: 'asked' | 'made' | 'proposed' | 'declared'): ApplyRow =>
  (rebuilt, { chain, data, actor }, at) => {
    const id = required(data.correction);
    if (rebuilt.corrections.has(id)) throw new Error('The correction is there already.');
    const { replaced = [] } = data;
    const state = initial === 'declared' && replaced.length > 0 ? 'declared-over' : initial;
    if ((required(actor) === chain) !== (initial === 'asked' || initial === 'declared'))
      throw new Error('It is for somebody else to do.');
    const { old = null, new: wanted = null, ...digests } = required(data.digests);
    const leave = data.leave === undefined ? undefined : { id: data.leave, old, new: wanted, replaced };
    const isDecided = state === 'declared';
    const correction: RebuiltCorrection = {
      ...(leave ? { subject: 'leave' } : { subject: 'times', day: required(data.day) }),
      leave,
      isKept: data.isKept ?? false,
      askedBy: actor,
      askedAt: at,
      state,
      version: 1,
      items: leave ? [] : required(data.items),
      gaveWay: new Map(),
      digests: { decisionReason: null, objection: null, ...digests },
      selfDecided: false,
      sentBackBy: null,
      decidedBy: isDecided ? actor : null,
      decidedAt: isDecided ? at : null,
    };
    rebuilt.corrections.set(id, correction);
    if (!isCounting(state)) return;
    if (leave) applyLeave(rebuilt, id, leave);
    else apply(rebuilt, correction, correction.items, at, data.entries);
  };

/** Repeats a decision by the rules of corrections: two people are needed, unless the only admin decided alone. */
const decide =
  (action: CorrectionAction): ApplyRow =>
  (rebuilt, { chain, data, actor: by }, at) => {
    const id = required(data.correction);
    const correction = required(rebuilt.corrections.get(id));
    const [actor, selfDecided] = [required(by), data.selfDecided ?? false];
    const isAdmin = actor !== chain || selfDecided;
    const { leave } = correction;
    const decidable = { state: correction.state, userId: chain, leave: leave ?? null };
    const verdict = decideCorrection(decidable, action, {
      id: actor,
      isAdmin,
      isOnlyAdmin: selfDecided,
      wasOtherDemoted: selfDecided,
    });
    if (action === 'undo' && !canUndo(correction, actor, at)) throw new Error('It was too late.');
    if (!verdict.ok || verdict.selfDecided !== selfDecided) throw new Error('It was not theirs to do.');
    const { state } = verdict;
    const [before, after] = [isCounting(correction.state), isCounting(state)];
    correction.state = state;
    correction.version += 1;
    if (data.items) correction.gaveWay.clear();
    correction.items = data.items ?? correction.items;
    if (action === 'undo') correction.digests = { ...correction.digests, decisionReason: null };
    correction.digests = { ...correction.digests, ...data.digests };
    correction.selfDecided = selfDecided;
    if (state === 'sent-back') correction.sentBackBy = actor;
    const isSettled = isSettledBy(action, state);
    [correction.decidedBy, correction.decidedAt] = isSettled ? [actor, at] : [null, null];
    if (leave) {
      if (after !== before) applyLeave(rebuilt, id, leave, after);
      return;
    }
    const items = after
      ? correction.items
      : correction.items.map(({ entryId, old, new: wanted }) => ({ entryId, old: wanted, new: old }));
    if (after !== before) apply(rebuilt, correction, items, at, data.entries);
  };

export const CORRECTION_STEPS: Readonly<Record<CorrectionKind, ApplyRow>> = {
  correction_asked: createCorrection('asked'),
  correction_made: createCorrection('made'),
  correction_proposed: createCorrection('proposed'),
  correction_declared: createCorrection('declared'),
  ...(Object.fromEntries(
    CORRECTION_ACTIONS.map((action) => [ACTIONS[action].kind, decide(action)]),
  ) as Record<(typeof ACTIONS)[CorrectionAction]['kind'], ApplyRow>),
};

/** Checks only whether the leave existed. Digests cannot be compared, since each request has another salt. */
function applyLeave(
  { leave }: RebuiltState,
  correction: string,
  { replaced, ...changed }: NonNullable<RebuiltCorrection['leave']>,
  counts = true,
): void {
  for (const one of [changed, ...replaced]) {
    const [before, after] = counts ? [one.old, one.new] : [one.new, one.old];
    if (leave.has(one.id) !== (before !== null)) throw new Error('What counted was something else.');
    if (after === null) leave.delete(one.id);
    else leave.set(one.id, { digest: after, correction });
  }
}

/** @throws Error if the old times do not match, or the period is closed */
function apply(
  rebuilt: RebuiltState,
  { gaveWay }: RebuiltCorrection,
  items: readonly CorrectionItem[],
  at: EpochMs,
  touched: readonly string[] = [],
): void {
  const { entries, periods } = rebuilt;
  const others = touched.filter((id) => !items.some(({ entryId }) => entryId === id));
  const leftOpen = others.map((id) => ({ ...required(entries.get(id)), isLeftOpen: true as const }));
  const clockIns = items.flatMap((item) => (item.new ? Date.parse(item.new.clockIn) : []));
  for (const { id, at: ended } of findSetAside(leftOpen, clockIns)) {
    required(entries.get(id)).setAsideAt = ended;
    if (rebuilt.open?.id === id) rebuilt.open = null;
  }
  const closed = [...periods.values()].filter(isClosed);
  for (const { entryId, old, new: wanted } of items) {
    const clockIns = [old, wanted].flatMap((times) => (times ? Date.parse(times.clockIn) : []));
    if (closed.some(({ startAt, endAt }) => clockIns.some((at) => at >= startAt && at < endAt)))
      throw new Error('The period is closed.');
    const entry = entries.get(entryId);
    if (!hasTimes(entry, old)) throw new Error('What counted was something else.');
    if (entry?.counts) {
      const { clockIn, clockOut, setAsideAt, createdAt } = entry;
      gaveWay.set(entryId, { id: entryId, clockIn, clockOut, setAsideAt, createdAt });
    }
    if (wanted === null) required(entry).counts = false;
    else {
      // Change the existing entry, or the added one that an undo removed. Create an entry that was never there.
      const known = old || gaveWay.has(entryId) ? required(entry) : newEntry(entryId, at, {});
      entries.set(entryId, Object.assign(known, toDomainTimes(wanted), { counts: true }));
    }
  }
  // Kept presses begin and end what runs. A later entry sets aside what they begin.
  const changed = items.flatMap(({ entryId }) => entries.get(entryId) ?? []);
  const counting = [...entries.values()].filter(({ counts }) => counts);
  for (const entry of changed.filter(({ counts, clockOut }) => counts && clockOut === null)) {
    const later = counting.map(({ clockIn }) => clockIn).filter((one) => one > entry.clockIn);
    const next = Math.min(entry.setAsideAt ?? Infinity, ...later);
    entry.setAsideAt = next === Infinity ? null : next;
  }
  const isOpen = (entry: RebuiltEntry): boolean => entry.counts && isRunning(entry);
  if (changed.some((entry) => entry === rebuilt.open && !isOpen(entry))) rebuilt.open = null;
  rebuilt.open = changed.find(isOpen) ?? rebuilt.open;
}

const hasTimes = (entry: RebuiltEntry | undefined, times: EntryTimes | null): boolean =>
  times === null
    ? entry?.counts !== true
    : entry?.counts === true && JSON.stringify(toDomainTimes(times)) === JSON.stringify(timesOfEntry(entry));

const timesOfEntry = ({ clockIn, clockOut, breaks }: RebuiltEntry) => ({
  clockIn,
  clockOut,
  breaks: breaks.map(({ start, end }) => ({ start, end })),
});

/** @param digests empty for an added entry, which nobody punched */
export const newEntry = (
  id: string,
  clockIn: EpochMs,
  digests: RebuiltEntry['digests'],
  kioskId: string | null = null,
): RebuiltEntry => ({
  id,
  counts: true,
  createdAt: clockIn,
  clockIn,
  clockOut: null,
  setAsideAt: null,
  remindedAt: null,
  breaks: [],
  digests,
  kioskId,
  closing: null,
});

/** A kiosk may keep a press without a network: it counts from when it was made. */
export const pressedAt = ({ punchedAt }: { readonly punchedAt?: string | undefined }, at: EpochMs): EpochMs =>
  punchedAt === undefined ? at : Date.parse(punchedAt);
