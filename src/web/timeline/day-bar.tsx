/** The picture of a day: worked time, breaks, leave and what was expected, on the axis of the view. */
import { useLanguage } from '#web/browser/language.ts';
import { say } from '#texts/say';
import { memo, type ReactNode } from 'react';
import type { DayBar as Bar, Segment, TimeAxis } from '#domain/day/day-bar';
import { dayBarText } from '#domain/day/day-bar-text';
import { classes } from '#web/ui/classes.ts';
import { Handles, type BarEdit } from './handles.tsx';
import { hourLines, placeOf } from './axis.tsx';

const LOOKS: Readonly<Record<Segment['kind'], string>> = {
  expected: 'inset-y-0 rounded-sm border border-control/50 forced-colors:border-[GrayText]',
  holiday: 'inset-y-0 rounded-sm bg-line text-ink forced-colors:border',
  leave: 'inset-y-0 rounded-sm bg-success-soft text-success border border-success/40 forced-colors:border',
  missing:
    'inset-y-0 rounded-sm border border-dashed border-danger bg-danger-soft text-danger in-data-narrow:border-solid',
  worked:
    'inset-y-[12%] rounded-sm bg-accent-mid forced-colors:bg-[Highlight] forced-colors:forced-color-adjust-none',
  break:
    'inset-y-[30%] border-x border-surface bg-surface/85 in-data-narrow:hidden forced-colors:bg-[Canvas] forced-colors:forced-color-adjust-none',
  'left-open':
    'inset-y-[12%] rounded-l-sm bg-linear-to-r from-warning to-transparent text-warning forced-colors:border-l-4',
  requested: 'inset-y-0 rounded-sm border-2 border-dashed border-accent-strong in-data-narrow:border',
};

/** Words in a segment that is wide enough. */
function wordOf({ kind, of, isRunning }: Segment): ReactNode {
  if (kind === 'left-open') return '?';
  if (kind === 'missing') return isRunning ? null : say('bar.missing');
  if (kind === 'holiday' || kind === 'leave') return of;
  return null;
}

interface DayBarProps {
  bar: Bar;
  axis: TimeAxis;
  zone: string;
  /** `line`: below a figure. `cell`: in a grid of days, without words, lines of hours and a tab stop. */
  size?: keyof typeof HEIGHTS;
  /** Opens the day, on Enter or a press. Without it the bar is a picture. */
  onOpen?: ((bar: Bar) => void) | undefined;
  /** Undefined where the times may not be corrected. */
  edit?: BarEdit | undefined;
  isLocked?: boolean;
  /** Draws the line of now, whose place an `AxisScope` above tells. */
  isToday?: boolean;
}

const HEIGHTS = { row: 'h-6', line: 'h-4', cell: 'h-4 *:rounded-[2px] print:h-2' };

export const DayBar = memo(function DayBar(props: DayBarProps) {
  useLanguage();
  const { bar, axis, zone, size = 'row', onOpen, edit, isLocked = false, isToday = false } = props;
  const text = dayBarText(bar, zone);
  const isRow = size !== 'cell';
  const picture = (
    <span
      aria-hidden
      style={isRow ? hourLines(axis) : undefined}
      className={classes(
        'relative block w-full overflow-hidden rounded-sm [print-color-adjust:exact]',
        HEIGHTS[size],
        // A day of which nothing is to say has no track.
        bar.segments.length > 0 && 'bg-sunken',
        bar.segments.length > 0 && isRow && HOUR_LINES,
      )}
    >
      {bar.segments.map((segment) => (
        <SegmentMark
          key={`${segment.kind} ${segment.entryId ?? ''} ${segment.from}`}
          of={segment}
          axis={axis}
          word={isRow && wordOf(segment)}
        />
      ))}
      {isToday && bar.segments.length > 0 && <span className={NOW_CLASS} />}
      {isLocked && <i className="lock absolute right-1 bottom-1.5 text-muted" />}
    </span>
  );
  return (
    <span dir="ltr" data-times={text} className={`group/bar relative block min-w-0 grow ${TIMES_CLASS}`}>
      {onOpen ? (
        <button
          type="button"
          tabIndex={isRow ? undefined : -1}
          aria-label={text}
          className="block w-full rounded-sm text-left pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-2"
          onClick={() => onOpen(bar)}
        >
          {picture}
        </button>
      ) : (
        <span role="img" aria-label={text}>
          {picture}
        </span>
      )}
      {edit && <Handles bar={bar} axis={axis} edit={edit} />}
    </span>
  );
});

const HOUR_LINES = 'bg-[linear-gradient(to_right,var(--color-line)_1px,transparent_1px)] bg-repeat-x';
const NOW_CLASS =
  'absolute inset-y-0 left-(--now) w-0.5 bg-danger forced-colors:bg-[CanvasText] print:hidden';

/** Tells the times on hover and focus, above the bar, since cards cut off what is below their last row. Screen readers hear them as its name. */
const TIMES_CLASS =
  'after:pointer-events-none after:absolute after:bottom-full after:left-0 after:z-10 after:mb-1 after:hidden after:w-max after:max-w-80 after:rounded-md after:border after:border-line after:bg-surface after:px-2 after:py-1 after:text-xs after:font-normal after:text-ink after:tabular-nums after:shadow-popup after:content-[attr(data-times)] focus-within:after:block pointer-fine:hover:after:block print:after:hidden';

interface SegmentProps {
  of: Segment;
  axis: TimeAxis;
  word: ReactNode;
}

const SegmentMark = ({ of, axis, word }: SegmentProps) => {
  const { left, width } = of.isWholeDay ? WHOLE : placeOf(of, axis);
  if (width <= 0) return null;
  return (
    <span
      style={{ left: `${left}%`, width: `${width}%` }}
      className={classes(
        'absolute flex items-center overflow-hidden text-xs leading-none whitespace-nowrap',
        word !== false && 'px-1',
        LOOKS[of.kind],
        of.isCorrected && 'border-b-2 border-ink',
        of.isRunning && of.kind === 'worked' && 'rounded-r-none',
      )}
    >
      {word}
    </span>
  );
};

const WHOLE = { left: 0, width: 100 };
