/** Counts the first clock-ins of a workplace day by time: on time and late. */
import type { MonitoringRow } from './monitoring.ts';
import { MINUTES_PER_DAY, MINUTES_PER_HOUR, type MinuteOfDay } from '../time/units.ts';
import { minuteOfDayAt, type WorkplaceDay } from '../time/workplace-day.ts';

export interface ArrivalSlot {
  /** Wall clock time at which the slot starts. */
  readonly minute: MinuteOfDay;
  readonly onTime: number;
  readonly late: number;
}

export interface ArrivalsToday {
  readonly first: MinuteOfDay | null;
  readonly count: number;
  readonly late: number;
  /** Number of clock-ins at or before the start of work; of all clock-ins if there is no start. */
  readonly byStart: number;
  /** Length of each slot, minutes. */
  readonly step: number;
  /** Consecutive slots. Together they cover whole hours, with the start of work and all arrivals. */
  readonly slots: readonly ArrivalSlot[];
}

/** Maximum number of slots: more do not fit on the screen of a phone. */
const SLOTS_AT_MOST = 16;
const SLOT_LENGTHS_MINUTES = [15, 30, MINUTES_PER_HOUR];

const floorTo = (minute: number, step: number): number => Math.floor(minute / step) * step;

export function arrivalsToday(
  rows: readonly Pick<MonitoringRow, 'arrivedAt' | 'lateMinutes'>[],
  today: WorkplaceDay,
  start: MinuteOfDay | undefined,
): ArrivalsToday {
  const arrivals = rows.flatMap(({ arrivedAt, lateMinutes }) =>
    arrivedAt === null ? [] : { minute: minuteOfDayAt(arrivedAt, today), isLate: lateMinutes > 0 },
  );
  const minutes = arrivals.map(({ minute }) => minute);
  const around = start === undefined ? [] : [start - MINUTES_PER_HOUR, start + MINUTES_PER_HOUR - 1];
  const from = Math.max(0, floorTo(Math.min(...minutes, ...around), MINUTES_PER_HOUR));
  const last = Math.min(MINUTES_PER_DAY - 1, Math.max(...minutes, ...around));
  const to = floorTo(last, MINUTES_PER_HOUR) + MINUTES_PER_HOUR;
  const step = SLOT_LENGTHS_MINUTES.find((length) => to - from <= SLOTS_AT_MOST * length) ?? MINUTES_PER_HOUR;
  const slots = Array.from({ length: Math.max(0, (to - from) / step) }, (_, index) => ({
    minute: from + index * step,
    onTime: 0,
    late: 0,
  }));
  for (const { minute, isLate } of arrivals) {
    const slot = slots[Math.floor((minute - from) / step)];
    if (slot) slot[isLate ? 'late' : 'onTime'] += 1;
  }
  return {
    first: arrivals.length === 0 ? null : Math.min(...minutes),
    count: arrivals.length,
    late: arrivals.filter(({ isLate }) => isLate).length,
    byStart: start === undefined ? arrivals.length : minutes.filter((minute) => minute <= start).length,
    step,
    slots,
  };
}
