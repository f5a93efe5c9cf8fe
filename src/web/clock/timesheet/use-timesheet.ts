import { useMemo } from 'react';
import { toDomainEmployment, toDomainEntry } from '#contract/wire';
import type { Day } from '#domain/time/units';
import { daysInRange, isEnterableDay, type DayRange } from '#domain/time/workplace-day';
import { setParams, useParams } from '#web/browser/navigation.ts';
import { useLiveQuery } from '#web/live/use-live-query.ts';
import { useWorkplace } from '#web/session/workplace.ts';
import { withLeftOpenMarks, type Clock } from '#web/clock/clock-view.ts';
import { dayAfter, dayBefore, isInRange, weekOrMonthAround, type WeekOrMonth } from './figures.ts';
import {
  concernsTimesheet,
  toBarInputs,
  toTimesheetDays,
  timesheetOf,
  type TimesheetView,
} from './timesheet-view.ts';

export type PeriodNavigation = ReturnType<typeof usePeriodNavigation>;

/** Shows the current period, also after midnight, until another one is chosen. */
export function usePeriodNavigation(today: Day) {
  const { by, day } = useParams('by', 'day');
  const { firstWeekday } = useWorkplace();
  const period: WeekOrMonth = by === 'month' ? by : 'week';
  // Ignores today and later days in the address: no period after the current one is shown.
  const chosen = day !== undefined && isEnterableDay(day) && day < today ? day : null;
  const at = useMemo(() => {
    const range = weekOrMonthAround(period, chosen ?? today, firstWeekday);
    return { period, range, isPresent: isInRange(today, range) };
  }, [period, chosen, today, firstWeekday]);
  const look = (at: Day) =>
    setParams({ day: isInRange(today, weekOrMonthAround(period, at, firstWeekday)) ? undefined : at });
  return {
    at,
    choose: (next: WeekOrMonth) => setParams({ by: next === 'month' ? next : undefined }),
    previous: () => look(dayBefore(at.range)),
    next: () => look(dayAfter(at.range)),
    goToCurrentPeriod: () => setParams({ day: undefined }),
  };
}

export type TimesheetData = NonNullable<ReturnType<typeof useTimesheet>['sheet']>;

export function useTimesheet(range: DayRange, clock: Clock) {
  const known = useMemo(() => timesheetOf(clock, range), [clock, range]);
  const query = useLiveQuery('myTimeEntries', concernsTimesheet, {
    input: { from: range.first, to: range.last },
    enabled: !known,
  });
  const { data } = query;
  const { today, leftOpen, view } = clock;
  const { settings } = view;
  const sheet = useMemo(() => {
    const found = known ?? (data && fetchedTimesheet(data, leftOpen));
    if (!found) return null;
    const { entries, corrections, days, zone, closed, employment } = found;
    const person = { employment: toDomainEmployment(employment), today, settings };
    const sheetDays = toTimesheetDays(entries, corrections, days, zone, person);
    const bars = toBarInputs(sheetDays, daysInRange(days, range), person);
    return { range, zone, entries, days: sheetDays, bars, closed };
  }, [known, data, range, today, leftOpen, settings]);
  return { sheet, query };
}

const fetchedTimesheet = (
  { entries, calendar, corrections, closed, employment }: TimesheetView,
  leftOpen: string,
) => ({
  employment,
  zone: calendar.timeZone,
  days: calendar.days,
  entries: withLeftOpenMarks(entries.map(toDomainEntry), leftOpen),
  corrections,
  closed,
});
