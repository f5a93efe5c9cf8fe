/** Everybody's time entries: what is filtered by, the pages of the answer, and the file of all of it. */
import type { ListedEntry, TimeEntriesPage, TimeEntriesQuery } from '#contract/entry-lists';
import type { InputOf } from '#contract/routes';
import { toDomainEntry, toEpochMs } from '#contract/wire';
import { dayIn, formatDate } from '#domain/time/format';
import { periodFileText } from '#domain/report/periods';
import { entryStatus, type ReportRow } from '#domain/report/report';
import { csvOf, TIMESHEET_COLUMNS, timesheetCells, timesheetRows } from '#domain/entry/timesheet';
import { MS_PER_MINUTE } from '#domain/time/units';
import { breakMs, workedMinutes } from '#domain/entry/time-entry';
import { isDay } from '#domain/time/workplace-day';
import { correctionText } from '#web/corrections/correction-text.ts';
import { withCorrections, type ShownRow } from '#web/screens/admin/reports/report-result.ts';
import { call, FailedCall } from '#web/api.ts';
import { isPersonId, type Params } from '#web/browser/place.ts';

/** '' where nothing is chosen. */
export interface EntryFilter {
  readonly userId: string;
  readonly department: string;
  readonly status: '' | NonNullable<TimeEntriesQuery['status']>;
  readonly from: string;
  readonly to: string;
}

export const NO_FILTER: EntryFilter = { userId: '', department: '', status: '', from: '', to: '' };

export const FILTER_PARAMS = ['employee', 'studio', 'status', 'from', 'to'] as const;

/** By what the address says; what it says in vain is not filtered by. */
export function filterOf({
  employee = '',
  studio = '',
  status = '',
  from = '',
  to = '',
}: Partial<Record<(typeof FILTER_PARAMS)[number], string>>): EntryFilter {
  return {
    userId: isPersonId(employee) ? employee : '',
    department: studio,
    status: status === 'open' || status === 'closed' ? status : '',
    from: isDay(from) ? from : '',
    to: isDay(to) ? to : '',
  };
}

/** The other way round, of what is changed. */
export function filterParams({ userId, department, status, from, to }: Partial<EntryFilter>): Params {
  const changed = { employee: userId, studio: department, status, from, to };
  return Object.fromEntries(
    Object.entries(changed).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value || undefined]],
    ),
  );
}

/** What is asked: the filter without what is not chosen. */
export const queryOf = (filter: EntryFilter): InputOf<'timeEntries'> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));

/** A row as in a report, and whose it is. */
export interface ListedRow extends ReportRow {
  readonly employee: ListedEntry['employee'];
}

export type ShownListedRow = ShownRow<ListedRow> & { readonly employee: ListedEntry['employee'] };

/** With what was removed or is asked for among the entries. */
export function shownRowsOf(
  page: Pick<TimeEntriesPage, 'rows' | 'now' | 'corrections' | 'others' | 'calendar'>,
): ShownListedRow[] {
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

/** Running entries are counted up to the page's own instant. */
export const rowsOf = ({ rows, now }: Pick<TimeEntriesPage, 'rows' | 'now'>): ListedRow[] =>
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

/** With the days it is filtered by: 'Time entries_2026-10.csv'. */
export function entriesFileName({ from, to }: EntryFilter): string {
  if (from !== '' && to !== '') return `Time entries_${periodFileText({ first: from, last: to })}.csv`;
  if (from === '' && to === '') return 'Time entries.csv';
  return from === '' ? `Time entries_until_${to}.csv` : `Time entries_from_${from}.csv`;
}

/** The most that one answer holds. */
const EXPORT_PAGE = 200;

export interface ExportWork {
  /** How many entries have come so far. */
  readonly progress: (count: number) => void;
  readonly signal: AbortSignal;
}

/**
 * All that is filtered as CSV, fetched page by page: whose entry it is, the columns of a timesheet, and a column more
 * where one of them was corrected.
 * @throws FailedCall, and the signal's reason once it is aborted
 */
export async function entriesCsv(filter: EntryFilter, { progress, signal }: ExportWork): Promise<string> {
  const rows: { readonly cells: string[]; readonly told: string }[] = [];
  let hasCorrections = false;
  let before: string | undefined;
  do {
    const answer = await call('timeEntries', { ...queryOf(filter), limit: EXPORT_PAGE, before }, { signal });
    if (!answer.ok) throw new FailedCall(answer.failure);
    const { timeZone } = answer.value.calendar;
    for (const row of shownRowsOf(answer.value)) {
      const told = correctionText('other' in row ? row.other.touches : row.touches, timeZone);
      hasCorrections ||= told !== undefined;
      rows.push({ cells: csvCells(row, timeZone), told: told ?? '' });
    }
    progress(rows.length);
    before = answer.value.next ?? undefined;
  } while (before !== undefined);
  const columns = ['Employee', 'Employee ID', 'Department', ...TIMESHEET_COLUMNS];
  if (!hasCorrections)
    return csvOf(
      columns,
      rows.map(({ cells }) => cells),
    );
  return csvOf(
    [...columns, 'Correction'],
    rows.map(({ cells, told }) => [...cells, told]),
  );
}

function csvCells(row: ShownListedRow, zone: string): string[] {
  const { name, employeeId, department } = row.employee;
  const [times] =
    'other' in row
      ? // Without hours: it counts nothing.
        [{ date: formatDate(row.other.times.clockIn, zone), clockIn: '', clockOut: '', hours: '', notes: '' }]
      : timesheetRows([row.entry], zone);
  return [name, employeeId, department, ...(times ? timesheetCells(times) : [])];
}
