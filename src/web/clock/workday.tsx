import { say } from '#texts/say';
import type { ReactNode } from 'react';
import type { Place } from '#web/browser/place.ts';
import { Card } from '#web/ui/card.tsx';
import { classes } from '#web/ui/classes.ts';
import { Skeleton, Spinner } from '#web/ui/skeleton.tsx';

const VIEWS = ['clock', 'timesheet', 'leave', 'team'] as const;
export type WorkdayView = (typeof VIEWS)[number];

export const viewAt = ({ path: [first] }: Place): WorkdayView =>
  VIEWS.find((view) => view === first) ?? 'clock';

interface WorkdayProps {
  view: WorkdayView;
  /** ARIA props of a tab panel. Set only on a phone, where the day is split into tabs. */
  panel?: object | undefined;
  note?: ReactNode;
  clock?: ReactNode;
  /** Reminder and waiting corrections. A phone shows them below the clock, so that the clock does not move. */
  waiting?: ReactNode;
  today?: ReactNode;
  period?: ReactNode;
  summary?: ReactNode;
  timesheet?: ReactNode;
}

/** Lays out the parts of the employee's screen, with a skeleton for each missing part. */
export const Workday = ({ view, panel, waiting, ...parts }: WorkdayProps) => (
  <div hidden={view === 'team' || view === 'leave'} className="grid gap-4 lg:gap-6">
    {parts.note}
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[26rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-6 print:block">
      <div
        {...(view === 'clock' && panel)}
        className={classes(
          'grid grid-cols-1 gap-4 lg:contents',
          view !== 'clock' && 'max-sm:hidden',
          // Only the timesheet is printed.
          'print:hidden!',
        )}
      >
        <div className="grid grid-cols-1 gap-4 lg:row-span-2 lg:gap-6">
          {parts.clock ?? <ClockSkeleton />}
          {panel && waiting}
          {parts.today ?? <Skeleton className="h-48 p-4 sm:p-6">{say('todays.title')}</Skeleton>}
          {parts.period ?? <Skeleton className="h-48 p-4 sm:p-6">{say('payPeriod.title')}</Skeleton>}
        </div>
        <div className="grid grid-cols-1 gap-4 lg:gap-6">
          {!panel && waiting}
          {parts.summary ?? <SummarySkeleton />}
        </div>
      </div>
      <div
        {...(view === 'timesheet' && panel)}
        className={classes('min-w-0', view !== 'timesheet' && 'max-sm:hidden')}
      >
        {parts.timesheet ?? <Skeleton className="h-64 p-4 sm:p-6">{say('timesheet.title')}</Skeleton>}
      </div>
    </div>
  </div>
);

/** Shown while the settings load (spec §2). */
const ClockSkeleton = () => (
  <Card className="overflow-clip">
    <Skeleton className="h-13 rounded-none" />
    <div className="flex flex-col items-center gap-3 p-3 px-4 sm:px-6 sm:pb-4">
      <Skeleton className="h-14 w-44" />
      <p role="status" className="flex h-28 items-center gap-2 text-muted tall:h-34">
        <Spinner />
        {say('clock.loadingSettings')}
      </p>
      <Skeleton className="h-14 w-full" />
      <Skeleton className="mt-4 h-21 w-full" />
    </div>
  </Card>
);

const SummarySkeleton = () => (
  <div className="grid gap-4 lg:gap-6">
    <div className="grid grid-cols-3 gap-2 sm:gap-4">
      {[say('summary.today'), say('summary.week'), say('summary.month')].map((title) => (
        <Skeleton key={title} className="h-20 p-2 text-xs text-muted sm:h-26 sm:p-4 sm:text-sm">
          {title}
        </Skeleton>
      ))}
    </div>
    <Skeleton className="h-44 p-4 sm:p-6">{say('summary.insights')}</Skeleton>
    <Skeleton className="h-40 p-4 sm:p-6">{say('summary.timeSummary')}</Skeleton>
  </div>
);
