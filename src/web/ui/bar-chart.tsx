import type { ComponentProps, ReactNode } from 'react';
import { Chart, HorizontalLine, columnMiddle, type ChartLayout, type ColumnName } from './chart.tsx';
import { classes } from './classes.ts';

export interface BarChartLayout extends ChartLayout {
  /** Bar width as a share of the column, 0 to 1. */
  readonly barShare: number;
  readonly radius: number;
}

interface Bar {
  /** Upper end of the bar, in pixels above the base line. */
  readonly height: number;
  /** Lower end of the bar, in pixels above the base line; 0 by default. */
  readonly from?: number;
  readonly className: string;
}

export interface BarColumn {
  readonly key: string | number;
  readonly title: string;
  /** Later bars are drawn over earlier bars. */
  readonly bars: readonly Bar[];
  /** `height` is the label's distance from the base line, in pixels. */
  readonly label?: { readonly text: string; readonly height: number; readonly className: string } | undefined;
  /** SVG content. Its origin is the middle of the column, on the base line. */
  readonly mark?: ReactNode;
  readonly name: ColumnName | null;
}

interface BarChartProps extends Omit<ComponentProps<typeof Chart>, 'layout' | 'columns' | 'children'> {
  layout: BarChartLayout;
  columns: readonly BarColumn[];
  threshold?: ReactNode;
}

export function BarChart({ columns, threshold, layout, ...chart }: BarChartProps) {
  return (
    <Chart {...chart} layout={layout} columns={columns}>
      {columns.map((column, index) => (
        <Column key={column.key} column={column} index={index} count={columns.length} layout={layout} />
      ))}
      <HorizontalLine y={layout.plot} className="stroke-control" />
      {threshold}
    </Chart>
  );
}

/** Bars have round upper corners: the inner <svg> cuts off the lower corners. */
function Column({
  column: { title, bars, label, mark, name },
  index,
  count,
  layout: { plot, barShare, radius },
}: {
  column: BarColumn;
  index: number;
  count: number;
  layout: BarChartLayout;
}) {
  const slot = 100 / count;
  const middle = columnMiddle(index, count);
  return (
    <g>
      <title>{title}</title>
      <rect x={`${index * slot}%`} width={`${slot}%`} height={plot} className="fill-transparent" />
      <svg width="100%" height={plot}>
        {bars.map(
          ({ height, from = 0, className }) =>
            height > from && (
              <rect
                key={className}
                x={`${(index + (1 - barShare) / 2) * slot}%`}
                width={`${barShare * slot}%`}
                y={plot - height}
                height={height - from + radius}
                rx={Math.min(radius, height)}
                className={className}
              />
            ),
        )}
      </svg>
      {mark && (
        <svg x={middle} y={plot} className="overflow-visible">
          {mark}
        </svg>
      )}
      {label && (
        <text
          x={middle}
          y={plot - label.height}
          textAnchor="middle"
          className={classes(
            'stroke-surface stroke-3 text-xs tabular-nums [paint-order:stroke] forced-colors:fill-[CanvasText] forced-colors:stroke-[Canvas]',
            label.className,
            name?.isMinor && 'max-sm:hidden',
          )}
        >
          <LabelWords text={label.text} x={middle} />
        </text>
      )}
    </g>
  );
}

const LINE_HEIGHT = 14;

/** On a phone each word of a label has its own line. */
function LabelWords({ text, x }: { text: string; x: string }) {
  const words = text.split(' ');
  if (words.length === 1) return text;
  return (
    <>
      <tspan className="max-sm:hidden">{text}</tspan>
      {words.map((word, index) => (
        <tspan
          key={word}
          aria-hidden
          x={x}
          dy={index === 0 ? -LINE_HEIGHT * (words.length - 1) : LINE_HEIGHT}
          className="sm:hidden"
        >
          {word}
        </tspan>
      ))}
    </>
  );
}
