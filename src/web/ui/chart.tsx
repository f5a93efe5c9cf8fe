/**
 * What all charts share: columns of equal width with their names below, lines and labels at full steps of the
 * value axis, and a table for those who read. Across, places are per cent of the width, so that texts keep
 * their size at any width; heights are pixels.
 */
import { useDeferredValue, type ReactNode } from 'react';
import { classes } from './classes.ts';

/** Pixels. */
export interface ChartLayout {
  /** Room above the plot. */
  readonly top: number;
  readonly plot: number;
  /** Room below the plot, for the names. */
  readonly bottom: number;
  /** How far below the plot the first line of a name stands. */
  readonly nameOffset: number;
}

export interface ColumnName {
  readonly text: string;
  readonly secondLine?: string;
  /** The present day or hour. */
  readonly isCurrent?: boolean;
  /** Left out where the chart is narrow, as on a phone. */
  readonly isMinor?: boolean;
}

interface ChartProps {
  /** One sentence for those who do not see the chart. */
  summary: string;
  layout: ChartLayout;
  /** From left to right; a name is null where there is no room for it. */
  columns: readonly { readonly key: string | number; readonly name: ColumnName | null }[];
  /** The steps of the value axis, `y` from the top of the plot. */
  ticks?: readonly { readonly y: number; readonly label: string }[];
  className?: string;
  /** Drawn in a box as wide and as high as the plot. */
  children: ReactNode;
  table: ReactNode;
}

const TEXT = 'text-xs tabular-nums forced-colors:fill-[CanvasText]';
const LINE_HEIGHT = 16;
const NO_TICKS: NonNullable<ChartProps['ticks']> = [];

/** The middle of a column, for `x`. */
export const middleOf = (index: number, count: number): string => `${((index + 0.5) / count) * 100}%`;

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
      <div className={classes('@container relative', className)}>
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
                <Name
                  key={key}
                  name={name}
                  x={middleOf(index, columns.length)}
                  y={top + plot + layout.nameOffset}
                />
              ),
          )}
        </svg>
      </div>
      <AsTable>{table}</AsTable>
    </>
  );
}

function Name({ name, x, y }: { name: ColumnName; x: string; y: number }) {
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

/** From the left edge of the plot to `to`. */
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

/** A dashed line at a value that the columns are compared with; its label is the child. */
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

/**
 * Below a chart, which is to be looked at: its figures for those who would rather read, or cannot see it. They
 * are drawn after the chart, since they are closed at first.
 */
function AsTable({ children }: { children: ReactNode }) {
  const figures = useDeferredValue(children, null);
  return (
    <details className="mt-2 print:hidden">
      <summary className="inline-flex min-h-8 cursor-pointer items-center rounded-sm text-sm font-semibold text-accent hover:text-accent-strong">
        Show as a table
      </summary>
      {figures}
    </details>
  );
}
