import { compareNames, findEmployees } from '#domain/people/employee';
import type { LiveChange } from '#contract/monitoring/live';
import type { TimeEntry, User } from '#contract/records';
import type { EmployeesView } from '#contract/people/employees';
import { choiceParam, textParam, type ListQuery } from '#web/frame/list.ts';
import { changedEntries, hasNewDays } from '#web/live/changes.ts';

/** Applies a live change. Null if only the server can compute the new data, as after a new time zone. */
export function applyToEmployees(view: EmployeesView, change: LiveChange): EmployeesView | null {
  if (hasNewDays(change, view.calendar)) return null;
  const current = change.settings ? { ...view, nightShiftHours: change.settings.nightShiftHours } : view;
  const withPerson = change.user ? withUser(current, change.user) : current;
  const changed = changedEntries(change);
  return changed.length === 0
    ? withPerson
    : { ...withPerson, openEntries: changed.reduce(withEntry, withPerson.openEntries) };
}

/** Replaces the person unless the view has a newer version: a response may arrive after a newer live change. */
export function withUser(view: EmployeesView, user: User): EmployeesView {
  const known = view.employees.find(({ id }) => id === user.id);
  if (known && known.version > user.version) return view;
  const employees = known
    ? view.employees.map((one) => (one === known ? user : one))
    : [user, ...view.employees];
  return { ...view, employees };
}

function withEntry(entries: TimeEntry[], entry: TimeEntry): TimeEntry[] {
  const others = entries.filter(({ id }) => id !== entry.id);
  return entry.clockOut === null ? [...others, entry] : others;
}

export const EMPLOYEES_LIST = {
  search: textParam(),
  shown: choiceParam(
    { Everybody: 'people.everybody', Active: 'people.active', Inactive: 'people.inactive' },
    'Everybody',
  ),
  sorted: choiceParam(
    { 'Newest first': 'people.newestFirst', Name: 'people.byName', Studio: 'people.byStudio' },
    'Newest first',
  ),
};
export type EmployeesQuery = ListQuery<typeof EMPLOYEES_LIST>;

const byName = (one: User, other: User): number => compareNames(one.name, other.name);
const ORDERS: Readonly<Record<EmployeesQuery['sorted'], (one: User, other: User) => number>> = {
  'Newest first': (one, other) =>
    one.createdAt < other.createdAt ? 1 : one.createdAt > other.createdAt ? -1 : 0,
  Name: byName,
  Studio: (one, other) => compareNames(one.department, other.department) || byName(one, other),
};

export function countByShown(people: readonly User[], { search }: EmployeesQuery) {
  const found = findEmployees(people, search);
  const active = found.filter(({ isActive }) => isActive).length;
  return { Everybody: found.length, Active: active, Inactive: found.length - active };
}

export function filterEmployees(people: readonly User[], { search, shown, sorted }: EmployeesQuery): User[] {
  const found = findEmployees(people, search).filter(
    ({ isActive }) => shown === 'Everybody' || isActive === (shown === 'Active'),
  );
  return found.toSorted(ORDERS[sorted]);
}

/** Rows of a page; thousands would be slow to draw and to read. */
export const PAGE_SIZE = 50;
