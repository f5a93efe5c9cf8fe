/** spec §2 'Work Insights', of the week. Each figure says what it is counted by. */
import type { ReactNode } from 'react';
import type { Summary } from '#domain/summary';
import { formatDuration } from '#domain/time';
import { LiveText } from '#web/time/use-now.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import type { Figures } from './figures.ts';

const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`;

export function WorkInsights({ figures }: { figures: Figures }) {
  const text = (of: (summary: Summary) => string) => <LiveText of={(now) => of(figures(now))} />;
  return (
    <Card aria-labelledby="work-insights" className="p-4 sm:p-6">
      <CardTitle id="work-insights" aside={<p className="text-sm text-muted">This week</p>}>
        Work Insights
      </CardTitle>
      <dl className="mt-2 grid divide-line max-sm:divide-y sm:mt-3 sm:grid-cols-3 sm:divide-x">
        <Insight
          label="Daily Average"
          hint={text(
            ({ dailyAverageMinutes, workedDays }) =>
              `${Math.floor(dailyAverageMinutes)} minutes, over ${days(workedDays)}`,
          )}
        >
          {text(({ dailyAverageMinutes }) => formatDuration(dailyAverageMinutes))}
        </Insight>
        <Insight label="On-Time Days" hint={text(({ workedDays }) => `of ${days(workedDays)} this week`)}>
          {text(({ onTimeDays }) => String(onTimeDays))}
        </Insight>
        <Insight
          label="Overtime"
          hint={text(
            ({ overtimeStartMinutes }) => `this week, beyond ${formatDuration(overtimeStartMinutes)} a day`,
          )}
        >
          {text(({ overtimeHours }) => `${overtimeHours.toFixed(1)}h`)}
        </Insight>
      </dl>
    </Card>
  );
}

/** On a phone one line each: name and hint at the left, figure at the right. */
const Insight = ({ label, hint, children }: { label: string; hint: ReactNode; children: ReactNode }) => (
  <div className="grid grid-cols-[1fr_auto] items-center gap-x-3 py-2 last:pb-0 sm:block sm:px-4 sm:py-0 sm:first:pl-0">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="row-span-2 text-base font-semibold tabular-nums sm:mt-1">{children}</dd>
    <dd className="text-xs text-muted tabular-nums">{hint}</dd>
  </div>
);
