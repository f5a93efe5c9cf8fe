/** What both charts share: a card, lines at full hours, the days' names, and a table for those who read. */
import { useId, type ReactNode } from 'react';
import { AsTable } from '#web/ui/as-table.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { namedDays, type ChartDay } from './chart-days.ts';

export const PLOT = 168;
export const TOP = 12;
const BOTTOM = 26;

interface ChartFrameProps {
  title: string;
  /** One sentence for those who do not see it. */
  summary: string;
  legend: ReactNode;
  days: readonly ChartDay[];
  ticks: readonly { readonly y: number; readonly label: string }[];
  /** Is drawn in a box as wide and as high as the plot. */
  children: ReactNode;
  table: ReactNode;
}

export function ChartFrame({ title, summary, legend, days, ticks, children, table }: ChartFrameProps) {
  const id = useId();
  const names = namedDays(days);
  return (
    <Card aria-labelledby={id} className="p-4 sm:p-6">
      <CardTitle id={id}>{title}</CardTitle>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">{legend}</p>
      <div className="relative mt-3 pr-12 pl-12">
        <svg
          aria-hidden
          width="40"
          height={TOP + PLOT + BOTTOM}
          className="absolute top-0 left-0 overflow-visible"
        >
          {ticks.map(({ y, label }) => (
            <text
              key={label}
              x="40"
              y={TOP + y + 4}
              textAnchor="end"
              className="fill-muted text-xs tabular-nums forced-colors:fill-[CanvasText]"
            >
              {label}
            </text>
          ))}
        </svg>
        <svg
          role="img"
          aria-label={summary}
          width="100%"
          height={TOP + PLOT + BOTTOM}
          className="block overflow-visible"
        >
          {ticks.map(({ y, label }) => (
            <line
              key={label}
              x1="0"
              x2="100%"
              y1={TOP + y}
              y2={TOP + y}
              className="stroke-line"
              strokeWidth="1"
            />
          ))}
          <svg y={TOP} width="100%" height={PLOT} className="overflow-visible">
            {children}
          </svg>
          {[...names].map(([index, name]) => (
            <text
              key={index}
              x={`${((index + 0.5) / days.length) * 100}%`}
              y={TOP + PLOT + 18}
              textAnchor="middle"
              className="fill-muted text-xs tabular-nums forced-colors:fill-[CanvasText]"
            >
              {name}
            </text>
          ))}
        </svg>
      </div>
      <AsTable>
        <div
          className="mt-2 -mx-4 max-h-96 overflow-y-auto sm:mx-0"
          tabIndex={0}
          role="region"
          aria-label={`${title}: table`}
        >
          {table}
        </div>
      </AsTable>
    </Card>
  );
}
