import { say, type PlainKey } from '#texts/say';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { type EntryChange, timesOf } from '#domain/correction/correction';
import { instantOnAxis, type DayBar, type Segment, type TimeAxis } from '#domain/day/day-bar';
import { formatMinute } from '#domain/time/format';
import { MINUTES_PER_DAY, type Day } from '#domain/time/units';
import { placeOf } from './axis.tsx';

export type MovedEntry = Pick<EntryChange, 'entryId' | 'new'>;
type MovedPart = 'clockIn' | 'clockOut';

export interface BarEdit {
  /** Opens the correction form of the day with the moved time filled in. */
  onMove: (day: Day, moved: MovedEntry) => void;
}

const DRAG_STEP = 5;
const KEY_STEP = 1;
const LONG_KEY_STEP = 15;

interface HandlesProps {
  bar: DayBar;
  axis: TimeAxis;
  edit: BarEdit;
}

/** Ends of the entries, to drag with a mouse or to move by arrow keys. Can be focused only while the bar is. */
export const Handles = ({ bar, axis, edit }: HandlesProps) =>
  bar.segments
    .filter(({ kind }) => kind === 'worked')
    .flatMap((segment) =>
      (segment.isRunning ? PARTS.slice(0, 1) : PARTS).map((part) => (
        <Handle
          key={`${segment.entryId} ${part}`}
          segment={segment}
          part={part}
          bar={bar}
          axis={axis}
          edit={edit}
        />
      )),
    );

const PARTS: readonly MovedPart[] = ['clockIn', 'clockOut'];
const LABELS: Readonly<Record<MovedPart, PlainKey>> = { clockIn: 'bar.start', clockOut: 'bar.end' };

interface HandleProps extends HandlesProps {
  segment: Segment;
  part: MovedPart;
}

function Handle({ segment, part, bar, axis, edit }: HandleProps) {
  const [moved, setMoved] = useState<number | null>(null);
  const isDragging = useRef(false);
  const original = part === 'clockIn' ? segment.from : segment.to;
  const [least, most] = part === 'clockIn' ? [axis.from, segment.to - 1] : [segment.from + 1, axis.to];
  const minute = moved ?? original;
  const move = (to: number) => setMoved(Math.min(most, Math.max(least, to)));
  const finish = () => {
    const entry = bar.entries.find(({ id }) => id === segment.entryId);
    if (moved !== null && moved !== original && entry)
      edit.onMove(bar.day.day, {
        entryId: entry.id,
        new: { ...timesOf(entry), [part]: instantOnAxis(moved, bar.day, bar.next) },
      });
    setMoved(null);
  };
  const drag = ({ clientX, currentTarget }: PointerEvent) => {
    const track = currentTarget.parentElement?.getBoundingClientRect();
    if (!isDragging.current || !track) return;
    const exact = axis.from + ((clientX - track.left) / track.width) * (axis.to - axis.from);
    move(Math.round(exact / DRAG_STEP) * DRAG_STEP);
  };
  const press = (event: KeyboardEvent) => {
    const step = event.shiftKey ? LONG_KEY_STEP : KEY_STEP;
    if (event.key === 'ArrowLeft') move(minute - step);
    else if (event.key === 'ArrowRight') move(minute + step);
    else if (event.key === 'Enter') finish();
    else if (event.key === 'Escape' && moved !== null) setMoved(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const text = formatMinute(minute % MINUTES_PER_DAY);
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={say(LABELS[part])}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={minute}
      aria-valuetext={text}
      style={{ left: `${placeOf({ from: axis.from, to: minute }, axis).width}%` }}
      className="invisible absolute inset-y-0 z-1 -ml-1.5 w-3 cursor-ew-resize touch-none before:absolute before:inset-y-0 before:left-1 before:w-1 before:rounded-sm before:bg-ink group-focus-within/bar:visible pointer-fine:group-hover/bar:visible forced-colors:before:bg-[CanvasText] print:hidden"
      onKeyDown={press}
      onBlur={() => setMoved(null)}
      onPointerDown={(event) => {
        if (event.pointerType !== 'mouse' || event.button !== 0) return;
        isDragging.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        isDragging.current = false;
        finish();
      }}
      onPointerCancel={() => {
        isDragging.current = false;
        setMoved(null);
      }}
    >
      {moved !== null && (
        <span className="pointer-events-none absolute top-full left-1/2 -translate-x-1/2 rounded-sm bg-ink px-1.5 py-0.5 text-xs whitespace-nowrap text-surface tabular-nums">
          {text}
        </span>
      )}
    </span>
  );
}
