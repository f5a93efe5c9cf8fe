import { memo, useState } from 'react';
import type { DayTotal } from '#domain/day/summary';
import { formatDate } from '#domain/time/format';
import { type Day, type EpochMs, MINUTES_PER_HOUR, type Minutes, formatDuration } from '#domain/time/units';
import { SecondsLine, useSecondsToggle } from '#web/frame/seconds.tsx';
import { useNow } from '#web/time/use-now.tsx';
import { BarChart, type BarChartLayout, type BarColumn } from '#web/ui/bar-chart.tsx';
import { ThresholdLine } from '#web/ui/chart.tsx';
import { classes } from '#web/ui/classes.ts';
import { Cell, Row, Table } from '#web/ui/table.tsx';
import type { Figures, WeekOrMonth } from './figures.ts';
import { weekdayName } from '#domain/time/weekday';

const LABEL_GAP = 6;
/** Pixels. Enough for two lines, which a label has on a phone. */
const LABEL_HEIGHT = 26;

/** Heights are in pixels. The highest bar, or the target if it is higher, fills `plotHeight`. */
export function chartScale(days: readonly Pick<DayTotal, 'minutes' | 'targetMinutes'>[], plotHeight: number) {
  const target = Math.max(0, ...days.map(({ targetMinutes }) => targetMinutes));
  const top = Math.max(MINUTES_PER_HOUR, target, ...days.map(({ minutes }) => minutes));
  const height = (minutes: Minutes): number => (minutes / top) * plotHeight;
  const line = height(target);
  return {
    /** Width of a column, in per cent of the chart's width. */
    slot: 100 / Math.max(1, days.length),
    target,
    /** Number of days, from the first, that the target line spans. */
    targetDays: days.findLastIndex(({ targetMinutes }) => targetMinutes > 0) + 1,
    height,
    /** Pixels from the base line to the label. The label is over its bar, and never across the target line. */
    labelHeight: (minutes: Minutes) => {
      const above = height(minutes) + LABEL_GAP;
      return above < line + LABEL_GAP && above + LABEL_HEIGHT > line ? line + LABEL_GAP : above;
    },
  };
}

/** In a month only today and Mondays have a label. A Monday next to today has none: there is no room. */
export function hasDayLabel(
  days: readonly Pick<DayTotal, 'day' | 'weekday'>[],
  index: number,
  today: Day,
): boolean {
  const at = days.findIndex(({ day }) => day === today);
  return index === at || (days[index]?.weekday === 1 && (at < 0 || Math.abs(index - at) > 1));
}

/** `top` is smaller for a month, since its bars have no hours above them. */
const LAYOUT: Record<WeekOrMonth, BarChartLayout> = {
  week: { top: 40, plot: 128, bottom: 40, nameOffset: 17, barShare: 0.44, radius: 6 },
  month: { top: 20, plot: 96, bottom: 24, nameOffset: 18, barShare: 0.64, radius: 3 },
};
/** Plot height in pixels while no hours are worked: only the target is drawn. */
const EMPTY_PLOT = 40;

interface DayChartProps {
  period: WeekOrMonth;
  figures: Figures;
  today: Day;
}

/** Redrawn at each new minute of work, or at each second if seconds are shown. */
export const DayChart = memo(function DayChart({ period, figures, today }: DayChartProps) {
  const seconds = useSecondsToggle();
  const isWeek = period === 'week';
  const byDay = (now: EpochMs): readonly DayTotal[] => figures(now)[isWeek ? 'weekByDay' : 'monthByDay'];
  const shown = (minutes: Minutes): Minutes =>
    seconds.isShown ? Math.floor(minutes * 60 + 1e-6) / 60 : Math.floor(minutes);
  const days = JSON.parse(
    useNow((now) => JSON.stringify(byDay(now).map((day) => ({ ...day, minutes: shown(day.minutes) })))),
  ) as DayTotal[];
  // An empty chart stays small until the next visit, so that a clock-in moves nothing.
  const [isEmpty] = useState(() => days.every(({ minutes }) => minutes === 0));
  const layout = isEmpty ? { ...LAYOUT[period], plot: EMPTY_PLOT } : LAYOUT[period];
  const scale = chartScale(days, layout.plot);
  const columnOf = ({ day, weekday, minutes, targetMinutes }: DayTotal, index: number): BarColumn => {
    const isCurrent = day === today;
    const number = String(Number(day.slice(8)));
    const weekName = { text: isCurrent ? 'Today' : weekdayName(weekday), secondLine: number, isCurrent };
    const monthName = hasDayLabel(days, index, today) ? { text: number, isCurrent } : null;
    return {
      key: day,
      title: `${weekdayName(weekday)}, ${formatDate(day, 'UTC')}: ${formatDuration(minutes)}`,
      // The target is an outline, since a fill would look like work.
      bars: [
        {
          height: scale.height(targetMinutes),
          className: 'fill-transparent stroke-control forced-colors:stroke-[GrayText]',
        },
        {
          height: scale.height(minutes),
          className: classes(isCurrent ? 'fill-accent' : 'fill-accent-mid', 'forced-colors:fill-[Highlight]'),
        },
      ],
      label: isWeek
        ? {
            text: minutes < 1 ? '' : formatDuration(minutes),
            height: scale.labelHeight(minutes),
            className: 'fill-ink font-semibold',
          }
        : undefined,
      name: isWeek ? weekName : monthName,
    };
  };
  return (
    <BarChart
      className="mt-4"
      summary={`Hours worked on each day of the ${period}, against a target of ${formatDuration(scale.target)} a day. The table below has the figures.`}
      layout={layout}
      columns={days.map(columnOf)}
      threshold={<TargetLine scale={scale} isWeek={isWeek} plot={layout.plot} />}
      table={
        <div className="mt-2 -mx-4 sm:mx-0">
          <Table caption={`Hours of each day of the ${period}`} columns={['Day', 'Target', 'Worked']}>
            {days
              .filter(({ day }) => day <= today)
              .map(({ day, weekday, minutes, targetMinutes }) => (
                <Row key={day}>
                  <Cell className="tabular-nums">
                    {weekdayName(weekday)}, {formatDate(day, 'UTC')}
                  </Cell>
                  <Cell className="text-muted tabular-nums max-sm:ml-auto">
                    {targetMinutes === 0 ? '-' : formatDuration(targetMinutes)}
                  </Cell>
                  <Cell className="font-semibold tabular-nums max-sm:min-w-16 max-sm:text-right">
                    {seconds.format(minutes)}
                  </Cell>
                </Row>
              ))}
          </Table>
          <SecondsLine
            seconds={seconds}
            rows={(now) => byDay(now).map(({ minutes }) => minutes)}
            total={(now) => figures(now)[period].minutes}
            className="max-sm:px-4"
          />
        </div>
      }
    />
  );
});

interface TargetLineProps {
  scale: ReturnType<typeof chartScale>;
  isWeek: boolean;
  plot: number;
}

/** The label stands at the right end: over a week's weekend, where the line has ended, or above a month's line. */
function TargetLine({ scale, isWeek, plot }: TargetLineProps) {
  if (scale.target === 0) return null;
  const y = plot - scale.height(scale.target);
  return (
    <ThresholdLine y={y} to={isWeek ? `${scale.targetDays * scale.slot}%` : '100%'}>
      <text
        x="100%"
        y={isWeek ? y + 4 : y - 6}
        textAnchor="end"
        className="fill-muted stroke-surface text-xs tabular-nums [paint-order:stroke] forced-colors:fill-[CanvasText] forced-colors:stroke-[Canvas]"
        strokeWidth="4"
      >
        Target {formatDuration(scale.target)}
      </text>
    </ThresholdLine>
  );
}
