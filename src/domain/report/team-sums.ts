/** Derives lateness and absences from sums of the database, which finds the arrival window of each clock-in. */
import { isWorkDueOn, type AbsenceInput } from '../day/absence.ts';
import { REPORT_OVERTIME_MS } from '../day/overtime.ts';
import { expectedOn } from '../expected/expected.ts';
import { isLateArrival, type ReportRules } from './rules.ts';
import type { WorkHistory } from '../expected/work-rule.ts';
import { STANDARD_START_MINUTE } from '../day/punctuality.ts';
import type { TeamFigures } from './team-report.ts';
import { MINUTES_PER_DAY, MS_PER_MINUTE, type EpochMs, type MinuteOfDay } from '../time/units.ts';
import { minuteOfDayAt, type WorkplaceDay } from '../time/workplace-day.ts';

/** Part of a day in which every arrival is late, or none is. Ends where the next window starts. */
export interface ArrivalWindow {
  readonly start: EpochMs;
  readonly isLate: boolean;
}

export interface DayWindows {
  readonly day: WorkplaceDay;
  /** Consecutive windows of the day. Empty if the clocks skipped the whole day. */
  readonly windows: readonly ArrivalWindow[];
  /** Work beyond this is overtime: per completed entry (Standard rules) or per day (work settings). */
  readonly overtimeAfterMs: number;
}

export interface EntrySums {
  readonly workedMs: number;
  readonly breakMs: number;
  readonly overtimeMs: number;
  /** One character per window: '1' if the person clocked in during the window, else '0'. */
  readonly arrivals: string;
  readonly isRunning: boolean;
  readonly isEndMissing: boolean;
}

export function dayWindows(
  days: readonly WorkplaceDay[],
  rules: ReportRules,
  settings: WorkHistory,
): DayWindows[] {
  return days.map((day) => {
    const expected = expectedOn(day, settings);
    const isLate = (minute: MinuteOfDay): boolean => isLateArrival(rules, settings, { day, minute });
    const firstLate = rules === 'standard' ? STANDARD_START_MINUTE : expected.punctualUntil;
    return {
      day,
      windows: windowStarts(day, Math.min((firstLate ?? MINUTES_PER_DAY) + 1, MINUTES_PER_DAY)).map(
        (start) => ({ start, isLate: isLate(minuteOfDayAt(start, day)) }),
      ),
      overtimeAfterMs: rules === 'standard' ? REPORT_OVERTIME_MS : expected.overtimeAfter * MS_PER_MINUTE,
    };
  });
}

/** Instants at which lateness can change: the first late minute, midnight, and jumps of the clock. */
function windowStarts({ start, end, startMinute, shifts }: WorkplaceDay, firstLate: MinuteOfDay): EpochMs[] {
  const starts: EpochMs[] = [];
  const jumps = [{ at: start, minutes: startMinute }, ...shifts];
  let ahead = 0;
  for (const [index, { at, minutes }] of jumps.entries()) {
    ahead += minutes;
    const until = jumps[index + 1]?.at ?? end;
    // Clocks that go back over midnight show yesterday's last minutes again, so include yesterday's times too.
    const turns = [-MINUTES_PER_DAY, 0]
      .flatMap((midnight) => [midnight, midnight + firstLate])
      .map((minute) => start + (minute - ahead) * MS_PER_MINUTE);
    starts.push(...[at, ...turns.filter((turn) => turn > at)].filter((instant) => instant < until));
  }
  return [...new Set(starts)].toSorted((one, other) => one - other);
}

/** @param sums undefined without entries: then there are only absences */
export function figuresOfSums(
  days: readonly DayWindows[],
  person: Omit<AbsenceInput, 'entries' | 'days'>,
  sums: EntrySums | undefined,
): TeamFigures {
  const arrivals = sums?.arrivals ?? '';
  let lateArrivals = 0;
  let absences = 0;
  let number = 0;
  for (const { day, windows } of days) {
    let arrival: ArrivalWindow | undefined;
    for (const arrivalWindow of windows) {
      if (arrival === undefined && arrivals[number] === '1') arrival = arrivalWindow;
      number += 1;
    }
    if (arrival?.isLate) lateArrivals += 1;
    if (!arrival && isWorkDueOn(day, person)) absences += 1;
  }
  return {
    totalMinutes: toMinutes(sums?.workedMs),
    lateArrivals,
    absences,
    overtimeMinutes: toMinutes(sums?.overtimeMs),
    breakMinutes: toMinutes(sums?.breakMs),
  };
}

const toMinutes = (ms: number | undefined): number => Math.round(ms ?? 0) / MS_PER_MINUTE;
