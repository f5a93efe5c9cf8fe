import { say } from '#texts/say';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { MonitoringView } from '#contract/monitoring/activity';
import type { EmployeesView, PersonView } from '#contract/people/employees';
import type { OutputOf } from '#contract/routes';
import { toDomainEntry } from '#contract/wire';
import { isMonitored } from '#domain/people/employee';
import { markLeftOpen, type MonitoringRow } from '#domain/day/monitoring';
import { MS_PER_MINUTE } from '#domain/time/units';
import type { TimeEntry } from '#domain/entry/time-entry';
import { isEnterableDay, type DayRange, type WorkplaceDay } from '#domain/time/workplace-day';
import { closeOver, currentPlace, goTo, useParams } from '#web/browser/navigation.ts';
import type { Person } from '#web/frame/person-name.tsx';
import { useLiveQuery } from '#web/live/use-live-query.ts';
import { useToday } from '#web/live/use-snapshot.ts';
import { useTitle } from '#web/session/workplace.ts';
import { useNow } from '#web/time/use-now.tsx';
import { concernsPerson, personStateOf } from './person-view.ts';

export interface ShownPerson {
  readonly view: PersonView;
  readonly zone: string;
  readonly today: WorkplaceDay;
  /** Newest first. */
  readonly entries: readonly TimeEntry[];
  readonly state: MonitoringRow;
}

/** @param range to load its days, too */
export function usePerson(id: string, range?: DayRange) {
  const query = useLiveQuery('person', concernsPerson, {
    input: { id, first: range?.first, last: range?.last },
    placeholderData: keepPreviousData,
  });
  const view = query.data;
  const todayName = useToday('person', view?.calendar);
  const minute = useNow((at) => Math.floor(at / MS_PER_MINUTE));
  const shown = useMemo((): ShownPerson | null => {
    const today = view?.calendar.days.find(({ day }) => day === todayName);
    if (!view || !today) return null;
    const now = (minute + 1) * MS_PER_MINUTE - 1;
    // Admins and deactivated people cannot clock out, so their open entry is marked as left open.
    const person = { isActive: isMonitored(view.user) };
    const { nightShiftHours } = view.settings;
    const recorded = view.entries.map(toDomainEntry);
    const entries = markLeftOpen(person, recorded, { now, today, nightShiftHours });
    const state = personStateOf(view, recorded, { now, today });
    return { view, zone: view.calendar.timeZone, today, entries, state };
  }, [view, todayName, minute]);
  return { shown, query };
}

/** Opens the person's drawer with the days of a pay period. `month` is for the person's page, which it leads to. */
export const openDaysOf = (id: string, { first, last }: DayRange): void =>
  goTo([...currentPlace().path, id], {
    ...currentPlace().params,
    days: `${first}.${last}`,
    month: first.slice(0, 7),
  });

/** Days that the address names for a drawer. */
export function useNamedDays(): DayRange | undefined {
  const [first = '', last = ''] = useParams('days').days?.split('.') ?? [];
  return isEnterableDay(first) && isEnterableDay(last) ? { first, last } : undefined;
}

/** Loads what is opened at `segment` of the address, and closes it if there is no such person. */
export function useOpenedPerson(id: string, segment: string, range?: DayRange) {
  const { shown, query } = usePerson(id, range);
  const user = query.data?.user;
  const failure = query.error?.failure;
  const isGone = failure?.kind === 'refused' && failure.code === 'employee_not_found';
  const isUnknown = isGone && !user;
  useEffect(() => {
    if (isUnknown) closeOver(segment);
  }, [isUnknown, segment]);
  const people = usePeopleList();
  const known = user ?? people.find((one) => one.id === id);
  useTitle(known?.name ?? say('role.employee'), 2);
  return { shown, query, isGone, people, known };
}

const NOBODY: readonly Person[] = [];

/** Returns the people that another screen has loaded, to show a name early and to tell equal names apart. */
function usePeopleList(): readonly Person[] {
  const client = useQueryClient();
  return useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () =>
      client.getQueryData<EmployeesView>(['employees'])?.employees ??
      client.getQueryData<MonitoringView>(['monitoring'])?.employees ??
      client.getQueryData<OutputOf<'reportEmployees'>>(['reportEmployees'])?.employees ??
      NOBODY,
  );
}
