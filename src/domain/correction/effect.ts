import { say } from '#texts/say';
import {
  applyChanges,
  clockInsOf,
  reverseChanges,
  type CountedTimes,
  type EntryChange,
} from './correction.ts';
import { arrivals } from '../day/punctuality.ts';
import { lateMinutesOf } from '../report/rules.ts';
import { entriesWithin, reportTotals, type ReportInput } from '../report/totals.ts';
import { defaultSettings } from '../settings/settings.ts';
import type { TeamFigures } from '../report/team-report.ts';
import type { TimeEntry } from '../entry/time-entry.ts';
import { formatDuration, type Minutes } from '../time/units.ts';
import {
  dayContaining,
  daysInRange,
  monthOf,
  type DayRange,
  type WorkplaceDay,
} from '../time/workplace-day.ts';

export interface CorrectionFigures extends TeamFigures {
  readonly lateMinutes: Minutes;
}

export interface BeforeAndAfter {
  readonly before: CorrectionFigures;
  readonly after: CorrectionFigures;
}

export interface EffectInput extends Omit<ReportInput, 'entries'> {
  /** The person's present entries. All entries of `days` are needed; others may be included. */
  readonly entries: readonly CountedTimes[];
  readonly changes: readonly EntryChange[];
  /** True if the changes are in force, so that `entries` include them. */
  readonly isCounting: boolean;
  /** All workplace days of the months concerned, without gaps. */
  readonly days: readonly WorkplaceDay[];
}

/** An entry that was set aside counts as an arrival, but adds no time. */
const asEntry = ({ setAsideAt, ...times }: CountedTimes, userId: string): TimeEntry => ({
  ...times,
  ...((setAsideAt ?? null) === null ? {} : { isLeftOpen: true }),
  userId,
  notes: '',
  ipAddress: 'unknown',
  location: null,
});

function figuresOf(
  counting: readonly CountedTimes[],
  question: Omit<ReportInput, 'entries'>,
): CorrectionFigures {
  const { days, employee, rules, settings } = question;
  const input = { ...question, entries: counting.map((times) => asEntry(times, employee.id)) };
  const entries = entriesWithin(input);
  const firsts = arrivals(entries, days);
  const totals = reportTotals(input, entries, firsts);
  const lateness = totals.lateArrivals
    .flatMap(({ day }) => firsts.get(day) ?? [])
    .map((arrival) => lateMinutesOf(rules, settings ?? defaultSettings('UTC'), arrival));
  return {
    totalMinutes: totals.totalMinutes,
    breakMinutes: totals.breakMinutes,
    overtimeMinutes: totals.overtimeMinutes,
    lateArrivals: totals.lateArrivals.length,
    lateMinutes: lateness.reduce((sum, minutes) => sum + minutes, 0),
    absences: totals.absentDays.length,
  };
}

/** Compares figures before and after the changes, per day and month. If an entry changes its day, both days appear. */
export function correctionEffect(question: EffectInput) {
  const { entries, changes, isCounting, ...input } = question;
  const changed = applyChanges(entries, isCounting ? reverseChanges(changes) : changes);
  const [before, after] = isCounting ? [changed, entries] : [entries, changed];
  const compare = (range: DayRange): BeforeAndAfter => {
    const within = { ...input, days: daysInRange(input.days, range) };
    return { before: figuresOf(before, within), after: figuresOf(after, within) };
  };
  const touched = clockInsOf(changes).flatMap((at) => dayContaining(at, input.days)?.day ?? []);
  const days = [...new Set(touched)].toSorted();
  const months = new Map(days.map((day) => [day.slice(0, 7), monthOf(day)]));
  return {
    days: days.map((day) => ({ day, ...compare({ first: day, last: day }) })),
    months: [...months.values()].map((month) => ({ ...month, ...compare(month) })),
  };
}

/** Difference of two shown durations: '+36m' from 7h 42m to 8h 18m, or 'no change'. */
export function differenceText(before: Minutes, after: Minutes): string {
  const minutes = Math.floor(after) - Math.floor(before);
  if (minutes === 0) return say('effect.noChange');
  return `${minutes > 0 ? '+' : '\u2212'}${formatDuration(Math.abs(minutes))}`;
}
