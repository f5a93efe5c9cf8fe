/**
 * spec §2 Summary: cards, insights, and the time against its target, all moving with the running session [D5.7]. The
 * fourth card, Status, is the band at the head of the clock: a state is told once.
 */
import { memo, type ReactNode } from 'react';
import { formatDate } from '#domain/format';
import type { Summary as Summarised } from '#domain/summary';
import { formatDuration, type EpochMs } from '#domain/time';
import { LiveText } from '#web/time/use-now.tsx';
import { Card } from '#web/ui/card.tsx';
import type { Clock } from './clock-view.ts';
import { useFigures } from './figures.ts';
import { TimeSummary } from './time-summary.tsx';
import { WorkInsights } from './work-insights.tsx';

export const Summary = memo(function Summary({ clock }: { clock: Clock }) {
  const { today } = clock;
  const figures = useFigures(clock);
  const text = (of: (summary: Summarised) => string) => <LiveText of={(now: EpochMs) => of(figures(now))} />;
  const target = ({ todayTargetMinutes }: Summarised) =>
    todayTargetMinutes === 0 ? 'no target today' : `of ${formatDuration(todayTargetMinutes)}`;
  const night = ({ dayMeant }: Summarised) =>
    dayMeant === today ? '' : `, night shift of ${formatDate(dayMeant, clock.zone)}`;
  return (
    <section aria-label="Summary" className="grid gap-4 lg:gap-6">
      <div className="grid grid-cols-3 gap-2 sm:gap-4">
        <Stat label="Today's Hours" hint={text((summary) => target(summary) + night(summary))}>
          {text(({ todayMinutes }) => formatDuration(todayMinutes))}
        </Stat>
        <Stat label="This Week" hint={text(({ week }) => `of ${formatDuration(week.targetMinutes)}`)}>
          {text(({ weekMinutes }) => formatDuration(weekMinutes))}
        </Stat>
        <Stat label="This Month" hint={text(({ month }) => `of ${formatDuration(month.targetMinutes)}`)}>
          {text(({ monthMinutes }) => formatDuration(monthMinutes))}
        </Stat>
      </div>
      <WorkInsights figures={figures} />
      <TimeSummary clock={clock} figures={figures} />
    </section>
  );
});

const Stat = ({ label, hint, children }: { label: string; hint: ReactNode; children: ReactNode }) => (
  <Card aria-label={label} className="p-2 sm:p-4">
    <p className="text-xs text-muted sm:text-sm">{label}</p>
    <p className="text-base font-semibold tabular-nums sm:mt-1 sm:text-lg">{children}</p>
    <p className="text-xs text-muted tabular-nums">{hint}</p>
  </Card>
);
