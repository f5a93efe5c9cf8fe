/** Which week or month is looked at, and its entries, live. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Settings } from '#contract/records';
import type { ClockView } from '#contract/time-entries';
import { toDomainEntry } from '#contract/wire';
import type { Day } from '#domain/time/units';
import { isDay, type DayRange } from '#domain/time/workplace-day';
import { setParams, useParams } from '#web/browser/navigation.ts';
import { useSnapshot } from '#web/live/use-snapshot.ts';
import { authState } from '#web/session/auth.ts';
import { useWorkplace } from '#web/session/workplace.ts';
import { markedEntries } from './clock-view.ts';
import { dayAfter, dayBefore, isIn, periodAround, type Period } from './figures.ts';
import { applyToTimesheet, daysOf, timesheetOf } from './timesheet-view.ts';

export interface Looked {
  readonly period: Period;
  readonly range: DayRange;
  /** Today is in it; there is nothing after it. */
  readonly isPresent: boolean;
}

export interface PeriodNavigation {
  /** The same object as long as it is the same. */
  readonly at: Looked;
  choose(period: Period): void;
  previous(): void;
  next(): void;
  toPresent(): void;
}

/** While nothing else is chosen the present is shown, past midnight too. */
export function usePeriodNavigation(today: Day): PeriodNavigation {
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
    choose: (next) => setParams({ by: next === 'month' ? next : undefined }),
    previous: () => look(dayBefore(at.range)),
    next: () => look(dayAfter(at.range)),
    toPresent: () => setParams({ day: undefined }),
  };
}

export type TimesheetSheet = NonNullable<ReturnType<typeof useTimesheet>['sheet']>;

export interface TimesheetBasis {
  readonly today: Day;
  /** The ids of entries that were left open. */
  readonly leftOpen: string;
  readonly settings: Settings;
}

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
    const days = daysOf(entries, corrections, calendar.days, calendar.timeZone, {
      createdAt,
      today,
      settings,
    });
    return { range, zone: calendar.timeZone, entries, days, closed };
  }, [view, range, today, leftOpen, settings]);
  return { sheet, query };
}
