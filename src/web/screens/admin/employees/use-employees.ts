/** Employee Management's data: fetched, live, and updated at midnight. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { User } from '#contract/records';
import type { EmployeesView, PersonView } from '#contract/employees';
import { toDomainEntry } from '#contract/wire';
import { leftOpenBy } from '#domain/entry/left-open';
import { isMonitored } from '#domain/people/employee';
import { MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import type { TimeEntry } from '#domain/entry/time-entry';
import { useSnapshot } from '#web/live/use-snapshot.ts';
import { useToday } from '#web/live/use-today.ts';
import { useNow } from '#web/time/use-now.tsx';
import { applyToEmployees, withUser } from './employees-view.ts';
import { withPersonAs } from './person-view.ts';

export interface OpenEntry {
  readonly entry: TimeEntry;
  /** From an earlier day without being a night shift, or of a deactivated person: an admin may close it. */
  readonly isLeftOpen: boolean;
}

export interface Staff {
  readonly people: readonly User[];
  readonly zone: string;
  /** By employee. */
  readonly open: ReadonlyMap<string, OpenEntry>;
}

export function useEmployees() {
  const query = useSnapshot('employees', applyToEmployees);
  const view = query.data;
  useToday('employees', view?.calendar);
  // A night shift reaches its limit between two changes: checked each minute.
  const minute = useNow((at) => Math.floor(at / MS_PER_MINUTE));
  const open = useMemo(() => view && openOf(view, (minute + 1) * MS_PER_MINUTE - 1), [view, minute]);
  const staff = useMemo(
    (): Staff | null =>
      view && open ? { people: view.employees, zone: view.calendar.timeZone, open } : null,
    [view, open],
  );
  return { staff, query };
}

function openOf(
  { openEntries, employees, calendar, nightShiftHours }: EmployeesView,
  at: EpochMs,
): ReadonlyMap<string, OpenEntry> {
  const active = new Set(employees.filter(isMonitored).map(({ id }) => id));
  const today = calendar.days.find(({ day }) => day === calendar.today) ?? { start: 0, end: 0 };
  const present = { now: at, today, nightShiftHours };
  return new Map(
    openEntries.map((wire) => {
      const entry = toDomainEntry(wire);
      const leftOpen = leftOpenBy({ isActive: active.has(entry.userId) }, entry, present);
      return [entry.userId, { entry, isLeftOpen: leftOpen !== null }];
    }),
  );
}

/** Shows a person as the server answered, before the live change arrives. */
export function useApplyEmployee(): (user: User) => void {
  const client = useQueryClient();
  return (user) => {
    client.setQueryData<EmployeesView>(['employees'], (view) => view && withUser(view, user));
    client.setQueriesData<PersonView>({ queryKey: ['person'] }, (view) => view && withPersonAs(view, user));
  };
}

/** Fetches everybody, and the shown person, again. */
export function useReloadEmployees(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ['employees'] });
    void client.invalidateQueries({ queryKey: ['person'] });
  };
}
