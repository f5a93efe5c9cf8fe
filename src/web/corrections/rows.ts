/** What counts and the corrections beside it, joined into the rows of a day: what was stays visible. */
import type { Correction } from '#contract/corrections';
import type { TimeEntry as WireEntry } from '#contract/records';
import { toDomainChange, toInstantText } from '#contract/wire';
import type { EntryChange, EntryTimes } from '#domain/correction/correction';
import { isCounting, waitsFor, type MarkedState } from '#domain/correction/state';
import { dayIn } from '#domain/time/format';
import type { TimeEntry } from '#domain/entry/time-entry';
import type { EpochMs } from '#domain/time/units';

/** A missing end that was given later, shown as corrections are; nobody decides about it. */
export type StatedEnd = Pick<Correction, 'id' | 'userId' | 'day' | 'askedAt' | 'reason'> &
  Partial<
    Pick<
      Correction,
      'selfDecided' | 'sentBackBy' | 'decidedBy' | 'decidedAt' | 'decisionReason' | 'objection'
    >
  > & {
    readonly state: 'stated';
    readonly askedBy: { readonly name: string };
    readonly change: EntryChange;
  };

/** A correction, and what of it a row is about. */
export interface CorrectionRef {
  readonly correction: Correction | StatedEnd;
  readonly change: EntryChange;
}

export interface CorrectedRow {
  /** Of the entry, also where it counts no longer, or not yet. */
  readonly id: string;
  /** `removed`: it counted, and stands struck through; `missing`: it is asked for, and counts nothing yet. */
  readonly kind: 'counts' | 'removed' | 'missing';
  /** What counts of it; null where nothing does. */
  readonly entry: TimeEntry | null;
  /** When it is; what was removed, or is asked for, where it does not count. */
  readonly times: EntryTimes;
  /** Newest first; none of an entry that counts as it was punched. */
  readonly touches: readonly CorrectionRef[];
}

/** What a correction changes, as the rules look at it. */
export const changesOf = (correction: Pick<Correction, 'items'> | StatedEnd): EntryChange[] =>
  'change' in correction ? [correction.change] : correction.items.map(toDomainChange);

/** Whether a row shows it: it counts, or waits. What was declined, withdrawn or undone has changed nothing. */
const isShown = (state: MarkedState): boolean => isCounting(state) || waitsFor(state) !== null;

const newestFirst = (one: CorrectionRef, other: CorrectionRef): number =>
  one.correction.askedAt < other.correction.askedAt ? 1 : -1;

/** What touched each entry, newest first: what was declined, withdrawn or undone is left out. */
export function touchesByEntry(
  corrections: readonly Correction[],
): ReadonlyMap<string, readonly CorrectionRef[]> {
  const found = new Map<string, CorrectionRef[]>();
  for (const correction of corrections) {
    if (!isShown(correction.state)) continue;
    for (const change of changesOf(correction))
      found.set(change.entryId, [...(found.get(change.entryId) ?? []), { correction, change }]);
  }
  return new Map([...found].map(([id, touches]) => [id, touches.toSorted(newestFirst)]));
}

/** With the end that was stated of an entry, if it was: corrections may have changed it since. */
function withStatedEnd(
  entry: TimeEntry,
  touches: readonly CorrectionRef[],
  zone: string,
): readonly CorrectionRef[] {
  const { id, userId, closedBy } = entry;
  if (!closedBy) return touches;
  const stated = touches.findLast(({ change: { old } }) => old?.clockOut)?.change.old ?? entry;
  const change = { entryId: id, old: { ...stated, clockOut: null, setAsideAt: closedBy.at }, new: stated };
  const correction: StatedEnd = {
    id,
    userId,
    state: 'stated',
    day: dayIn(entry.clockIn, zone),
    askedBy: closedBy,
    askedAt: toInstantText(closedBy.at),
    reason: closedBy.reason,
    change,
  };
  return [...touches, { correction, change }];
}

/** The row of an entry that does not count: what took it away, or asks for it; undefined where neither does. */
function rowWithout(id: string, touches: readonly CorrectionRef[]): CorrectedRow | undefined {
  const removal = touches.find(
    ({ correction, change }) => isCounting(correction.state) && change.new === null,
  );
  if (removal?.change.old) return { id, kind: 'removed', entry: null, times: removal.change.old, touches };
  const request = touches.find(
    ({ correction, change }) => !isCounting(correction.state) && change.old === null,
  );
  return request?.change.new
    ? { id, kind: 'missing', entry: null, times: request.change.new, touches }
    : undefined;
}

/**
 * A row an entry, and one for each that was removed or is asked for and begins where `isShownAt` says; newest first,
 * as the entries are.
 */
export function correctedRows(
  entries: readonly TimeEntry[],
  corrections: readonly Correction[],
  zone: string,
  isShownAt: (clockIn: EpochMs) => boolean,
): CorrectedRow[] {
  const touches = touchesByEntry(corrections);
  const counting = entries.map<CorrectedRow>((entry) => ({
    id: entry.id,
    kind: 'counts',
    entry,
    times: entry,
    touches: withStatedEnd(entry, touches.get(entry.id) ?? NONE, zone),
  }));
  const known = new Set(entries.map(({ id }) => id));
  const others = [...touches]
    .flatMap(([id, its]) => (known.has(id) ? [] : (rowWithout(id, its) ?? [])))
    .filter(({ times }) => isShownAt(times.clockIn));
  return others.length === 0
    ? counting
    : [...counting, ...others].toSorted((one, other) => other.times.clockIn - one.times.clockIn);
}
const NONE: readonly CorrectionRef[] = [];

/** Without those that count no longer. */
export const withoutGone = <View extends { readonly entries: readonly WireEntry[] }>(
  view: View,
  gone: readonly string[] = [],
): View =>
  gone.length === 0 ? view : { ...view, entries: view.entries.filter(({ id }) => !gone.includes(id)) };

/** A view with a correction as it stands; one without a change of any is the same object. */
export const correctedView = <View extends { readonly corrections: readonly Correction[] }>(
  view: View,
  correction: Correction | undefined,
): View => (correction ? { ...view, corrections: withCorrection(view.corrections, correction) } : view);

/** The corrections after one of them changed; a newer state of it that is there already stays. */
export function withCorrection(known: readonly Correction[], changed: Correction): Correction[] {
  const before = known.find(({ id }) => id === changed.id);
  if (before && before.version >= changed.version) return [...known];
  return before ? known.map((one) => (one === before ? changed : one)) : [...known, changed];
}
