/**
 * The figures of the report over all employees, made of sums: the database adds up everybody's entries and tells in
 * which parts of which days they began. What of that is late or an absence is told here, by the definitions that
 * one employee's report goes by.
 */
import { isExpectedOn, type AbsenceQuestion } from '../day/absence.ts';
import { overtimeStartMinutes, REPORT_OVERTIME_MS } from '../day/overtime.ts';
import { isLateBy, type ReportRules } from './rules.ts';
import type { WorkSettings } from '../settings/settings.ts';
import type { TeamFigures } from './team-report.ts';
import { MINUTES_PER_DAY, MS_PER_MINUTE, type EpochMs, type MinuteOfDay } from '../time/units.ts';
import { minuteOfDayAt, type WorkplaceDay } from '../time/workplace-day.ts';

/** Up to the next part's start: whoever arrives in it is late at each of its instants, or at none. */
export interface Stretch {
  readonly start: EpochMs;
  readonly isLate: boolean;
}

export interface StretchedDay {
  readonly day: WorkplaceDay;
  /** In their order, without a gap; none where the zone skipped the day. */
  readonly stretches: readonly Stretch[];
}

/** One person's entries that were clocked in on some days; milliseconds. */
export interface EntrySums {
  readonly workedMs: number;
  readonly breakMs: number;
  readonly overtimeMs: number;
  /** A character for each stretch of the days: '1' where an entry was clocked in within it, '0' elsewhere. */
  readonly begun: string;
  readonly isRunning: boolean;
  readonly isEndMissing: boolean;
}

export function stretchedDays(
  days: readonly WorkplaceDay[],
  rules: ReportRules,
  settings: WorkSettings,
): StretchedDay[] {
  const isLate = (minute: MinuteOfDay): boolean => isLateBy(rules, settings, minute);
  let firstLate = 0;
  while (firstLate < MINUTES_PER_DAY && !isLate(firstLate)) firstLate += 1;
  return days.map((day) => ({
    day,
    stretches: cutsOf(day, firstLate).map((start) => ({ start, isLate: isLate(minuteOfDayAt(start, day)) })),
  }));
}

/**
 * The instants of a day from which on arrivals may be late, or no longer be: where the wall clock comes to the first
 * late minute, comes round to midnight, or jumps.
 */
function cutsOf({ start, end, startMinute, shifts }: WorkplaceDay, firstLate: MinuteOfDay): EpochMs[] {
  const cuts: EpochMs[] = [];
  const jumps = [{ at: start, minutes: startMinute }, ...shifts];
  let ahead = 0;
  for (const [index, { at, minutes }] of jumps.entries()) {
    ahead += minutes;
    const until = jumps[index + 1]?.at ?? end;
    // Where the clock falls back over midnight it shows yesterday's last minutes again.
    const turns = [-MINUTES_PER_DAY, 0]
      .flatMap((midnight) => [midnight, midnight + firstLate])
      .map((minute) => start + (minute - ahead) * MS_PER_MINUTE);
    cuts.push(...[at, ...turns.filter((turn) => turn > at)].filter((cut) => cut < until));
  }
  return [...new Set(cuts)].toSorted((one, other) => one - other);
}

/** From where on work is overtime, and of what: of each completed entry, or of all that was worked on a day. */
export interface OvertimeStart {
  readonly of: 'entry' | 'day';
  readonly ms: number;
}

export const overtimeStartBy = (rules: ReportRules, settings: WorkSettings): OvertimeStart =>
  rules === 'standard'
    ? { of: 'entry', ms: REPORT_OVERTIME_MS }
    : { of: 'day', ms: overtimeStartMinutes(settings) * MS_PER_MINUTE };

/** What one person's entries on these days come to; without any there is nothing but absences. */
export function figuresOfSums(
  days: readonly StretchedDay[],
  person: Pick<AbsenceQuestion, 'createdAt' | 'leftAt' | 'today'>,
  sums: EntrySums | undefined,
): TeamFigures {
  const begun = sums?.begun ?? '';
  let lateArrivals = 0;
  let absences = 0;
  let number = 0;
  for (const { day, stretches } of days) {
    let arrival: Stretch | undefined;
    for (const stretch of stretches) {
      if (arrival === undefined && begun[number] === '1') arrival = stretch;
      number += 1;
    }
    if (arrival?.isLate) lateArrivals += 1;
    if (!arrival && isExpectedOn(day, person)) absences += 1;
  }
  return {
    totalMinutes: inMinutes(sums?.workedMs),
    lateArrivals,
    absences,
    overtimeMinutes: inMinutes(sums?.overtimeMs),
    breakMinutes: inMinutes(sums?.breakMs),
  };
}

/** Of whole milliseconds, of which fractions of a second leave crumbs. */
const inMinutes = (ms: number | undefined): number => Math.round(ms ?? 0) / MS_PER_MINUTE;
