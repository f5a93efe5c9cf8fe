/**
 * Where the parts of the dashboard stand: state, elapsed time, action, today, insights, in this order; on a
 * wide screen the insights stand beside. Each part's shape stands in its place until it is there.
 */
import type { ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface WorkdayProps {
  note?: ReactNode;
  clock?: ReactNode;
  today?: ReactNode;
  summary?: ReactNode;
  timesheet?: ReactNode;
}

export const Workday = ({ note, clock, today, summary, timesheet }: WorkdayProps) => (
  <div className="grid gap-4 lg:gap-6">
    {note}
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[26rem_minmax(0,1fr)] lg:gap-6">
      <div className="grid grid-cols-1 gap-4 lg:gap-6">
        {clock ?? <ClockShape />}
        {today ?? <Skeleton className="h-48" />}
      </div>
      {summary ?? <SummaryShape />}
    </div>
    {timesheet ?? <Skeleton className="h-64" />}
  </div>
);

/** While the settings are not loaded (spec §2). */
const ClockShape = () => (
  <Card className="flex flex-col items-center gap-3 p-4 sm:p-6">
    <Skeleton className="h-14 w-44" />
    <Skeleton className="h-6 w-56" />
    <p role="status" className="flex h-28 items-center gap-2 text-muted">
      <Spinner />
      Loading your settings...
    </p>
    <Skeleton className="h-14 w-full" />
    <Skeleton className="h-18 w-full" />
  </Card>
);

const SummaryShape = () => (
  <div className="grid gap-4 lg:gap-6">
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      {['today', 'week', 'month', 'status'].map((card) => (
        <Skeleton key={card} className="h-26" />
      ))}
    </div>
    <Skeleton className="h-104" />
    <Skeleton className="h-44" />
  </div>
);
