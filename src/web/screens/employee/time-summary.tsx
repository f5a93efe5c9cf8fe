/** spec §2 'Time Summary': a week or a month against its target. */
import { useDeferredValue, useState } from 'react';
import type { PeriodSummary } from '#domain/summary';
import { formatDuration } from '#domain/time';
import { LiveText, useNow } from '#web/time/use-now.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import type { Clock } from './clock-view.ts';
import { DayChart } from './day-chart.tsx';
import type { Figures } from './figures.ts';
import type { Period } from './period.ts';

const PERIODS = [
  { name: 'week', label: 'Week' },
  { name: 'month', label: 'Month' },
] as const satisfies readonly { name: Period; label: string }[];

export function TimeSummary({ clock, figures }: { clock: Clock; figures: Figures }) {
  const [period, setPeriod] = useState<Period>('week');
  // The press is answered first, then the chart is drawn.
  const drawn = useDeferredValue(period);
  const of =
    <T,>(read: (summary: PeriodSummary) => T) =>
    (now: number): T =>
      read(figures(now)[period]);
  const percent = useNow(of(({ barPercent }) => barPercent));
  const target = useNow(of(({ targetText }) => targetText));
  return (
    <Card aria-labelledby="time-summary" className="p-4 sm:p-6">
      <CardTitle
        id="time-summary"
        aside={<Segmented label="Time Summary of" options={PERIODS} chosen={period} onChoose={setPeriod} />}
      >
        Time Summary
      </CardTitle>
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-semibold tabular-nums">
          <span className="font-normal text-muted">Total </span>
          <LiveText of={of(({ minutes }) => formatDuration(minutes))} />
        </p>
        <p className="text-sm text-muted tabular-nums">
          <LiveText of={of(({ rangeText }) => rangeText)} />
        </p>
      </div>
      <div className="mt-2">
        <ProgressBar label="Worked of the target" percent={percent} text={target} />
        <p className="mt-2 text-sm text-muted tabular-nums">{target}</p>
      </div>
      <DayChart key={drawn} period={drawn} figures={figures} today={clock.today} />
    </Card>
  );
}
