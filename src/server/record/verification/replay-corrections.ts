import type { EntryTimes } from '#contract/corrections';
import { toDomainTimes } from '#contract/wire';
import { setAsideBy } from '#domain/correction/check';
import { canUndo, decideCorrection, isSettledBy, type CorrectionAction } from '#domain/correction/decision';
import { isCounting, type CorrectionState } from '#domain/correction/state';
import type { EpochMs } from '#domain/time/units';
import type { CorrectionItem, CorrectionKind } from '../ledger/entry.ts';
import { isClosed, required } from './replay-periods.ts';
import type { Apply, Rebuilt, RebuiltEntry } from './replay.ts';

/** The part of a replaced entry that an undo restores. */
export type GaveWay = Pick<RebuiltEntry, 'id' | 'clockIn' | 'clockOut' | 'setAsideAt' | 'createdAt'>;

export interface RebuiltCorrection {
  readonly day: string;
  readonly askedBy: string | null;
  readonly askedAt: EpochMs;
  state: CorrectionState;
  version: number;
  items: readonly CorrectionItem[];
  /** By entry id: what the correction replaced last. */
  readonly gaveWay: Map<string, GaveWay>;
  digests: Readonly<Record<string, string | null>>;
  selfDecided: boolean;
  sentBackBy: string | null;
  decidedBy: string | null;
  decidedAt: EpochMs | null;
}

/** Employees ask for their own corrections; others make them. */
const createCorrection =
  (state: 'asked' | 'made'): Apply =>
  (rebuilt, { chain, data, actor }, at) => {
    const id = required(data.correction);
    if (rebuilt.corrections.has(id)) throw new Error('The correction is there already.');
    if ((required(actor) === chain) !== (state === 'asked'))
      throw new Error('It is for somebody else to do.');
    const correction: RebuiltCorrection = {
      day: required(data.day),
      askedBy: actor,
      askedAt: at,
      state,
      version: 1,
      items: required(data.items),
      gaveWay: new Map(),
      digests: { decisionReason: null, objection: null, ...required(data.digests) },
      selfDecided: false,
      sentBackBy: null,
      decidedBy: null,
      decidedAt: null,
    };
    rebuilt.corrections.set(id, correction);
    if (isCounting(state)) apply(rebuilt, correction, correction.items, at, data.entries);
  };

/** Repeats the decision by its rules: two sides, unless the only admin decided. */
const decide =
  (action: CorrectionAction): Apply =>
  (rebuilt, { chain, data, actor: by }, at) => {
    const correction = required(rebuilt.corrections.get(required(data.correction)));
    const [actor, selfDecided] = [required(by), data.selfDecided ?? false];
    const isAdmin = actor !== chain || selfDecided;
    const standing = { state: correction.state, userId: chain };
    const verdict = decideCorrection(standing, action, {
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
    const items = after
      ? correction.items
      : correction.items.map(({ entryId, old, new: wanted }) => ({ entryId, old: wanted, new: old }));
    if (after !== before) apply(rebuilt, correction, items, at, data.entries);
  };

export const CORRECTION_STEPS: Readonly<Record<CorrectionKind, Apply>> = {
  correction_asked: createCorrection('asked'),
  correction_made: createCorrection('made'),
  correction_sent_back: decide('send-back'),
  correction_agreed: decide('agree'),
  correction_declined: decide('decline'),
  correction_withdrawn: decide('withdraw'),
  correction_objected: decide('object'),
  correction_kept: decide('keep'),
  correction_taken_back: decide('take-back'),
  correction_undone: decide('undo'),
};

/** @throws Error if the old times do not match, or the period is closed */
function apply(
  rebuilt: Rebuilt,
  { gaveWay }: RebuiltCorrection,
  items: readonly CorrectionItem[],
  at: EpochMs,
  touched: readonly string[] = [],
): void {
  const { entries, periods } = rebuilt;
  const others = touched.filter((id) => !items.some(({ entryId }) => entryId === id));
  const leftOpen = others.map((id) => ({ ...required(entries.get(id)), isLeftOpen: true as const }));
  const begins = items.flatMap((item) => (item.new ? Date.parse(item.new.clockIn) : []));
  for (const { id, at: ended } of setAsideBy(leftOpen, begins)) {
    required(entries.get(id)).setAsideAt = ended;
    if (rebuilt.open?.id === id) rebuilt.open = null;
  }
  const closed = [...periods.values()].filter(isClosed);
  for (const { entryId, old, new: wanted } of items) {
    const begins = [old, wanted].flatMap((times) => (times ? Date.parse(times.clockIn) : []));
    if (closed.some(({ startAt, endAt }) => begins.some((at) => at >= startAt && at < endAt)))
      throw new Error('The period is closed.');
    const entry = entries.get(entryId);
    if (!isAt(entry, old)) throw new Error('What counted was something else.');
    if (entry?.counts) {
      const { clockIn, clockOut, setAsideAt, createdAt } = entry;
      gaveWay.set(entryId, { id: entryId, clockIn, clockOut, setAsideAt, createdAt });
    }
    if (wanted === null) required(entry).counts = false;
    else {
      // An undo removes an added entry: its next decision creates it again.
      const known = old || gaveWay.has(entryId) ? required(entry) : newEntry(entryId, at, {});
      entries.set(entryId, Object.assign(known, toDomainTimes(wanted), { counts: true }));
    }
  }
}

const isAt = (entry: RebuiltEntry | undefined, times: EntryTimes | null): boolean =>
  times === null
    ? entry?.counts !== true
    : entry?.counts === true && JSON.stringify(toDomainTimes(times)) === JSON.stringify(timesOfEntry(entry));

const timesOfEntry = ({ clockIn, clockOut, breaks }: RebuiltEntry) => ({
  clockIn,
  clockOut,
  breaks: breaks.map(({ start, end }) => ({ start, end })),
});

/** @param digests empty for an added entry, which nobody punched */
export const newEntry = (id: string, clockIn: EpochMs, digests: RebuiltEntry['digests']): RebuiltEntry => ({
  id,
  counts: true,
  createdAt: clockIn,
  clockIn,
  clockOut: null,
  setAsideAt: null,
  remindedAt: null,
  breaks: [],
  digests,
  closing: null,
});
