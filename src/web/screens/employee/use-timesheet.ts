import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ClockView } from '#contract/time-entries';
import { toDomainEntry } from '#contract/wire';
import type { Day } from '#domain/time/units';
import { isDay, type DayRange } from '#domain/time/workplace-day';
import { setParams, useParams } from '#web/browser/navigation.ts';
import { useSnapshot } from '#web/live/use-snapshot.ts';
import { authState } from '#web/session/auth.ts';
import { useWorkplace } from '#web/session/workplace.ts';
import { markedEntries, type Clock } from './clock-view.ts';
import { dayAfter, dayBefore, isIn, periodAround, type Period } from './figures.ts';
import { applyToTimesheet, daysOf, timesheetOf } from './timesheet-view.ts';

export type PeriodNavigation = ReturnType<typeof usePeriodNavigation>;

/** While nothing else is chosen the present is shown, past midnight too. */
export function usePeriodNavigation(today: Day) {
  const { by, day } = useParams('by', 'day');
  const { firstWeekday } = useWorkplace();
  const period: Period = by === 'month' ? by : 'week';
  // There is nothing after the present.
  const chosen = day !== undefined && isDay(day) && day < today ? day : null;
  const at = useMemo(() => {
    const range = periodAround(period, chosen ?? today, firstWeekday);
    return { period, range, isPresent: isIn(today, range) };
  }, [period, chosen, today, firstWeekday]);
  const look = (at: Day) =>
    setParams({ day: isIn(today, periodAround(period, at, firstWeekday)) ? undefined : at });
  return {
    at,
    choose: (next: Period) => setParams({ by: next === 'month' ? next : undefined }),
    previous: () => look(dayBefore(at.range)),
    next: () => look(dayAfter(at.range)),
    toPresent: () => setParams({ day: undefined }),
  };
}

export type TimesheetSheet = NonNullable<ReturnType<typeof useTimesheet>['sheet']>;

export type TimesheetBasis = Pick<Clock, 'today' | 'leftOpen'> & Pick<ClockView, 'settings'>;

export function useTimesheet(range: DayRange, { today, leftOpen, settings }: TimesheetBasis) {
  const input = useMemo(() => ({ from: range.first, to: range.last }), [range]);
  const client = useQueryClient();
  // What the dashboard has already is shown until the answer is there.
  const known = useMemo(() => timesheetOf(client.getQueryData<ClockView>(['clock']), range), [client, range]);
  const query = useSnapshot('myTimeEntries', applyToTimesheet, input);
  const view = query.data ?? known;
  const sheet = useMemo(() => {
    if (!view) return null;
    const entries = markedEntries(view.entries.map(toDomainEntry), leftOpen);
    const { calendar, corrections, closed } = view;
    const createdAt = Date.parse(authState().user?.createdAt ?? '');
    const person = { createdAt, today, settings };
    const days = daysOf(entries, corrections, calendar.days, calendar.timeZone, person);
    return { range, zone: calendar.timeZone, entries, days, closed };
  }, [view, range, today, leftOpen, settings]);
  return { sheet, query };
}
