import { Check, Hourglass, TriangleAlert } from 'lucide-react';
import type { ListedEntry } from '#contract/entry-lists';
import { formatDate } from '#domain/format';
import { formatStartAndEnd } from '#domain/repeated-time';
import type { ReportRow } from '#domain/report';
import type { Minutes } from '#domain/time';
import { SecondsLine, useSeconds } from '#web/frame/seconds.tsx';
import { ServerSaw } from '#web/frame/server-saw.tsx';
import { PersonName } from '#web/frame/which-person.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { classes } from '#web/ui/classes.ts';
import { DataTable, type DataColumn } from '#web/ui/data-table.tsx';
import { Cell, Row } from '#web/ui/table.tsx';
import { OtherDate } from '#web/time/other-date.tsx';

const COLUMNS: readonly DataColumn<string>[] = [
  { name: 'date', label: 'Date' },
  { name: 'in', label: 'Clock In' },
  { name: 'out', label: 'Clock Out' },
  { name: 'duration', label: 'Duration', align: 'right' },
  { name: 'status', label: 'Status' },
  { name: 'notes', label: 'Notes' },
];

const WHOSE: DataColumn<string> = { name: 'employee', label: 'Employee' };

interface EntryRow extends ReportRow {
  /** Whose entry it is, where the entries are several people's. */
  readonly employee?: ListedEntry['employee'];
}

/**
 * The entries, newest first (spec §2). On a phone: whose it is, date and duration, times and status, the notes.
 */
export function EntriesTable({
  rows,
  total,
  zone,
}: {
  rows: readonly EntryRow[];
  /** What the durations come to, where that is shown. */
  total?: Minutes;
  zone: string;
}) {
  const seconds = useSeconds();
  return (
    <>
      <DataTable
        caption="Time Entries"
        columns={rows[0]?.employee ? [WHOSE, ...COLUMNS] : COLUMNS}
        inset="wide"
      >
        {rows.map(({ entry, employee, day, isLate, minutes, status, notes }) => (
          <Row
            key={entry.id}
            fold="grid"
            className="align-top max-sm:grid-cols-[auto_1fr_auto] max-sm:items-center"
          >
            {employee && (
              <Cell className="max-sm:col-span-3">
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <span className="font-semibold wrap-anywhere">
                    <PersonName person={employee} />
                  </span>
                  {!employee.isActive && <Badge>Inactive</Badge>}
                </span>
                <span className="block text-xs text-muted">{employee.department}</span>
              </Cell>
            )}
            <Cell className="whitespace-nowrap tabular-nums max-sm:order-1 max-sm:col-span-2 max-sm:font-semibold">
              {formatDate(day, zone)}
            </Cell>
            <Cell className="max-sm:order-3">
              <span className="inline-flex flex-wrap items-center gap-x-2 tabular-nums">
                {timesOf(entry, zone)[0]}
                {isLate && (
                  <Badge tone="warning" icon={<TriangleAlert aria-hidden size={12} />}>
                    Late
                  </Badge>
                )}
              </span>
            </Cell>
            <Cell
              className={classes(
                "tabular-nums max-sm:order-4 max-sm:before:mr-2 max-sm:before:text-muted max-sm:before:content-['–']",
                // Too wide to share the line with its badge.
                entry.clockOut === null && 'max-sm:col-span-2',
              )}
            >
              {entry.clockOut === null ? (
                <span className="font-semibold whitespace-nowrap text-success">Still clocked in</span>
              ) : (
                <>
                  {timesOf(entry, zone)[1]}
                  <span className="block">
                    <OtherDate of={entry.clockOut} than={day} zone={zone} />
                  </span>
                </>
              )}
            </Cell>
            <Cell
              align="right"
              className="font-semibold whitespace-nowrap tabular-nums max-sm:order-2 max-sm:text-right"
            >
              {seconds.format(minutes)}
            </Cell>
            <Cell
              className={classes(
                'max-sm:order-5 max-sm:text-right',
                entry.clockOut === null && 'max-sm:col-span-3',
              )}
            >
              {status === 'Complete' ? (
                <Badge icon={<Check aria-hidden size={12} />}>Complete</Badge>
              ) : (
                <Badge tone="success" icon={<Hourglass aria-hidden size={12} />}>
                  In Progress
                </Badge>
              )}
            </Cell>
            <Cell
              align="left"
              className={classes(
                'text-muted wrap-anywhere max-sm:order-6 max-sm:col-span-3',
                notes === '-' &&
                  (entry.seenAddress ?? entry.ipAddress) === entry.ipAddress &&
                  'max-sm:hidden',
              )}
            >
              <span className={classes(notes === '-' && 'max-sm:hidden')}>{notes}</span>
              <span className="block">
                <ServerSaw entry={entry} />
              </span>
            </Cell>
          </Row>
        ))}
      </DataTable>
      <SecondsLine
        seconds={seconds}
        rows={() => rows.map(({ minutes }) => minutes)}
        total={() => total ?? rows.reduce((sum, { minutes }) => sum + Math.floor(minutes), 0)}
        className="border-t border-line px-4 py-2 sm:px-6"
      />
    </>
  );
}

const timesOf = ({ clockIn, clockOut }: ReportRow['entry'], zone: string): readonly [string, string] =>
  formatStartAndEnd(clockIn, clockOut ?? clockIn, zone);
