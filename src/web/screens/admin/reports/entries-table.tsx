import { Check, Hourglass, TriangleAlert } from 'lucide-react';
import { formatDate, formatTime } from '#domain/format';
import type { ReportRow } from '#domain/report';
import { formatDuration } from '#domain/time';
import { Badge } from '../../../ui/badge.tsx';
import { DataTable, type DataColumn } from '../../../ui/data-table.tsx';

const COLUMNS: readonly DataColumn[] = [
  { title: 'Date' }, { title: 'Clock In' }, { title: 'Clock Out' }, { title: 'Duration', align: 'right' }, { title: 'Status' }, { title: 'Notes' },
];
const ROW = 'max-sm:grid max-sm:grid-cols-[auto_1fr_auto] max-sm:items-center max-sm:gap-x-2 max-sm:gap-y-1 max-sm:px-4 max-sm:py-2.5';
const CELL = 'sm:px-2 sm:py-2 sm:first:pl-6 sm:last:pr-6 sm:align-top';

/** The entries, newest first (spec §2). On a phone: date and duration, then times and status, then the notes. */
export const EntriesTable = ({ rows, zone }: { rows: readonly ReportRow[]; zone: string }) => (
  <DataTable caption="Time Entries" columns={COLUMNS}>
    {rows.map(({ entry, day, isLate, minutes, status, notes }) => (
      <tr key={entry.id} role="row" className={ROW}>
        <td role="cell" className={`${CELL} whitespace-nowrap tabular-nums max-sm:order-1 max-sm:col-span-2 max-sm:font-semibold`}>{formatDate(day, zone)}</td>
        <td role="cell" className={`${CELL} max-sm:order-3`}>
          <span className="inline-flex items-center gap-2 tabular-nums">
            {formatTime(entry.clockIn, zone)}
            {isLate && <Badge tone="warning" icon={<TriangleAlert aria-hidden size={12} />}>Late</Badge>}
          </span>
        </td>
        <td role="cell" className={`${CELL} tabular-nums max-sm:order-4 max-sm:before:mr-2 max-sm:before:text-muted max-sm:before:content-['–']`}>
          {entry.clockOut === null ? <span className="font-semibold whitespace-nowrap text-success">Still clocked in</span> : <>{formatTime(entry.clockOut, zone)}<OtherDay of={entry.clockOut} than={day} zone={zone} /></>}
        </td>
        <td role="cell" className={`${CELL} text-right font-semibold whitespace-nowrap tabular-nums max-sm:order-2`}>{formatDuration(minutes)}</td>
        <td role="cell" className={`${CELL} max-sm:order-5 max-sm:text-right`}>
          {status === 'Complete'
            ? <Badge icon={<Check aria-hidden size={12} />}>Complete</Badge>
            : <Badge tone="success" icon={<Hourglass aria-hidden size={12} />}>In Progress</Badge>}
        </td>
        <td role="cell" className={`${CELL} text-muted wrap-anywhere max-sm:order-6 max-sm:col-span-3 ${notes === '-' ? 'max-sm:hidden' : ''}`}>{notes}</td>
      </tr>
    ))}
  </DataTable>
);

/** A night shift ends on another date than it began. */
const OtherDay = ({ of, than, zone }: { of: number; than: string; zone: string }) => {
  const date = formatDate(of, zone);
  return date === formatDate(than, zone) ? null : <span className="block text-xs text-muted">{date}</span>;
};
