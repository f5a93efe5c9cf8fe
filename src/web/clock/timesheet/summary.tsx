/** spec §2 Summary. Its Status card is the `StatusBand` of the clock. */
import { say, sayNumber } from '#texts/say';
import { memo, useState, type ReactNode } from 'react';
import { formatDate } from '#domain/time/format';
import type { Summary as Summarised } from '#domain/day/summary';
import { formatDuration } from '#domain/time/units';
import { LiveText, useNow } from '#web/time/use-now.tsx';
import { Card, TitledCard } from '#web/ui/card.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { SegmentedBar } from '#web/ui/segmented.tsx';
import type { Clock } from '#web/clock/clock-view.ts';
import { useLanguage } from '#web/browser/language.ts';
import { useFigures, type Figures, type WeekOrMonth } from './figures.ts';

export const Summary = memo(function Summary({ clock }: { clock: Clock }) {
  useLanguage();
  const { today } = clock;
  const figures = useFigures(clock);
  const text = (of: (summary: Summarised) => string) => <LiveText of={(now) => of(figures(now))} />;
  const target = ({ todayTargetMinutes }: Summarised) =>
    todayTargetMinutes === 0
      ? say('summary.noTarget')
      : say('summary.ofTarget', { duration: formatDuration(todayTargetMinutes) });
  const todayHint = (summary: Summarised) =>
    summary.shownDay === today
      ? target(summary)
      : say('summary.inNightShift', {
          target: target(summary),
          day: formatDate(summary.shownDay, clock.zone),
        });
  return (
    <section aria-label={say('summary.label')} className="grid gap-4 lg:gap-6">
      <div className="grid grid-cols-3 gap-2 sm:gap-4">
        <Stat label={say('summary.today')} hint={text(todayHint)}>
          {text(({ todayMinutes }) => formatDuration(todayMinutes))}
        </Stat>
        <Stat
          label={say('summary.week')}
          hint={text(({ week }) => say('summary.ofTarget', { duration: formatDuration(week.targetMinutes) }))}
        >
          {text(({ weekMinutes }) => formatDuration(weekMinutes))}
        </Stat>
        <Stat
          label={say('summary.month')}
          hint={text(({ month }) =>
            say('summary.ofTarget', { duration: formatDuration(month.targetMinutes) }),
          )}
        >
          {text(({ monthMinutes }) => formatDuration(monthMinutes))}
        </Stat>
      </div>
      <TitledCard
        title={say('summary.insights')}
        aside={<p className="text-sm text-muted">{say('summary.thisWeek')}</p>}
      >
        <dl className="mt-2 grid divide-line max-sm:divide-y sm:mt-3 sm:grid-cols-3 sm:divide-x">
          <Insight
            label={say('summary.dailyAverage')}
            hint={text(({ dailyAverageMinutes, workedDays }) =>
              say('summary.averageMinutes', {
                minutes: String(Math.floor(dailyAverageMinutes)),
                count: workedDays,
              }),
            )}
          >
            {text(({ dailyAverageMinutes }) => formatDuration(dailyAverageMinutes))}
          </Insight>
          <Insight
            label={say('summary.onTimeDays')}
            hint={text(({ workedDays }) => say('summary.ofDays', { count: workedDays }))}
          >
            {text(({ onTimeDays }) => String(onTimeDays))}
          </Insight>
          <Insight
            label={say('summary.overtime')}
            hint={text(({ overtimeAfter }) =>
              overtimeAfter === null
                ? say('summary.beyondTargets')
                : say('summary.beyondHours', { duration: formatDuration(overtimeAfter) }),
            )}
          >
            {text(({ overtimeHours }) => say('summary.hours', { hours: sayNumber(overtimeHours, 1) }))}
          </Insight>
        </dl>
      </TitledCard>
      <TimeSummary figures={figures} />
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

const Insight = ({ label, hint, children }: { label: string; hint: ReactNode; children: ReactNode }) => (
  <div className="grid grid-cols-[1fr_auto] items-center gap-x-3 py-2 last:pb-0 sm:block sm:px-4 sm:py-0 sm:first:ps-0">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="row-span-2 text-base font-semibold tabular-nums sm:mt-1">{children}</dd>
    <dd className="text-xs text-muted tabular-nums">{hint}</dd>
  </div>
);

const periods = () =>
  [
    { name: 'week', label: say('period.week') },
    { name: 'month', label: say('period.month') },
  ] as const satisfies readonly { name: WeekOrMonth; label: string }[];

function TimeSummary({ figures }: { figures: Figures }) {
  const [period, setPeriod] = useState<WeekOrMonth>('week');
  const percent = useNow((now) => figures(now)[period].barPercent);
  const target = useNow((now) => figures(now)[period].targetText);
  return (
    <TitledCard
      title={say('summary.timeSummary')}
      aside={
        <SegmentedBar
          label={say('summary.timeSummaryOf')}
          options={periods()}
          chosen={period}
          onChoose={setPeriod}
        />
      }
    >
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-semibold tabular-nums">
          <span className="font-normal text-muted">{say('common.total')} </span>
          <LiveText of={(now) => formatDuration(figures(now)[period].minutes)} />
        </p>
        <p className="text-sm text-muted tabular-nums">
          <LiveText of={(now) => figures(now)[period].rangeText} />
        </p>
      </div>
      <div className="mt-2">
        <ProgressBar label={say('summary.workedOfTarget')} percent={percent} text={target} />
        <p className="mt-2 text-sm text-muted tabular-nums">{target}</p>
      </div>
    </TitledCard>
  );
}
