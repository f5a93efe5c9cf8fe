/** Corrections change the times of an entry that count as working time. The recorded punches stay. */
import { openBreak, type Break, type EntryEnd, type TimeEntry } from '../entry/time-entry.ts';
import { MS_PER_MINUTE, type EpochMs } from '../time/units.ts';

export type EntryTimes = EntryEnd & Pick<TimeEntry, 'clockIn' | 'breaks'>;

export type CountedTimes = EntryTimes & Pick<TimeEntry, 'id'>;

export interface EntryChange {
  /** For an added entry, its future id. */
  readonly entryId: string;
  /** Times of the entry when the correction was requested; null for an added entry. */
  readonly old: EntryTimes | null;
  readonly new: EntryTimes | null;
}

export const areSameTimes = (one: EntryTimes, other: EntryTimes): boolean =>
  one.clockIn === other.clockIn &&
  one.clockOut === other.clockOut &&
  one.breaks.length === other.breaks.length &&
  one.breaks.every(({ start, end }, index) => {
    const pause = other.breaks[index];
    return pause?.start === start && pause.end === end;
  });

export const timesOf = ({ clockIn, clockOut, breaks }: EntryTimes): EntryTimes => ({
  clockIn,
  clockOut,
  breaks,
});

const compareEntries = (one: CountedTimes, other: CountedTimes): number =>
  one.clockIn - other.clockIn || (one.id < other.id ? -1 : 1);

export function applyChanges(
  entries: readonly CountedTimes[],
  changes: readonly EntryChange[],
): CountedTimes[] {
  const counting = new Map(entries.map((entry) => [entry.id, entry]));
  for (const { entryId, new: wanted } of changes) {
    const { setAsideAt, isLeftOpen } = counting.get(entryId) ?? {};
    const ending = wanted?.clockOut === null ? { setAsideAt, isLeftOpen } : {};
    if (wanted === null) counting.delete(entryId);
    else counting.set(entryId, { id: entryId, ...timesOf(wanted), ...ending });
  }
  return [...counting.values()].toSorted(compareEntries);
}

/** Returns old and new clock-ins, which tell the days that the changes concern. */
export const clockInsOf = (changes: readonly EntryChange[]): EpochMs[] =>
  changes.flatMap(({ old, new: wanted }) => [old, wanted]).flatMap((times) => times?.clockIn ?? []);

export const reverseChanges = (changes: readonly EntryChange[]): EntryChange[] =>
  changes.map(({ entryId, old, new: wanted }) => ({ entryId, old: wanted, new: old }));

/** Adds punches made after the request to the requested times. Null if the entry's earlier times have changed. */
export function rebaseOntoCurrent(change: EntryChange, current: EntryTimes | undefined): EntryChange | null {
  const { old, new: wanted } = change;
  if (old === null || current === undefined) return old === null && current === undefined ? change : null;
  if (areSameTimes(old, current)) return change;
  if (wanted === null || !isContinued(old, current) || !isStillRunning(old, wanted)) return null;
  const ended = old.breaks.filter(({ end }) => end !== null).length;
  return {
    ...change,
    old: timesOf(current),
    new: {
      clockIn: wanted.clockIn,
      clockOut: current.clockOut,
      breaks: [...wanted.breaks.filter(({ end }) => end !== null), ...current.breaks.slice(ended)],
    },
  };
}

/** False if kept presses begin or end what runs: punches made since do not go together with them. */
const isStillRunning = (old: EntryTimes, wanted: EntryTimes): boolean =>
  (old.clockOut === null) === (wanted.clockOut === null) &&
  openBreak(old)?.start === openBreak(wanted)?.start;

/** Whether the change begins or ends an entry or a break that runs. */
export const changesWhatRuns = ({ old, new: wanted }: EntryChange): boolean =>
  wanted !== null && (old === null ? wanted.clockOut === null : !isStillRunning(old, wanted));

const isContinued = (old: EntryTimes, current: EntryTimes): boolean =>
  old.clockOut === null &&
  old.clockIn === current.clockIn &&
  old.breaks.every(({ start, end }, index) => {
    const pause = current.breaks[index];
    return pause?.start === start && (end === null || pause.end === end);
  });

/** Zones differ from UTC by whole minutes, so a minute of UTC is a minute of the wall clock. */
const areOfOneMinute = (one: EpochMs, other: EpochMs): boolean =>
  Math.floor(one / MS_PER_MINUTE) === Math.floor(other / MS_PER_MINUTE);
const isWholeMinute = (instant: EpochMs): boolean => instant % MS_PER_MINUTE === 0;

/** A typed 09:00 overlaps an end at 09:00:30. Returns the latest of `ends` in the typed minute, else the typed time. */
const moveAfterEnds = (given: EpochMs, ends: readonly EpochMs[]): EpochMs =>
  isWholeMinute(given) ? Math.max(given, ...ends.filter((end) => areOfOneMinute(end, given))) : given;

/** Returns the recorded punch in the typed minute, with its seconds; else the typed time. Uses each punch once. */
function toRecordedPunch(given: EpochMs, known: EpochMs[]): EpochMs {
  const index = isWholeMinute(given) ? known.findIndex((instant) => areOfOneMinute(instant, given)) : -1;
  return known.splice(index, index < 0 ? 0 : 1)[0] ?? given;
}

/** Replaces typed minutes by the exact times of punches, or of other entries' ends, in the same minute. */
export function snapToPunches(
  given: EntryTimes,
  old: EntryTimes | null,
  others: readonly EntryTimes[],
): EntryTimes {
  const ended = others.flatMap(({ clockOut }) => clockOut ?? []);
  const own = old ? [old.clockIn] : [];
  const punched = toRecordedPunch(given.clockIn, own);
  // A recorded clock-in is not moved: it is already after the ends of other entries.
  const clockIn = old && own.length === 0 ? punched : moveAfterEnds(punched, ended);
  const starts = (old?.breaks ?? []).map(({ start }) => start);
  const stops = (old?.breaks ?? []).flatMap(({ end }) => end ?? []);
  let last = clockIn;
  const breaks: Break[] = [];
  for (const pause of given.breaks.toSorted((one, other) => one.start - other.start)) {
    const start = moveAfterEnds(toRecordedPunch(pause.start, starts), [last]);
    const end = pause.end === null ? null : moveAfterEnds(toRecordedPunch(pause.end, stops), [start]);
    breaks.push({ start, end });
    last = end ?? start;
  }
  const ends = [old?.clockOut ?? null].filter((end) => end !== null);
  const clockOut =
    given.clockOut === null ? null : moveAfterEnds(toRecordedPunch(given.clockOut, ends), [last]);
  return { clockIn, clockOut, breaks };
}
