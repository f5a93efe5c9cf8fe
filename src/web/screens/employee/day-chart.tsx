/**
 * The days of a week or month as bars against the target: to be looked at, with a table for those who read.
 */
import type { DayTotal } from '#domain/summary';
import { formatDate } from '#domain/format';
import { formatDuration, type Day, type EpochMs, type Minutes } from '#domain/time';
import { SecondsLine, useSeconds } from '#web/frame/seconds.tsx';
import { useNow } from '#web/time/use-now.tsx';
import { AsTable } from '#web/ui/as-table.tsx';
import { classes } from '#web/ui/classes.ts';
import { Cell, Row, Table } from '#web/ui/table.tsx';
import { barLabel, chartScale, isNamed, type ChartScale } from './chart-scale.ts';
import type { Period } from './period.ts';
import { weekdayName } from './weekday.ts';

/** Pixels. Values stand above the bars of a week, for which a month has no room. */
const LAYOUT = {
  week: { top: 24, plot: 128, bottom: 40, barShare: 0.44, radius: 6 },
  month: { top: 20, plot: 96, bottom: 24, barShare: 0.64, radius: 3 },
} as const;

interface DayChartProps {
  period: Period;
  byDay: (now: EpochMs) => readonly DayTotal[];
  total: (now: EpochMs) => Minutes;
  today: Day;
}

/** Drawn anew only when a minute has been added somewhere, or a second where seconds are shown. */
export function DayChart({ period, byDay, total, today }: DayChartProps) {
  const seconds = useSeconds();
  const shown = (minutes: Minutes): Minutes =>
    seconds.isShown ? Math.floor(minutes * 60 + 1e-6) / 60 : Math.floor(minutes);
  const days = JSON.parse(
    useNow((now) => JSON.stringify(byDay(now).map((day) => ({ ...day, minutes: shown(day.minutes) })))),
  ) as DayTotal[];
  const layout = LAYOUT[period];
  const scale = chartScale(days, layout.plot);
  const base = layout.top + layout.plot;
  return (
    <div className="mt-4">
      <svg
        role="img"
        aria-label={`Hours worked on each day of the ${period}, against a target of ${formatDuration(scale.target)} a day. The table below has the figures.`}
        width="100%"
        height={base + layout.bottom}
        className="block overflow-visible"
      >
        {days.map((day, index) => (
          <Bar
            key={day.day}
            day={day}
            index={index}
            scale={scale}
            period={period}
            isToday={day.day === today}
          />
        ))}
        <line x1="0" x2="100%" y1={base} y2={base} className="stroke-control" strokeWidth="1" />
        <TargetLine scale={scale} period={period} />
        {days.map((day, index) => (
          <DayName
            key={day.day}
            day={day}
            at={(index + 0.5) * scale.slot}
            base={base}
            period={period}
            isToday={day.day === today}
            isNamed={period === 'week' || isNamed(days, index, today)}
          />
        ))}
      </svg>
      <AsTable>
        <div className="mt-2 -mx-4 sm:mx-0">
          <FiguresTable
            days={days.filter(({ day }) => day <= today)}
            period={period}
            format={seconds.format}
          />
          <SecondsLine
            seconds={seconds}
            rows={(now) => byDay(now).map(({ minutes }) => minutes)}
            total={total}
            className="max-sm:px-4"
          />
        </div>
      </AsTable>
    </div>
  );
}

/**
 * A track up to the target, the work in front of it, the value above. The plot hides the bars' lower corners.
 */
function Bar({
  day,
  index,
  scale,
  period,
  isToday,
}: {
  day: DayTotal;
  index: number;
  scale: ChartScale;
  period: Period;
  isToday: boolean;
}) {
  const { top, plot, barShare, radius } = LAYOUT[period];
  const x = `${(index + (1 - barShare) / 2) * scale.slot}%`;
  const width = `${barShare * scale.slot}%`;
  const bar = (minutes: number, look: string) => {
    const height = scale.height(minutes);
    return (
      height > 0 && (
        <rect
          x={x}
          width={width}
          y={plot - height}
          height={height + radius}
          rx={Math.min(radius, height)}
          className={look}
        />
      )
    );
  };
  return (
    <g>
      <title>{`${weekdayName(day.weekday)}, ${formatDate(day.day, 'UTC')}: ${formatDuration(day.minutes)}`}</title>
      <svg y={top} width="100%" height={plot}>
        {bar(day.targetMinutes, 'fill-line forced-colors:fill-[Canvas] forced-colors:stroke-[GrayText]')}
        {bar(
          day.minutes,
          classes(isToday ? 'fill-accent' : 'fill-accent-mid', 'forced-colors:fill-[Highlight]'),
        )}
      </svg>
      {period === 'week' && (
        <text
          x={`${(index + 0.5) * scale.slot}%`}
          y={top + plot - scale.labelHeight(day.minutes)}
          textAnchor="middle"
          className="fill-ink text-xs font-semibold tabular-nums forced-colors:fill-[CanvasText]"
        >
          {barLabel(day.minutes)}
        </text>
      )}
    </g>
  );
}

/** Its label stands where nobody works as a rule: over the weekend of a week, at the end of a month. */
function TargetLine({ scale, period }: { scale: ChartScale; period: Period }) {
  if (scale.target === 0) return null;
  const { top, plot } = LAYOUT[period];
  const y = top + plot - scale.height(scale.target);
  const isWeek = period === 'week';
  return (
    <>
      <line
        x1="0"
        x2={isWeek ? `${scale.targetDays * scale.slot}%` : '100%'}
        y1={y}
        y2={y}
        className="stroke-ink forced-colors:stroke-[CanvasText]"
        strokeWidth="1"
        strokeDasharray="3 4"
      />
      <text
        x="100%"
        y={isWeek ? y + 4 : y - 6}
        textAnchor="end"
        className="fill-muted stroke-surface text-xs tabular-nums [paint-order:stroke] forced-colors:fill-[CanvasText] forced-colors:stroke-[Canvas]"
        strokeWidth="4"
      >
        Target {formatDuration(scale.target)}
      </text>
    </>
  );
}

function DayName({
  day,
  at,
  base,
  period,
  isToday,
  isNamed: isShown,
}: {
  day: DayTotal;
  at: number;
  base: number;
  period: Period;
  isToday: boolean;
  isNamed: boolean;
}) {
  if (!isShown) return null;
  const look = classes(
    'text-xs tabular-nums forced-colors:fill-[CanvasText]',
    isToday ? 'fill-accent font-semibold' : 'fill-muted',
  );
  const date = String(Number(day.day.slice(8)));
  if (period === 'month')
    return (
      <text x={`${at}%`} y={base + 18} textAnchor="middle" className={look}>
        {date}
      </text>
    );
  return (
    <>
      <text x={`${at}%`} y={base + 17} textAnchor="middle" className={look}>
        {isToday ? 'Today' : weekdayName(day.weekday)}
      </text>
      <text x={`${at}%`} y={base + 33} textAnchor="middle" className={look}>
        {date}
      </text>
    </>
  );
}

const FiguresTable = ({
  days,
  period,
  format,
}: {
  days: readonly DayTotal[];
  period: Period;
  format: (minutes: Minutes) => string;
}) => (
  <Table caption={`Hours of each day of the ${period}`} columns={['Day', 'Target', 'Worked']}>
    {days.map((day) => (
      <Row key={day.day}>
        <Cell className="tabular-nums">
          {weekdayName(day.weekday)}, {formatDate(day.day, 'UTC')}
        </Cell>
        <Cell className="text-muted tabular-nums max-sm:ml-auto">
          {day.targetMinutes === 0 ? '-' : formatDuration(day.targetMinutes)}
        </Cell>
        <Cell className="font-semibold tabular-nums max-sm:min-w-16 max-sm:text-right">
          {format(day.minutes)}
        </Cell>
      </Row>
    ))}
  </Table>
);
