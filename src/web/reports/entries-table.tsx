/** Tables of entries, newest first (spec §2): one person's, with sums of days and weeks, or several people's. */
import { say } from '#texts/say';
import { Fragment, type ComponentProps } from 'react';
import { daySumLabel, sumRows, weeksOfRows, weekSumLabel } from '#domain/report/groups';
import type { ReportRow } from '#domain/report/report';
import type { Day, Minutes } from '#domain/time/units';
import type { LockInput } from '#web/corrections/correct.tsx';
import { SecondsLine, useSecondsToggle, type Seconds } from '#web/frame/seconds.tsx';
import { workplace } from '#web/session/workplace.ts';
import { DataTable, type DataColumn } from '#web/ui/data-table.tsx';
import type { ShownRow } from '#contract/reports/result';
import { EntryRow, SumRow } from './entry-row.tsx';
import type { ShownListedRow } from './time-entries/entry-list.ts';

const COLUMNS: readonly DataColumn<string>[] = [
  { name: 'date', label: 'field.date' },
  { name: 'in', label: 'entry.clockIn' },
  { name: 'out', label: 'entry.clockOut' },
  { name: 'breaks', label: 'entry.breaks', align: 'right' },
  { name: 'duration', label: 'entries.duration', align: 'right' },
  { name: 'status', label: 'field.status' },
  { name: 'notes', label: 'field.notes' },
];

const idOf = (row: ShownRow<ReportRow>): string => ('other' in row ? row.other.id : row.entry.id);

interface ReportEntriesProps {
  rows: readonly ShownRow<ReportRow>[];
  zone: string;
  total: Minutes;
  onCorrect: (day: Day, entryId: string) => void;
  lockInputOf: (day: Day) => LockInput;
}

export function ReportEntries({ rows, total, zone, onCorrect, lockInputOf }: ReportEntriesProps) {
  const seconds = useSecondsToggle();
  const { format } = seconds;
  const weeks = weeksOfRows(rows, workplace().firstWeekday);
  return (
    <Entries
      columns={COLUMNS}
      rows={rows}
      total={total}
      seconds={seconds}
      foot={
        weeks.length > 1 ? (
          <SumRow label={say('common.total')} of={sumRows(rows)} format={format} look="all" />
        ) : undefined
      }
    >
      {weeks.map((week) => (
        <Fragment key={week.day}>
          {week.days.map((day) => (
            <Fragment key={day.day}>
              {day.rows.map((row) => (
                <EntryRow
                  key={idOf(row)}
                  row={row}
                  zone={zone}
                  format={format}
                  correct={{ lock: lockInputOf(row.day), open: () => onCorrect(row.day, idOf(row)) }}
                />
              ))}
              {day.rows.length > 1 && (
                <SumRow label={daySumLabel(day.day)} of={day} format={format} look="day" />
              )}
            </Fragment>
          ))}
          <SumRow label={weekSumLabel(week.day)} of={week} format={format} look="week" />
        </Fragment>
      ))}
    </Entries>
  );
}

interface EntriesProps extends Omit<ComponentProps<typeof DataTable<string>>, 'caption' | 'inset'> {
  rows: readonly { readonly minutes: Minutes }[];
  total: Minutes;
  seconds: Seconds;
}

const Entries = ({ rows, total, seconds, ...table }: EntriesProps) => (
  <>
    <DataTable caption={say('report.entries')} inset="wide" {...table} />
    <SecondsLine
      seconds={seconds}
      rows={() => rows.map(({ minutes }) => minutes)}
      total={() => total}
      className="border-t border-line px-4 py-2 sm:px-6"
    />
  </>
);

export function ListedEntries({ rows, zone }: { rows: readonly ShownListedRow[]; zone: string }) {
  const seconds = useSecondsToggle();
  const total = rows.reduce((sum, { minutes }) => sum + Math.floor(minutes), 0);
  return (
    <Entries
      columns={[{ name: 'employee', label: 'entries.employee' }, ...COLUMNS]}
      rows={rows}
      total={total}
      seconds={seconds}
    >
      {rows.map((row) => (
        <EntryRow key={idOf(row)} row={row} zone={zone} format={seconds.format} />
      ))}
    </Entries>
  );
}
