/** Horizontal positions are per cent, so that text keeps its size; heights are pixels. */
import { say } from '#texts/say';
import { useDeferredValue, type ReactNode } from 'react';
import { classes } from './classes.ts';

export interface ChartLayout {
  readonly top: number;
  readonly plot: number;
  readonly bottom: number;
  /** Distance from the bottom of the plot to the column names. */
  readonly nameOffset: number;
}

export interface ColumnName {
  readonly text: string;
  readonly secondLine?: string;
  readonly isCurrent?: boolean;
  /** True if the name is hidden when the chart is narrow. */
  readonly isMinor?: boolean;
}

interface ChartProps {
  summary: string;
  layout: ChartLayout;
  /** A name is null where it does not fit. */
  columns: readonly { readonly key: string | number; readonly name: ColumnName | null }[];
  /** `y` is the distance from the top of the plot, in pixels. */
  ticks?: readonly { readonly y: number; readonly label: string }[];
  className?: string;
  children: ReactNode;
  table: ReactNode;
}

const TEXT = 'text-xs tabular-nums forced-colors:fill-[CanvasText]';
const LINE_HEIGHT = 16;
const NO_TICKS: NonNullable<ChartProps['ticks']> = [];

export const columnMiddle = (index: number, count: number): string => `${((index + 0.5) / count) * 100}%`;

export function Chart({
  summary,
  layout,
  columns,
  ticks = NO_TICKS,
  className,
  children,
  table,
}: ChartProps) {
  const { top, plot, bottom } = layout;
  const height = top + plot + bottom;
  return (
    <>
      <div dir="ltr" className={classes('@container relative', className)}>
        {ticks.length > 0 && (
          <svg aria-hidden width="40" height={height} className="absolute top-0 left-0 overflow-visible">
            {ticks.map(({ y, label }) => (
              <text key={label} x="40" y={top + y + 4} textAnchor="end" className={`fill-muted ${TEXT}`}>
                {label}
              </text>
            ))}
          </svg>
        )}
        <svg role="img" aria-label={summary} width="100%" height={height} className="block overflow-visible">
          <svg y={top} width="100%" height={plot} className="overflow-visible">
            {ticks.map(({ y, label }) => (
              <HorizontalLine key={label} y={y} className="stroke-line" />
            ))}
            {children}
          </svg>
          {columns.map(
            ({ key, name }, index) =>
              name && (
                <ColumnNameText
                  key={key}
                  name={name}
                  x={columnMiddle(index, columns.length)}
                  y={top + plot + layout.nameOffset}
                />
              ),
          )}
        </svg>
      </div>
      <ChartTable>{table}</ChartTable>
    </>
  );
}

function ColumnNameText({ name, x, y }: { name: ColumnName; x: string; y: number }) {
  const { text, secondLine, isCurrent, isMinor } = name;
  const look = classes(
    TEXT,
    isCurrent ? 'fill-accent font-semibold' : 'fill-muted',
    isMinor && '@max-sm:hidden',
  );
  const position = { x, textAnchor: 'middle', className: look } as const;
  return (
    <>
      <text {...position} y={y}>
        {text}
      </text>
      {secondLine !== undefined && (
        <text {...position} y={y + LINE_HEIGHT}>
          {secondLine}
        </text>
      )}
    </>
  );
}

export const HorizontalLine = ({
  y,
  to = '100%',
  className,
  dashes,
}: {
  y: number;
  to?: string;
  className: string;
  dashes?: string;
}) => <line x1="0" x2={to} y1={y} y2={y} className={className} strokeWidth="1" strokeDasharray={dashes} />;

export const ThresholdLine = ({
  y,
  to = '100%',
  children,
}: {
  y: number;
  to?: string;
  children: ReactNode;
}) => (
  <>
    <HorizontalLine y={y} to={to} className="stroke-ink forced-colors:stroke-[CanvasText]" dashes="3 4" />
    {children}
  </>
);

/** Draws the table after the chart, since the table is closed at first. */
function ChartTable({ children }: { children: ReactNode }) {
  const figures = useDeferredValue(children, null);
  return (
    <details className="mt-2 print:hidden">
      <summary className="inline-flex min-h-8 cursor-pointer items-center rounded-sm text-sm font-semibold text-accent hover:text-accent-strong">
        {say('chart.asTable')}
      </summary>
      {figures}
    </details>
  );
}
