import { say } from '#texts/say';
import { formatDate, formatMinute } from '#domain/time/format';
import { formatDuration } from '#domain/time/units';
import { BarChart } from '#web/ui/bar-chart.tsx';
import { Chart, ThresholdLine, columnMiddle } from '#web/ui/chart.tsx';
import { Cell, Row, Table } from '#web/ui/table.tsx';
import type { EmployeeReportResult } from '#contract/reports/result';
import { type ChartDay, chartDays, hourSpan, dayLabels, longestShift } from './chart-days.ts';
import { type ReactNode } from 'react';
import { TitledCard } from '#web/ui/card.tsx';

/** Bars fill 70 % of their column instead of a fixed width: a chart can have hundreds of narrow columns. */
const LAYOUT = { top: 12, plot: 168, bottom: 26, nameOffset: 18, barShare: 0.7, radius: 0 };
const { plot: PLOT_HEIGHT } = LAYOUT;
/** Space for the value axis at the left and a threshold's name at the right. */
const CHART_MARGINS_CLASS = 'mt-3 pr-12 pl-12';

const WORKED_CLASS = 'fill-accent-mid forced-colors:fill-[Highlight]';
const OVERTIME_CLASS = 'fill-accent-strong forced-colors:fill-[CanvasText]';

function ChartCard({ title, legend, children }: { title: string; legend: ReactNode; children: ReactNode }) {
  return (
    <TitledCard title={title} className="break-inside-avoid">
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">{legend}</p>
      {children}
    </TitledCard>
  );
}

export default function Charts({ result }: { result: EmployeeReportResult }) {
  const days = chartDays(result);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6 print:grid-cols-2">
      <DailyHours days={days} result={result} />
      <Arrivals days={days} result={result} />
    </div>
  );
}

interface ChartProps {
  days: readonly ChartDay[];
  result: EmployeeReportResult;
}

const NamedThreshold = ({ y, name, value }: { y: number; name: string; value: string }) => (
  <ThresholdLine y={y}>
    <svg
      x="100%"
      y={y}
      className="overflow-visible fill-ink text-xs font-semibold tabular-nums forced-colors:fill-[CanvasText]"
    >
      <text x="6" y="-2">
        {name}
      </text>
      <text x="6" y="12">
        {value}
      </text>
    </svg>
  </ThresholdLine>
);

const LegendItem = ({ children, name }: { children: ReactNode; name: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <svg aria-hidden width="12" height="12" className="overflow-visible">
      {children}
    </svg>
    {name}
  </span>
);

function DailyHours({ days, result }: ChartProps) {
  const shift = longestShift(result);
  const { to } = hourSpan([0, shift + 60, ...days.map(({ minutes }) => minutes)]);
  const height = (minutes: number): number => (minutes / (to * 60)) * PLOT_HEIGHT;
  const names = dayLabels(days);
  const step = to > 12 ? 4 : 2;
  const ticks = Array.from({ length: Math.floor(to / step) + 1 }, (_, index) => ({
    y: PLOT_HEIGHT - height(index * step * 60),
    label: say('charts.hours', { hours: index * step }),
  }));
  return (
    <ChartCard
      title={say('charts.dailyHours')}
      legend={
        <>
          <LegendItem name={say('entry.worked')}>
            <rect width="12" height="12" rx="2" className={WORKED_CLASS} />
          </LegendItem>
          <LegendItem name={say('figure.overtime')}>
            <rect width="12" height="12" rx="2" className={OVERTIME_CLASS} />
          </LegendItem>
          <LegendItem name={say('charts.absent')}>
            <svg x="6" y="6" className="overflow-visible">
              <AbsenceCross />
            </svg>
          </LegendItem>
        </>
      }
    >
      <BarChart
        className={CHART_MARGINS_CLASS}
        summary={say('charts.hoursSummary', { shift: formatDuration(shift) })}
        layout={LAYOUT}
        columns={days.map(({ day, minutes, overtime, isAbsent }, index) => ({
          key: day,
          title: isAbsent
            ? say('charts.absentOn', { day: formatDate(day, 'UTC') })
            : say('charts.workedOn', { day: formatDate(day, 'UTC'), duration: formatDuration(minutes) }),
          bars: [
            { height: height(minutes - overtime), className: WORKED_CLASS },
            { from: height(minutes - overtime), height: height(minutes), className: OVERTIME_CLASS },
          ],
          mark: isAbsent && (
            <svg y="-8" className="overflow-visible">
              <AbsenceCross />
            </svg>
          ),
          name: names[index] ?? null,
        }))}
        ticks={ticks}
        threshold={
          <NamedThreshold
            y={PLOT_HEIGHT - height(shift)}
            name={say('charts.shift')}
            value={formatDuration(shift)}
          />
        }
        table={
          <FiguresTable
            label={say('charts.hoursTable')}
            caption={say('charts.hoursCaption')}
            columns={[say('field.day'), say('entry.worked')]}
            rows={days
              .filter(({ minutes, isAbsent }) => minutes > 0 || isAbsent)
              .map(({ day, minutes, isAbsent }) => [
                formatDate(day, 'UTC'),
                isAbsent ? say('charts.absent') : formatDuration(minutes),
              ])}
          />
        }
      />
    </ChartCard>
  );
}

const AbsenceCross = () => (
  <path
    d="M-3 -3L3 3M3 -3L-3 3"
    className="stroke-danger forced-colors:stroke-[CanvasText]"
    strokeWidth="2"
    strokeLinecap="round"
  />
);

/** Late arrivals are diamonds, so that colour is not the only sign. */
const ArrivalMarker = ({ x, y, isLate }: { x: string; y: number; isLate: boolean }) => (
  <svg x={x} y={y} className="overflow-visible">
    {isLate ? (
      <path
        d="M0 -5L5 0L0 5L-5 0Z"
        className="fill-danger stroke-surface forced-colors:fill-[CanvasText]"
        strokeWidth="1"
      />
    ) : (
      <circle r="3.5" className="fill-accent stroke-surface forced-colors:fill-[Highlight]" strokeWidth="1" />
    )}
  </svg>
);

function Arrivals({ days, result }: ChartProps) {
  const { startMinute, report } = result;
  const names = dayLabels(days);
  const points = days.flatMap((day, index) => (day.arrival ? [{ ...day.arrival, day: day.day, index }] : []));
  const { from, to } = hourSpan([
    ...points.map(({ minute }) => minute),
    ...(startMinute === undefined ? [] : [startMinute - 20, startMinute + 20]),
  ]);
  const counts = { late: points.filter(({ isLate }) => isLate).length, all: points.length };
  const y = (minute: number): number => ((minute - from * 60) / ((to - from) * 60)) * PLOT_HEIGHT;
  const step = Math.ceil((to - from) / 6);
  const ticks = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => ({
    y: y((from + index * step) * 60),
    label: formatMinute((from + index * step) * 60),
  }));
  return (
    <ChartCard
      title={say('charts.arrivals')}
      legend={
        <>
          <LegendItem name={say('arrivals.onTime')}>
            <ArrivalMarker x="6" y={6} isLate={false} />
          </LegendItem>
          <LegendItem name={say('charts.lateBy', { rule: report.ruleText.late })}>
            <ArrivalMarker x="6" y={6} isLate />
          </LegendItem>
        </>
      }
    >
      <Chart
        className={CHART_MARGINS_CLASS}
        summary={
          startMinute === undefined
            ? say('charts.arrivalsSummary', counts)
            : say('charts.arrivalsAgainst', { ...counts, start: formatMinute(startMinute) })
        }
        layout={LAYOUT}
        columns={days.map(({ day }, index) => ({ key: day, name: names[index] ?? null }))}
        ticks={ticks}
        table={
          <FiguresTable
            label={say('charts.arrivalsTable')}
            caption={say('charts.arrivals')}
            columns={[say('field.day'), say('charts.arrival'), say('charts.result')]}
            rows={points.map((one) => [
              formatDate(one.day, 'UTC'),
              formatMinute(one.minute),
              one.isLate ? say('arrivals.late') : say('arrivals.onTime'),
            ])}
          />
        }
      >
        {startMinute !== undefined && (
          <NamedThreshold y={y(startMinute)} name={say('charts.start')} value={formatMinute(startMinute)} />
        )}
        {points.map((one) => (
          <g key={one.day}>
            <title>
              {say(one.isLate ? 'charts.lateOn' : 'charts.onTimeOn', {
                day: formatDate(one.day, 'UTC'),
                time: formatMinute(one.minute),
              })}
            </title>
            <ArrivalMarker x={columnMiddle(one.index, days.length)} y={y(one.minute)} isLate={one.isLate} />
          </g>
        ))}
      </Chart>
    </ChartCard>
  );
}

interface FiguresProps {
  label: string;
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

const FiguresTable = ({ label, caption, columns, rows }: FiguresProps) => (
  <div className="mt-2 -mx-4 max-h-96 overflow-y-auto sm:mx-0" tabIndex={0} role="region" aria-label={label}>
    <Table caption={caption} columns={columns}>
      {rows.map((cells) => (
        <Row key={cells[0]}>
          {cells.map((cell, index) => (
            <Cell
              key={columns[index]}
              className={index === 0 ? 'tabular-nums' : 'font-semibold tabular-nums'}
            >
              {cell}
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  </div>
);
