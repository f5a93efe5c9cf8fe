/**
 * spec §2 Summary: four cards, the time against its target, and insights, all moving with the running
 * session [D5.7].
 */
import { CalendarDays, CalendarRange, CircleUser, Timer } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { formatDate, formatTime } from '#domain/format';
import type { Summary as Summarised } from '#domain/summary';
import { formatDuration, type EpochMs } from '#domain/time';
import { dayContaining } from '#domain/workplace-day';
import { StatusBadge } from '#web/frame/status-badge.tsx';
import { LiveText } from '#web/time/use-now.tsx';
import { Card } from '#web/ui/card.tsx';
import type { Clock } from './clock-view.ts';
import { useFigures } from './figures.ts';
import { TimeSummary } from './time-summary.tsx';
import { WorkInsights } from './work-insights.tsx';

export const Summary = memo(function Summary({ clock }: { clock: Clock }) {
  const { status, current, today } = clock;
  const figures = useFigures(clock);
  const text = (of: (summary: Summarised) => string) => <LiveText of={(now: EpochMs) => of(figures(now))} />;
  const target = ({ todayTargetMinutes }: Summarised) =>
    todayTargetMinutes === 0 ? 'no target today' : `of ${formatDuration(todayTargetMinutes)}`;
  const night = ({ dayMeant }: Summarised) =>
    dayMeant === today ? '' : `, night shift of ${formatDate(dayMeant, clock.zone)}`;
  return (
    <section aria-label="Summary" className="grid gap-4 lg:gap-6">
      <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
        <Stat
          label="Today's Hours"
          icon={<Timer size={18} />}
          hint={text((summary) => target(summary) + night(summary))}
        >
          {text(({ todayMinutes }) => formatDuration(todayMinutes))}
        </Stat>
        <Stat
          label="This Week"
          icon={<CalendarRange size={18} />}
          hint={text(({ week }) => `of ${formatDuration(week.targetMinutes)}`)}
        >
          {text(({ weekMinutes }) => formatDuration(weekMinutes))}
        </Stat>
        <Stat
          label="This Month"
          icon={<CalendarDays size={18} />}
          hint={text(({ month }) => `of ${formatDuration(month.targetMinutes)}`)}
        >
          {text(({ monthMinutes }) => formatDuration(monthMinutes))}
        </Stat>
        <Stat
          label="Status"
          icon={<CircleUser size={18} />}
          hint={current ? `since ${sinceText(clock, sinceOf(clock) ?? current.clockIn)}` : 'not working now'}
        >
          <StatusBadge status={status} />
        </Stat>
      </div>
      <TimeSummary clock={clock} figures={figures} />
      <WorkInsights figures={figures} />
    </section>
  );
});

/** When the present status began. */
const sinceOf = ({ current, status }: Clock): EpochMs | null | undefined =>
  status === 'on-break' ? current?.breaks.at(-1)?.start : (current?.breaks.at(-1)?.end ?? current?.clockIn);

/** '08:55', with the date when that was not today. */
const sinceText = ({ zone, days, today }: Clock, since: EpochMs): string =>
  `${dayContaining(since, days)?.day === today ? '' : `${formatDate(since, zone)}, `}${formatTime(since, zone)}`;

const Stat = ({
  label,
  icon,
  hint,
  children,
}: {
  label: string;
  icon: ReactNode;
  hint: ReactNode;
  children: ReactNode;
}) => (
  <Card aria-label={label} className="p-3 sm:p-4">
    <p className="flex items-center justify-between gap-2 text-sm text-muted">
      {label}
      <span aria-hidden className="max-[22rem]:hidden">
        {icon}
      </span>
    </p>
    <div className="mt-1 flex min-h-8 items-center text-lg font-semibold tabular-nums sm:text-xl">
      {children}
    </div>
    <p className="text-xs text-muted tabular-nums">{hint}</p>
  </Card>
);
