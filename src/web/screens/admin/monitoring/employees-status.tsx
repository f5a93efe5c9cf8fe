import { Users } from 'lucide-react';
import { memo } from 'react';
import { formatTime } from '#domain/format';
import { rowOf, type MonitoringRow } from '#domain/monitoring';
import { formatDuration, type EpochMs, type Minutes } from '#domain/time';
import type { TimeEntry, WorkStatus } from '#domain/time-entry';
import type { WorkplaceDay } from '#domain/workplace-day';
import { StatusBadge } from '../../../frame/status-badge.tsx';
import { Ticking } from '../../../ticking.tsx';
import { Card, CardTitle } from '../../../ui/card.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';

const COLUMNS = ['Employee', 'Status', 'Last Activity', "Today's Hours"] as const;
const NO_ENTRIES: readonly TimeEntry[] = [];

interface EmployeesStatusProps {
  rows: readonly MonitoringRow[];
  entriesOf: ReadonlyMap<string, readonly TimeEntry[]>;
  zone: string;
  today: WorkplaceDay;
}

/** 'All Employees Status' (spec §2). */
export const EmployeesStatus = ({ rows, entriesOf, zone, today }: EmployeesStatusProps) => (
  <Card aria-labelledby="all-employees" className="overflow-hidden">
    <div className="p-4 pb-2"><CardTitle id="all-employees">All Employees Status</CardTitle></div>
    {rows.length === 0 ? (
      <Empty icon={<Users size={32} />} title="No employees yet">Employees appear here once they have registered.</Empty>
    ) : (
      <Table caption="All Employees Status" columns={COLUMNS}>
        {rows.map(({ userId, name, status, lastActivity }) => (
          <Employee key={userId} userId={userId} name={name} status={status} lastActivity={lastActivity} entries={entriesOf.get(userId) ?? NO_ENTRIES} zone={zone} today={today} />
        ))}
      </Table>
    )}
  </Card>
);

interface EmployeeProps {
  userId: string;
  name: string;
  status: WorkStatus;
  lastActivity: EpochMs | null;
  entries: readonly TimeEntry[];
  zone: string;
  today: WorkplaceDay;
}

/** Drawn anew only when something of this one employee changed; the hours tick by themselves. */
const Employee = memo(function Employee({ userId, name, status, lastActivity, entries, zone, today }: EmployeeProps) {
  const hours = (now: EpochMs) => hoursToday(rowOf({ id: userId, name }, entries, today, now).todayMinutes);
  return (
    <Row>
      <Cell className="font-semibold wrap-anywhere max-sm:order-1 max-sm:flex-1 max-sm:basis-3/5">{name}</Cell>
      <Cell className="max-sm:order-3 max-sm:basis-1/3"><StatusBadge status={status} /></Cell>
      <Cell className="text-muted tabular-nums max-sm:order-4 max-sm:text-right">{lastActivity === null ? 'Not clocked in today' : formatTime(lastActivity, zone)}</Cell>
      <Cell className="font-semibold whitespace-nowrap tabular-nums max-sm:order-2 max-sm:text-right"><Ticking of={hours} /></Cell>
    </Row>
  );
});

/** '0h 0m' is the table's own word for nothing (spec §2). */
const hoursToday = (minutes: Minutes): string => (minutes < 1 ? '0h 0m' : formatDuration(minutes));
