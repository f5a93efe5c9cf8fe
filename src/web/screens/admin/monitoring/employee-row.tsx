import { TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { formatDate, formatTime } from '#domain/format';
import { knownEntries, todayMinutes, type MonitoringRow } from '#domain/monitoring';
import { formatDuration, MS_PER_MINUTE, type EpochMs, type Minutes } from '#domain/time';
import type { WorkplaceDay } from '#domain/workplace-day';
import { StatusBadge } from '#web/frame/status-badge.tsx';
import { PersonName } from '#web/frame/which-person.tsx';
import { LiveText } from '#web/time/use-now.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Cell, Row } from '#web/ui/table.tsx';
import { DayStrip, type DayScale } from './day-strip.tsx';
import { LEFT_OPEN } from './status-table.ts';

interface EmployeeRowProps {
  row: MonitoringRow;
  zone: string;
  today: WorkplaceDay;
  scale: DayScale;
}

/**
 * Drawn anew only when something of this one employee changed; the hours tick by themselves. On a phone it
 * folds into two lines.
 */
export const EmployeeRow = memo(function EmployeeRow({ row, zone, today, scale }: EmployeeRowProps) {
  const { person, status, lastActivity, leftOpen } = row;
  return (
    <Row className="sm:hover:bg-page">
      <Cell className="wrap-anywhere max-sm:order-1 max-sm:flex-1 max-sm:basis-3/5">
        <span className="block items-baseline gap-3 lg:flex print:flex">
          <span className="block font-semibold lg:w-40 lg:shrink-0">
            <PersonName person={person} />
          </span>
          <span className="block text-xs text-muted lg:truncate" title={person.hub}>
            {person.department}
            {person.hub !== '' && <span className="max-sm:hidden print:hidden">, {person.hub}</span>}
          </span>
        </span>
      </Cell>
      <Cell className="max-sm:order-3 max-sm:basis-1/3">
        {leftOpen === null ? (
          <StatusBadge status={status} />
        ) : (
          <Badge tone="warning" icon={<TriangleAlert aria-hidden size={14} />}>
            {LEFT_OPEN}
          </Badge>
        )}
      </Cell>
      <Cell className="text-muted tabular-nums lg:whitespace-nowrap print:whitespace-nowrap max-sm:order-4 max-sm:text-right">
        {lastActivity !== null && lastActivity < today.start && `${formatDate(lastActivity, zone)}, `}
        {lastActivity === null ? 'Not clocked in today' : formatTime(lastActivity, zone)}
      </Cell>
      <Cell className="font-semibold whitespace-nowrap tabular-nums max-sm:order-2 max-sm:text-right">
        <span className="flex items-center justify-end gap-3">
          <DayStrip entries={knownEntries(row)} scale={scale} />
          <span className="shrink-0 lg:min-w-16">
            <LiveText of={(now: EpochMs) => hours(row, now)} />
            {row.day.day !== today.day && (
              <span className="block text-xs font-normal text-muted">of {formatDate(row.day.day, zone)}</span>
            )}
          </span>
        </span>
      </Cell>
    </Row>
  );
});

/** Of an entry left open nobody knows which of its hours are today's, or are hours at all. */
const hours = (row: MonitoringRow, now: EpochMs): string =>
  row.leftOpen !== null && row.entry
    ? `Open for ${formatDuration((now - row.entry.clockIn) / MS_PER_MINUTE)}`
    : hoursToday(todayMinutes(row, now));

/** '0h 0m' is the table's own word for nothing (spec §2). */
const hoursToday = (minutes: Minutes): string => (minutes < 1 ? '0h 0m' : formatDuration(minutes));
