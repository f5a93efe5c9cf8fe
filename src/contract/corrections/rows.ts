import type { Correction } from './corrections.ts';
import { toDomainChange, toInstantText } from '../wire.ts';
import type { EntryChange, EntryTimes } from '#domain/correction/correction';
import { isCounting, waitingSide } from '#domain/correction/state';
import { dayIn } from '#domain/time/format';
import type { TimeEntry } from '#domain/entry/time-entry';
import type { EpochMs } from '#domain/time/units';

/** A clock-out that somebody stated later for an entry left open. Shown like a correction, but nobody decides it. */
export type StatedEnd = Partial<Omit<Correction, 'state' | 'askedBy'>> &
  Pick<Correction, 'id' | 'userId' | 'day' | 'askedAt' | 'reason'> & {
    readonly state: 'stated';
    readonly askedBy: { readonly name: string };
    readonly change: EntryChange;
  };

export interface EntryCorrection {
  readonly correction: Correction | StatedEnd;
  /** The correction's change to one entry. */
  readonly change: EntryChange;
}

export interface CorrectedRow {
  readonly id: string;
  /** `counts`: adds to the hours. `removed`: shown struck through. `missing`: requested, but not approved yet. */
  readonly kind: 'counts' | 'removed' | 'missing';
  /** Null unless `kind` is 'counts'. */
  readonly entry: TimeEntry | null;
  /** Times to show, also for a removed or missing entry. */
  readonly times: EntryTimes;
  /** Newest first. */
  readonly corrections: readonly EntryCorrection[];
}

export const changesOf = (correction: Pick<Correction, 'items'> | StatedEnd): EntryChange[] =>
  'change' in correction ? [correction.change] : correction.items.map(toDomainChange);

const newestFirst = (one: EntryCorrection, other: EntryCorrection): number =>
  one.correction.askedAt < other.correction.askedAt ? 1 : -1;

export function correctionsByEntry(
  corrections: readonly Correction[],
): ReadonlyMap<string, readonly EntryCorrection[]> {
  const found = new Map<string, EntryCorrection[]>();
  for (const correction of corrections) {
    // Skip declined, withdrawn and undone corrections, since they have no effect on the entry.
    if (!isCounting(correction.state) && waitingSide(correction.state) === null) continue;
    for (const change of changesOf(correction))
      found.set(change.entryId, [...(found.get(change.entryId) ?? []), { correction, change }]);
  }
  return new Map([...found].map(([id, corrections]) => [id, corrections.toSorted(newestFirst)]));
}

/** Adds the stated clock-out. If corrections changed it later, `old` of the oldest correction has the stated time. */
function withStatedEnd(
  entry: TimeEntry,
  corrections: readonly EntryCorrection[],
  zone: string,
): readonly EntryCorrection[] {
  const { id, userId, closedBy } = entry;
  if (!closedBy) return corrections;
  const stated = corrections.findLast(({ change: { old } }) => old?.clockOut)?.change.old ?? entry;
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
  return [...corrections, { correction, change }];
}

/** Row of a removed or requested entry. Undefined if no correction removes or requests the entry. */
function rowWithoutEntry(id: string, corrections: readonly EntryCorrection[]): CorrectedRow | undefined {
  const removal = corrections.find(
    ({ correction, change }) => isCounting(correction.state) && change.new === null,
  );
  if (removal?.change.old)
    return { id, kind: 'removed', entry: null, times: removal.change.old, corrections };
  const request = corrections.find(
    ({ correction, change }) => !isCounting(correction.state) && change.old === null,
  );
  return request?.change.new
    ? { id, kind: 'missing', entry: null, times: request.change.new, corrections }
    : undefined;
}

/** Newest first. Removed and requested entries get a row only if `isShownAt` accepts their start. */
export function correctedRows(
  entries: readonly TimeEntry[],
  corrections: readonly Correction[],
  zone: string,
  isShownAt: (clockIn: EpochMs) => boolean,
): CorrectedRow[] {
  const byEntry = correctionsByEntry(corrections);
  const counting = entries.map<CorrectedRow>((entry) => ({
    id: entry.id,
    kind: 'counts',
    entry,
    times: entry,
    corrections: withStatedEnd(entry, byEntry.get(entry.id) ?? [], zone),
  }));
  const known = new Set(entries.map(({ id }) => id));
  const others = [...byEntry]
    .flatMap(([id, its]) => (known.has(id) ? [] : (rowWithoutEntry(id, its) ?? [])))
    .filter(({ times }) => isShownAt(times.clockIn));
  return others.length === 0
    ? counting
    : [...counting, ...others].toSorted((one, other) => other.times.clockIn - one.times.clockIn);
}
