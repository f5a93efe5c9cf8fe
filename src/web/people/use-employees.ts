import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { User } from '#contract/records';
import type { EmployeesView } from '#contract/people/employees';
import { toDomainEntry } from '#contract/wire';
import { leftOpenReason } from '#domain/entry/left-open';
import { isMonitored } from '#domain/people/employee';
import { MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import { useSnapshot, useToday } from '#web/live/use-snapshot.ts';
import { useNow } from '#web/time/use-now.tsx';
import { applyToEmployees, withUser } from './employees-view.ts';

export interface Staff {
  readonly people: readonly User[];
  readonly zone: string;
  /** Ids of people whose open entry an admin may close: it is an old entry, or its owner cannot clock out. */
  readonly leftOpen: ReadonlySet<string>;
}

export function useEmployees() {
  const query = useSnapshot('employees', applyToEmployees);
  const view = query.data;
  useToday('employees', view?.calendar);
  const minute = useNow((at) => Math.floor(at / MS_PER_MINUTE));
  const staff = useMemo(() => view && staffOf(view, (minute + 1) * MS_PER_MINUTE - 1), [view, minute]);
  return { staff, query };
}

function staffOf(view: EmployeesView, now: EpochMs): Staff {
  const { openEntries, employees, calendar, nightShiftHours } = view;
  const active = new Set(employees.filter(isMonitored).map(({ id }) => id));
  const today = calendar.days.find(({ day }) => day === calendar.today) ?? { start: 0, end: 0 };
  const leftOpen = openEntries.filter((entry) => {
    const person = { isActive: active.has(entry.userId) };
    return leftOpenReason(person, toDomainEntry(entry), { now, today, nightShiftHours }) !== null;
  });
  return {
    people: employees,
    zone: calendar.timeZone,
    leftOpen: new Set(leftOpen.map(({ userId }) => userId)),
  };
}

/** Call the returned function with the person from a response: the live change may arrive later. */
export function useApplyEmployee(): (user: User) => void {
  const client = useQueryClient();
  return (user) => {
    client.setQueryData<EmployeesView>(['employees'], (view) => view && withUser(view, user));
    void client.invalidateQueries({ queryKey: ['person'] });
  };
}

export function useReloadEmployees(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ['employees'] });
    void client.invalidateQueries({ queryKey: ['person'] });
  };
}
