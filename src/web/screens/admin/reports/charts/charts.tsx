/** Daily hours against the shift, and arrivals against the start. Loaded with the first report. */
import { formatDate } from '#domain/format';
import { formatDuration, timeText } from '#domain/time';
import { Cell, Row, Table } from '#web/ui/table.tsx';
import type { EmployeeReportResult } from '#web/screens/admin/reports/report-result.ts';
import { chartDays, hourSpan, shiftBy, type ChartDay } from './chart-days.ts';
import { ChartFrame, PLOT } from './frame.tsx';

export default function Charts({ result }: { result: EmployeeReportResult }) {
  const days = chartDays(result);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
      <DailyHours days={days} result={result} />
      <Arrivals days={days} result={result} />
    </div>
  );
}

interface ChartProps {
  days: readonly ChartDay[];
  result: EmployeeReportResult;
}

/** Per cent of the width, for the day at a place. */
const slot = (days: readonly ChartDay[]): number => 100 / Math.max(1, days.length);

/** A line across the plot, named at its right end, where nothing is drawn. */
const Mark = ({ y, name, value }: { y: number; name: string; value: string }) => (
  <>
    <line
      x1="0"
      x2="100%"
      y1={y}
      y2={y}
      className="stroke-ink forced-colors:stroke-[CanvasText]"
      strokeWidth="1"
      strokeDasharray="3 4"
    />
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
  </>
);

const Key = ({ children, name }: { children: React.ReactNode; name: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <svg aria-hidden width="12" height="12" className="overflow-visible">
      {children}
    </svg>
    {name}
  </span>
);

function DailyHours({ days, result }: ChartProps) {
  const shift = shiftBy(result);
  const { to } = hourSpan([0, shift + 60, ...days.map(({ minutes }) => minutes)]);
  const height = (minutes: number): number => (minutes / (to * 60)) * PLOT;
  const step = to > 12 ? 4 : 2;
  const ticks = Array.from({ length: Math.floor(to / step) + 1 }, (_, index) => ({
    y: PLOT - height(index * step * 60),
    label: `${index * step}h`,
  }));
  const width = slot(days);
  const label = (day: ChartDay): string =>
    `${formatDate(day.day, 'UTC')}: ${day.isAbsent ? 'absent' : formatDuration(day.minutes)}`;
  return (
    <ChartFrame
      title="Daily hours"
      summary={`Hours worked on each day, against a shift of ${formatDuration(shift)}. The table below has the figures.`}
      legend={
        <>
          <Key name="Worked">
            <rect width="12" height="12" rx="2" className="fill-accent-mid" />
          </Key>
          <Key name="Beyond the shift">
            <rect width="12" height="12" rx="2" className="fill-accent-strong" />
          </Key>
          <Key name="Absent">
            <Cross x="6" y={6} />
          </Key>
        </>
      }
      days={days}
      ticks={ticks}
      table={
        <Figures
          caption="Hours of each day"
          columns={['Day', 'Worked']}
          rows={days
            .filter(({ minutes, isAbsent }) => minutes > 0 || isAbsent)
            .map((day) => [
              formatDate(day.day, 'UTC'),
              day.isAbsent ? 'Absent' : formatDuration(day.minutes),
            ])}
        />
      }
    >
      {days.map((day, index) => {
        const within = Math.min(day.minutes, shift);
        return (
          <g key={day.day}>
            <title>{label(day)}</title>
            <rect
              x={`${index * width}%`}
              width={`${width}%`}
              y="0"
              height={PLOT}
              className="fill-transparent"
            />
            <rect
              x={`${(index + 0.15) * width}%`}
              width={`${0.7 * width}%`}
              y={PLOT - height(within)}
              height={height(within)}
              className="fill-accent-mid forced-colors:fill-[Highlight]"
            />
            {day.minutes > shift && (
              <rect
                x={`${(index + 0.15) * width}%`}
                width={`${0.7 * width}%`}
                y={PLOT - height(day.minutes)}
                height={height(day.minutes - shift)}
                className="fill-accent-strong forced-colors:fill-[CanvasText]"
              />
            )}
            {day.isAbsent && <Cross x={`${(index + 0.5) * width}%`} y={PLOT - 8} />}
          </g>
        );
      })}
      <line x1="0" x2="100%" y1={PLOT} y2={PLOT} className="stroke-control" strokeWidth="1" />
      <Mark y={PLOT - height(shift)} name="Shift" value={formatDuration(shift)} />
    </ChartFrame>
  );
}

/** An x for a day without anything. */
const Cross = ({ x, y }: { x: string; y: number }) => (
  <svg
    x={x}
    y={y}
    className="overflow-visible stroke-danger forced-colors:stroke-[CanvasText]"
    strokeWidth="2"
    strokeLinecap="round"
  >
    <path d="M-3 -3L3 3M3 -3L-3 3" />
  </svg>
);

/** A dot on time, a diamond when late: not by colour alone. */
const Dot = ({ x, y, isLate }: { x: string; y: number; isLate: boolean }) => (
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
  const come = days.flatMap((day, index) => (day.arrival ? [{ ...day.arrival, day: day.day, index }] : []));
  const { from, to } = hourSpan([
    ...come.map(({ minute }) => minute),
    ...(startMinute === undefined ? [] : [startMinute - 20, startMinute + 20]),
  ]);
  const y = (minute: number): number => ((minute - from * 60) / ((to - from) * 60)) * PLOT;
  const step = Math.ceil((to - from) / 6);
  const ticks = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => ({
    y: y((from + index * step) * 60),
    label: timeText((from + index * step) * 60),
  }));
  const width = slot(days);
  const word = ({ isLate }: { isLate: boolean }): string => (isLate ? 'late' : 'on time');
  return (
    <ChartFrame
      title="Arrivals"
      summary={`The first clock-in of each day${startMinute === undefined ? '' : `, against the start at ${timeText(startMinute)}`}; ${come.filter(({ isLate }) => isLate).length} of ${come.length} late. The table below has the times.`}
      legend={
        <>
          <Key name="On time">
            <svg x="6" y="6" className="overflow-visible">
              <circle r="3.5" className="fill-accent" />
            </svg>
          </Key>
          <Key name={`Late: ${report.ruleText.late}`}>
            <svg x="6" y="6" className="overflow-visible">
              <path d="M0 -5L5 0L0 5L-5 0Z" className="fill-danger" />
            </svg>
          </Key>
        </>
      }
      days={days}
      ticks={ticks}
      table={
        <Figures
          caption="Arrivals"
          columns={['Day', 'Arrival', 'Judged']}
          rows={come.map((one) => [
            formatDate(one.day, 'UTC'),
            timeText(one.minute),
            one.isLate ? 'Late' : 'On time',
          ])}
        />
      }
    >
      {startMinute !== undefined && <Mark y={y(startMinute)} name="Start" value={timeText(startMinute)} />}
      {come.map((one) => (
        <g key={one.day}>
          <title>{`${formatDate(one.day, 'UTC')}: ${timeText(one.minute)}, ${word(one)}`}</title>
          <Dot x={`${(one.index + 0.5) * width}%`} y={y(one.minute)} isLate={one.isLate} />
        </g>
      ))}
    </ChartFrame>
  );
}

const Figures = ({
  caption,
  columns,
  rows,
}: {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}) => (
  <Table caption={caption} columns={columns}>
    {rows.map((cells) => (
      <Row key={cells[0]}>
        {cells.map((cell, index) => (
          <Cell key={columns[index]} className={index === 0 ? 'tabular-nums' : 'font-semibold tabular-nums'}>
            {cell}
          </Cell>
        ))}
      </Row>
    ))}
  </Table>
);
