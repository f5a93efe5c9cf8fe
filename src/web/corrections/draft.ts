import type { ChangeInput, WallTime } from '#contract/corrections/corrections';
import { toWireTimes } from '#contract/wire';
import {
  type CountedTimes,
  type EntryChange,
  type EntryTimes,
  applyChanges,
  snapToPunches,
} from '#domain/correction/correction';
import type { Day } from '#domain/time/units';
import { addDays } from '#domain/time/workplace-day';
import { isSameValue } from '#web/forms/draft.ts';
import { type DraftTime, completeTime, instantOf, spanQuestion, toDraftTime } from '#web/forms/typed-time.ts';

export interface DraftBreak {
  readonly key: string;
  readonly start: DraftTime;
  /** Null while the break runs. */
  readonly end: DraftTime | null;
}

export interface DraftRow {
  /** Id of the entry; an added entry has a new id. */
  readonly key: string;
  /** The times in force; null for an added entry. */
  readonly old: EntryTimes | null;
  readonly isRemoved: boolean;
  readonly clockIn: DraftTime;
  /** Null while the entry runs. */
  readonly clockOut: DraftTime | null;
  readonly breaks: readonly DraftBreak[];
}

export interface CorrectionDraft {
  readonly day: Day;
  readonly zone: string;
  /** Earliest row first, added rows last. */
  readonly rows: readonly DraftRow[];
  readonly reason: string;
}

type DraftTimes = Pick<DraftRow, 'clockIn' | 'clockOut' | 'breaks'>;

const toDraftTimes = (times: EntryTimes, zone: string): DraftTimes => ({
  clockIn: toDraftTime(times.clockIn, zone),
  clockOut: times.clockOut === null ? null : toDraftTime(times.clockOut, zone),
  breaks: times.breaks.map(({ start, end }) => ({
    key: String(start),
    start: toDraftTime(start, zone),
    end: end === null ? null : toDraftTime(end, zone),
  })),
});

export interface DraftSource extends Pick<CorrectionDraft, 'day' | 'zone'> {
  readonly entries: readonly CountedTimes[];
  /** Times to begin with: those of a request that is sent back, or those moved in a picture of the day. */
  readonly wanted?: readonly Pick<EntryChange, 'entryId' | 'new'>[];
}

export function createDraft({ day, zone, entries, wanted = [] }: DraftSource): CorrectionDraft {
  const known = entries
    .toSorted((one, other) => one.clockIn - other.clockIn)
    .map<DraftRow>((entry) => {
      const change = wanted.find(({ entryId }) => entryId === entry.id);
      return {
        key: entry.id,
        old: entry,
        isRemoved: change?.new === null,
        ...toDraftTimes(change?.new ?? entry, zone),
      };
    });
  const added = wanted.flatMap(({ entryId, new: times }) =>
    times === null || entries.some(({ id }) => id === entryId)
      ? []
      : [{ key: entryId, old: null, isRemoved: false, ...toDraftTimes(times, zone) }],
  );
  return { day, zone, rows: [...known, ...added], reason: '' };
}

const blankTime = (day: Day): DraftTime => ({ day, time: '', which: 'first' });

export function withNewRow(draft: CorrectionDraft, key: string): CorrectionDraft {
  const time = blankTime(draft.day);
  const row = { key, old: null, isRemoved: false, clockIn: time, clockOut: time, breaks: [] };
  return { ...draft, rows: [...draft.rows, row] };
}

/** Moves added rows to another day. */
export function withDay(draft: CorrectionDraft, day: Day): CorrectionDraft {
  const moved = (typed: DraftTime): DraftTime => ({
    ...typed,
    day: typed.day === draft.day ? day : addDays(day, 1),
  });
  const rows = draft.rows.map((row) => ({
    ...row,
    clockIn: moved(row.clockIn),
    clockOut: row.clockOut && moved(row.clockOut),
    breaks: row.breaks.map(({ key, start, end }) => ({ key, start: moved(start), end: end && moved(end) })),
  }));
  return { ...draft, day, rows };
}

/** Removes or restores a row. An added row is deleted; the row of an existing entry is only marked. */
export const withRowRemoved = (draft: CorrectionDraft, key: string, isRemoved: boolean): CorrectionDraft => ({
  ...draft,
  rows: draft.rows
    .filter((row) => row.key !== key || row.old !== null || !isRemoved)
    .map((row) => (row.key === key ? { ...row, isRemoved } : row)),
});

export const withChangedRow = (
  draft: CorrectionDraft,
  key: string,
  change: (row: DraftRow) => DraftRow,
): CorrectionDraft => ({ ...draft, rows: draft.rows.map((row) => (row.key === key ? change(row) : row)) });

export const withBreak = (row: DraftRow, key: string): DraftRow => ({
  ...row,
  // The new break goes before a running break, which stays last.
  breaks: [
    ...row.breaks.filter(({ end }) => end !== null),
    { key, start: blankTime(row.clockIn.day), end: blankTime(row.clockIn.day) },
    ...row.breaks.filter(({ end }) => end === null),
  ],
});

/** Rows to send. The server's error paths contain indexes of this list. */
export const changedRows = ({ rows, zone }: CorrectionDraft): DraftRow[] =>
  rows.filter((row) => isChanged(row, zone));

const wallTimeOf = ({ day, time, which }: DraftTime): WallTime => ({ day, time: completeTime(time), which });

const sortKeyOf = ({ day, time, which }: DraftTime): string => `${day} ${completeTime(time)} ${which}`;

/** Sorts breaks as they are sent, since the server's error paths contain indexes of this order. */
const sortBreaks = (breaks: readonly DraftBreak[]): DraftBreak[] =>
  breaks.toSorted((one, other) => (sortKeyOf(one.start) < sortKeyOf(other.start) ? -1 : 1));

const timesToSend = ({ clockIn, clockOut, breaks }: DraftTimes): ChangeInput['new'] => ({
  clockIn: wallTimeOf(clockIn),
  clockOut: clockOut && wallTimeOf(clockOut),
  breaks: sortBreaks(breaks).map(({ start, end }) => ({
    start: wallTimeOf(start),
    end: end && wallTimeOf(end),
  })),
});

export const isChanged = (row: DraftRow, zone: string): boolean =>
  row.old === null ||
  row.isRemoved ||
  !isSameValue(timesToSend(row), timesToSend(toDraftTimes(row.old, zone)));

export const changesToSend = (draft: CorrectionDraft): ChangeInput[] =>
  changedRows(draft).map((row) => ({
    entryId: row.old && row.key,
    old: row.old && toWireTimes(row.old),
    new: row.isRemoved ? null : timesToSend(row),
  }));

/** Null while a field is empty or invalid. */
function timesOf(row: DraftRow, zone: string): EntryTimes | null {
  const clockIn = instantOf(row.clockIn, zone);
  const clockOut = row.clockOut && instantOf(row.clockOut, zone);
  if (clockIn === null || (row.clockOut !== null && clockOut === null)) return null;
  const breaks = row.breaks.flatMap((pause) => {
    const start = instantOf(pause.start, zone);
    const end = pause.end && instantOf(pause.end, zone);
    return start === null || (pause.end !== null && end === null) ? [] : [{ start, end }];
  });
  return breaks.length < row.breaks.length ? null : { clockIn, clockOut, breaks };
}

/** Null while a row is incomplete. */
export function beforeAndAfter(draft: CorrectionDraft) {
  const before = draft.rows.flatMap(({ key, old }) => (old ? [{ id: key, ...old }] : []));
  const changes = changedRows(draft).map((row) => {
    const given = row.isRemoved ? null : timesOf(row, draft.zone);
    const others = before.filter(({ id }) => id !== row.key);
    return {
      isKnown: row.isRemoved || given !== null,
      entryId: row.key,
      old: row.old,
      new: given && snapToPunches(given, row.old, others),
    };
  });
  return changes.every(({ isKnown }) => isKnown) ? { before, after: applyChanges(before, changes) } : null;
}

export const unusualSpanQuestion = (draft: CorrectionDraft): string | null =>
  changedRows(draft)
    .map((row) => {
      const times = row.isRemoved ? null : timesOf(row, draft.zone);
      return times && spanQuestion(times.clockIn, times.clockOut, draft.zone);
    })
    .find((question) => question !== null) ?? null;

/** Keeps edited rows, and updates all other rows to the times now in force. */
export const rebaseOntoCurrent = (
  draft: CorrectionDraft,
  entries: readonly CountedTimes[],
): CorrectionDraft => ({
  ...draft,
  rows: draft.rows.map((row) => {
    if (row.old === null) return row;
    const old = entries.find(({ id }) => id === row.key) ?? row.old;
    return { ...row, old, ...(!isChanged(row, draft.zone) && toDraftTimes(old, draft.zone)) };
  }),
});

/** The field's name in the form and in `errors`. */
export const fieldOf = (row: Pick<DraftRow, 'key'>, part: 'clockIn' | 'clockOut'): string =>
  `${row.key} ${part}`;

export const breakFieldOf = (row: DraftRow, pauseKey: string, part: 'start' | 'end'): string =>
  `${row.key} ${pauseKey} ${part}`;

/** Converts server paths ('changes.0.new.clockOut.time') to field names. A row's own error goes to its clock-out. */
export function draftErrors(
  draft: CorrectionDraft,
  faults: Readonly<Record<string, string>>,
): Record<string, string> {
  const sent = changedRows(draft);
  const errors: Record<string, string> = {};
  for (const [path, message] of Object.entries(faults)) {
    const [first, index, ...parts] = path.split('.').filter((name) => name !== 'new');
    const row = first === 'changes' ? sent[Number(index)] : undefined;
    errors[row ? fieldAt(row, parts) : path] ??= message;
  }
  return errors;
}

function fieldAt(row: DraftRow, [part, pauseIndex, side]: readonly string[]): string {
  if (row.isRemoved) return row.key;
  const pause = part === 'breaks' ? sortBreaks(row.breaks)[Number(pauseIndex)] : undefined;
  if (pause) return breakFieldOf(row, pause.key, side === 'end' && pause.end ? 'end' : 'start');
  return fieldOf(row, part !== 'clockIn' && row.clockOut ? 'clockOut' : 'clockIn');
}
