/**
 * Where things stand in the chart of a period's days. Heights in pixels, widths in per cent, so that texts
 * keep their size at any width.
 */
import type { DayTotal } from '#domain/day/summary';
import { MINUTES_PER_HOUR, type Day, type Minutes } from '#domain/time/units';

export interface ChartScale {
  /** Per cent of the width. */
  readonly slot: number;
  /** The target of a working day. */
  readonly target: Minutes;
  /** How many days from the first on the target's line spans. */
  readonly targetDays: number;
  /** Pixels above the base line. */
  height(minutes: Minutes): number;
  /** Where the value of a bar stands: above the bar, and never across the target's line. */
  labelHeight(minutes: Minutes): number;
}

const LABEL_GAP = 6;
/** Of its two lines on a phone. */
const LABEL_HEIGHT = 26;

/** The highest bar, or the target if that is higher, fills `plotHeight`. */
export function chartScale(
  days: readonly Pick<DayTotal, 'minutes' | 'targetMinutes'>[],
  plotHeight: number,
): ChartScale {
  const target = Math.max(0, ...days.map(({ targetMinutes }) => targetMinutes));
  const top = Math.max(MINUTES_PER_HOUR, target, ...days.map(({ minutes }) => minutes));
  const height = (minutes: Minutes): number => (minutes / top) * plotHeight;
  const line = height(target);
  return {
    slot: 100 / Math.max(1, days.length),
    target,
    targetDays: days.findLastIndex(({ targetMinutes }) => targetMinutes > 0) + 1,
    height,
    labelHeight: (minutes) => {
      const above = height(minutes) + LABEL_GAP;
      return above < line + LABEL_GAP && above + LABEL_HEIGHT > line ? line + LABEL_GAP : above;
    },
  };
}

/** In a month each Monday's date and today's are named; a Monday beside today makes room for it. */
export function isNamed(
  days: readonly Pick<DayTotal, 'day' | 'weekday'>[],
  index: number,
  today: Day,
): boolean {
  const at = days.findIndex(({ day }) => day === today);
  return index === at || (days[index]?.weekday === 1 && (at < 0 || Math.abs(index - at) > 1));
}
