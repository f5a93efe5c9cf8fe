import { say } from '#texts/say';
import {
  PAGE_SIZE_MAX,
  type EntryStatus,
  type ListedEntry,
  type TimeEntriesPage,
  TimeEntriesQuery,
} from '#contract/clock/entry-lists';
import type { InputOf } from '#contract/routes';
import { toDomainEntry, toEpochMs } from '#contract/wire';
import { dayIn, formatDate } from '#domain/time/format';
import { periodForFileName } from '#domain/report/periods';
import { entryStatus, type ReportRow } from '#domain/report/report';
import { timesheetCsv, timesheetRow, uncountedRow, type TimesheetRow } from '#domain/entry/timesheet';
import type { Column } from '#domain/file/table';
import { MS_PER_MINUTE } from '#domain/time/units';
import { breakMs, workedMinutes } from '#domain/entry/time-entry';
import { isDay } from '#domain/time/workplace-day';
import { correctionText } from '#contract/corrections/correction-text';
import type { JobControl } from '#web/reports/generate.ts';
import { withCorrections, type ShownRow } from '#contract/reports/result';
import { call, FailedCall } from '#web/api.ts';
import { isUuid } from '#web/browser/place.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { LiveChange } from '#contract/monitoring/live';
import type { FieldErrors } from '#web/forms/draft.ts';
import { fieldErrorsOf } from '#web/forms/use-form.ts';
import { choiceParam, readList, textParam, useList, type ListQuery } from '#web/frame/list.ts';
import { useLiveQuery } from '#web/live/use-live-query.ts';

/** Words of the states are those of the table. */
export const ENTRY_LIST = {
  employee: textParam(isUuid),
  studio: textParam(),
  status: choiceParam<'' | EntryStatus>(
    { '': 'entries.anyStatus', closed: 'entryStatus.complete', open: 'entryStatus.running' },
    '',
  ),
  from: textParam(isDay),
  to: textParam(isDay),
};
export type EntryFilter = ListQuery<typeof ENTRY_LIST>;

export const NO_FILTER = readList(ENTRY_LIST, {});

const queryOf = ({ employee, studio, status, from, to }: EntryFilter): InputOf<'timeEntries'> => ({
  userId: employee || undefined,
  department: studio || undefined,
  status: status || undefined,
  from: from || undefined,
  to: to || undefined,
});

type WithEmployee = Pick<ListedEntry, 'employee'>;
export type ShownListedRow = ShownRow<ReportRow & WithEmployee> & WithEmployee;

export function shownRowsOf(page: TimeEntriesPage): ShownListedRow[] {
  const whose = new Map(page.others.map(({ entryId, employee }) => [entryId, employee]));
  const { timeZone } = page.calendar;
  return withCorrections(rowsOf(page), page.corrections, timeZone, (at) => dayIn(at, timeZone)).flatMap(
    (row): ShownListedRow[] => {
      if (!('other' in row)) return [row];
      const employee = whose.get(row.other.id);
      return employee ? [{ ...row, employee }] : [];
    },
  );
}

/** Running entries count until the instant at which the server read the page. */
const rowsOf = ({ rows, now }: TimeEntriesPage): (ReportRow & WithEmployee)[] =>
  rows.map(({ entry: wire, employee, day, isLate }) => {
    const entry = toDomainEntry(wire);
    return {
      entry,
      employee,
      day,
      isLate,
      minutes: workedMinutes(entry, toEpochMs(now)),
      breakMinutes: breakMs(entry, toEpochMs(now)) / MS_PER_MINUTE,
      status: entryStatus(entry),
      notes: entry.notes === '' ? '-' : entry.notes,
    };
  });

/** 'Time entries_2026-10.csv' */
export function entriesFileName({ from, to }: EntryFilter): string {
  if (from !== '' && to !== '')
    return say('entries.fileOfPeriod', { period: periodForFileName({ first: from, last: to }) });
  if (from === '' && to === '') return say('entries.file');
  return from === '' ? say('entries.fileUntil', { day: to }) : say('entries.fileFrom', { day: from });
}

type FileRow = TimesheetRow & WithEmployee;

const employeeColumns = (): readonly Column<FileRow>[] => [
  { title: say('entries.employee'), value: ({ employee }) => employee.name },
  { title: say('employee.id'), value: ({ employee }) => employee.employeeId },
  { title: say('employee.studio'), value: ({ employee }) => employee.department },
];

/** `progress` gets the number of loaded entries. @throws FailedCall; the signal's reason if aborted */
export async function entriesCsv(filter: EntryFilter, { progress, signal }: JobControl): Promise<string> {
  const rows: FileRow[] = [];
  let before: string | undefined;
  do {
    const answer = await call(
      'timeEntries',
      { ...queryOf(filter), limit: PAGE_SIZE_MAX, before },
      { signal },
    );
    if (!answer.ok) throw new FailedCall(answer.failure);
    const { timeZone } = answer.value.calendar;
    for (const row of shownRowsOf(answer.value))
      rows.push({ ...fileRow(row, timeZone), employee: row.employee });
    progress(rows.length);
    before = answer.value.next ?? undefined;
  } while (before !== undefined);
  return timesheetCsv(rows, employeeColumns());
}

function fileRow(row: ShownListedRow, zone: string): TimesheetRow {
  if (!('other' in row)) return timesheetRow(row.entry, zone, correctionText(row.corrections, zone));
  const { times, corrections } = row.other;
  return uncountedRow(formatDate(times.clockIn, zone), correctionText(corrections, zone));
}

/** True if a shown entry changed. New entries wait for 'Refresh', so that no row moves under the pointer. */
function concernsRows({ entry, correction }: LiveChange, { rows, others }: TimeEntriesPage): boolean {
  const ids = new Set([...rows.map((row) => row.entry.id), ...others.map(({ entryId }) => entryId)]);
  return (entry && ids.has(entry.id)) || correction?.items.some(({ entryId }) => ids.has(entryId)) || false;
}

export function useTimeEntries() {
  const { query: filter, change } = useList(ENTRY_LIST);
  /** Cursors of the pages opened after the first page. The last cursor belongs to the shown page. */
  const [positions, setPositions] = useState<readonly string[]>([]);
  const errors: FieldErrors<'from' | 'to'> = fieldErrorsOf(TimeEntriesQuery, queryOf(filter));
  const query = useLiveQuery('timeEntries', concernsRows, {
    input: { ...queryOf(filter), before: positions.at(-1) },
    enabled: Object.keys(errors).length === 0,
    placeholderData: keepPreviousData,
  });
  const shown = query.data;
  return {
    filter,
    errors,
    query,
    page: positions.length + 1,
    change: (changed: Partial<EntryFilter>) => {
      change(changed);
      setPositions([]);
    },
    next: () => {
      if (shown?.next) setPositions([...positions, shown.next]);
    },
    previous: () => setPositions(positions.slice(0, -1)),
  };
}
