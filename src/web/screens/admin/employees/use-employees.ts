/** Employee Management's data: fetched, live, and moved on at midnight. */
import { useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { User } from '#contract/records';
import type { EmployeesView } from '#contract/employees';
import { toDomainEntry } from '#contract/wire';
import { leftOpenBy } from '#domain/closing';
import type { TimeEntry } from '#domain/time-entry';
import type { FailedCall } from '#web/api.ts';
import { useSnapshot } from '#web/live/use-snapshot.ts';
import { useToday } from '#web/live/use-today.ts';
import { applyToEmployees, withUser } from './employees-view.ts';

export interface OpenEntry {
  readonly entry: TimeEntry;
  /** From an earlier day, or of somebody deactivated: an admin may close it. */
  readonly isLeftOpen: boolean;
}

export interface Staff {
  readonly people: readonly User[];
  readonly zone: string;
  /** By employee. */
  readonly open: ReadonlyMap<string, OpenEntry>;
}

export function useEmployees(): {
  readonly staff: Staff | null;
  readonly query: UseQueryResult<EmployeesView, FailedCall>;
} {
  const query = useSnapshot('employees', applyToEmployees);
  const view = query.data;
  useToday('employees', view?.calendar);
  const open = useMemo(() => view && openOf(view), [view]);
  const staff = useMemo(
    () => (view && open ? { people: view.employees, zone: view.calendar.timeZone, open } : null),
    [view, open],
  );
  return { staff, query };
}

function openOf({ openEntries, employees, calendar }: EmployeesView): ReadonlyMap<string, OpenEntry> {
  const active = new Set(employees.filter(({ isActive }) => isActive).map(({ id }) => id));
  const start = calendar.days.find(({ day }) => day === calendar.today)?.start ?? 0;
  return new Map(
    openEntries.map((wire) => {
      const entry = toDomainEntry(wire);
      const leftOpen = leftOpenBy({ isActive: active.has(entry.userId) }, entry, { start });
      return [entry.userId, { entry, isLeftOpen: leftOpen !== null }];
    }),
  );
}

/** Shows a person as the server answered, before the live change arrives. */
export function useApplyEmployee(): (user: User) => void {
  const client: QueryClient = useQueryClient();
  return (user) => client.setQueryData<EmployeesView>(['employees'], (view) => view && withUser(view, user));
}

/** Asks the server for everybody again. */
export function useReloadEmployees(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ['employees'] });
}
