/** A person's day in the calendar: their absence, or the bar of their hours. */
import { say } from '#texts/say';
import { useMemo } from 'react';
import type { LeaveCalendar } from '#contract/leave/calendar';
import { toDomainEmployment, toEpochMs } from '#contract/wire';
import { dayBar, timeAxis, type DayBar as Bar, type TimeAxis } from '#domain/day/day-bar';
import { endMissingText, isEndMissing } from '#domain/entry/time-entry';
import { isEmployedOn } from '#domain/people/employment';
import { formatDuration } from '#domain/time/units';
import { DayBar } from '#web/timeline/day-bar.tsx';
import type { BarInput } from '#web/timeline/use-bars.ts';
import { AbsenceMarks, absenceText, type Absence, type Row } from './absences.tsx';

export type Work = NonNullable<LeaveCalendar['work']>;
export type Hours = NonNullable<Row['hours']>;
export type OpenDay = (person: Row, bar: Bar) => void;

export function barInputs(hours: Hours, { plans, settings }: Pick<Work, 'plans' | 'settings'>): BarInput[] {
  const employment = toDomainEmployment(hours.employment);
  const days = plans[hours.plan] ?? [];
  return days.map((day, at) => ({
    day: { ...day, ...hours.leave.find((one) => one.day === day.day) },
    next: days[at + 1],
    entries: hours.entries,
    requested: hours.requested,
    settings,
    isEmployed: isEmployedOn(employment, day),
  }));
}

/** The axis of all bars, which stands still between two answers of the server, and today if it is among the days. */
export function useTeamAxis({ people, work, today }: LeaveCalendar) {
  const { from, to } = useMemo(
    () =>
      timeAxis(
        people.flatMap(({ hours }: Row) =>
          work && hours
            ? barInputs(hours, work).flatMap(
                (input) => dayBar({ ...input, now: toEpochMs(work.now) }).segments,
              )
            : [],
        ),
      ),
    [people, work],
  );
  const axis = useMemo<TimeAxis>(() => ({ from, to }), [from, to]);
  return { axis, today: work?.plans[0]?.find(({ day }) => day === today) };
}

interface DayCellProps {
  absences: readonly Absence[];
  /** Undefined for people whose hours the reader does not see. */
  bar: Bar | undefined;
  axis: TimeAxis;
  zone: string;
  isToday: boolean;
  /** True where there is room for words. */
  isWide?: boolean;
  onOpen: (bar: Bar) => void;
}

export function DayCell({ absences, bar, isWide = false, onOpen, ...place }: DayCellProps) {
  const hasWork = bar !== undefined && (bar.entries.length > 0 || bar.requested.length > 0 || bar.isMissing);
  return (
    <div data-narrow={isWide ? undefined : true} className="print:flex print:items-center print:gap-1">
      {absences.length > 0 && !hasWork ? (
        <AbsenceMarks of={absences} isNamed={isWide} />
      ) : (
        bar &&
        bar.segments.length > 0 && <DayBar bar={bar} {...place} size="cell" {...(hasWork && { onOpen })} />
      )}
      {isWide && bar && absences.length === 0 && <DayFigure of={bar} />}
      <span className="sr-only empty:hidden">{absenceText(absences)}</span>
    </div>
  );
}

function DayFigure({ of }: { of: Bar }) {
  const [text, look] = of.entries.some(isEndMissing)
    ? [endMissingText(), 'text-warning']
    : of.isMissing
      ? [say('day.missing'), 'text-danger']
      : of.workedMinutes >= 1
        ? [formatDuration(of.workedMinutes), '']
        : [of.day.holiday?.name, 'text-muted'];
  return (
    <span
      aria-hidden
      className={`mt-0.5 block truncate text-xs leading-4 tabular-nums empty:hidden print:mt-0 print:text-[6pt] print:leading-none ${look}`}
    >
      {text}
    </span>
  );
}
