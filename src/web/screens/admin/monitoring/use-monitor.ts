/** The monitoring tab's data: fetched, live, and moved on each minute and at midnight. */
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { TimeEntry, User } from '#contract/records';
import type { MonitoringView } from '#contract/routes';
import { toDomainEntry, toDomainNotification } from '#contract/wire';
import { monitoringBoard } from '#domain/monitoring';
import { MS_PER_MINUTE } from '#domain/time';
import type { TimeEntry as DomainEntry } from '#domain/time-entry';
import type { FailedCall } from '../../../api.ts';
import { useSnapshot } from '../../../snapshot.ts';
import { useTicking } from '../../../ticking.tsx';
import { useToday } from '../../../today.ts';
import { applyToMonitoring, dayNamed, groupedByUser, type Monitor } from './monitoring-view.ts';

export function useMonitor(): { readonly monitor: Monitor | null; readonly query: UseQueryResult<MonitoringView, FailedCall> } {
  const query = useSnapshot('monitoring', applyToMonitoring);
  const view = query.data;
  const todayName = useToday('monitoring', view?.calendar);
  const minute = useTicking((now) => Math.floor(now / MS_PER_MINUTE));
  const entriesOf = useStableEntries(view?.entries);
  const monitor = useMemo(() => {
    if (!view || todayName === undefined) return null;
    const today = dayNamed(view, todayName);
    const board = monitoringBoard({
      employees: view.employees.toSorted((one, other) => one.name.localeCompare(other.name)).map(watched),
      entries: [...entriesOf.values()].flat(),
      notifications: view.notifications.map(toDomainNotification),
      today,
      // The minute's end: nothing of this minute lies in the future.
      now: (minute + 1) * MS_PER_MINUTE,
    });
    return { view, zone: view.calendar.timeZone, today, board, entriesOf };
  }, [view, todayName, minute, entriesOf]);
  return { monitor, query };
}

const watched = ({ id, name, role, isActive }: User) => ({ id, name, role, isActive });

const domainEntries = new WeakMap<TimeEntry, DomainEntry>();

/** The domain's view of an entry, the same object each time. */
function domainEntry(wire: TimeEntry): DomainEntry {
  const known = domainEntries.get(wire);
  if (known) return known;
  const made = toDomainEntry(wire);
  domainEntries.set(wire, made);
  return made;
}

function useStableEntries(entries: readonly TimeEntry[] | undefined): ReadonlyMap<string, readonly DomainEntry[]> {
  const before = useRef<ReadonlyMap<string, readonly DomainEntry[]>>(new Map());
  return useMemo(() => {
    before.current = groupedByUser((entries ?? []).map(domainEntry), before.current);
    return before.current;
  }, [entries]);
}
