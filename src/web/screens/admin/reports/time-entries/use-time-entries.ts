import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { TimeEntriesQuery, type TimeEntriesPage } from '#contract/entry-lists';
import type { LiveChange } from '#contract/live';
import type { User } from '#contract/records';
import type { OutputOf } from '#contract/routes';
import type { FailedCall } from '#web/api.ts';
import { setParams, useParams } from '#web/browser/navigation.ts';
import { onChanges } from '#web/live/live-updates.ts';
import { fetched } from '#web/live/use-asked.ts';
import { FILTER_PARAMS, filterOf, filterParams, queryOf, type EntryFilter } from './entry-list.ts';

const NOBODY: readonly User[] = [];

export function useTimeEntries() {
  const client = useQueryClient();
  const params = useParams(...FILTER_PARAMS);
  const filter = useMemo(() => filterOf(params), [params]);
  /** Cursor of each page after the first. */
  const [positions, setPositions] = useState<readonly string[]>([]);
  const before = positions.at(-1);
  const errors = errorsOf(filter);
  const query = useQuery<TimeEntriesPage, FailedCall>({
    queryKey: ['timeEntries', filter, before],
    enabled: Object.keys(errors).length === 0,
    queryFn: ({ signal }) => fetched('timeEntries', { ...queryOf(filter), before }, signal),
    placeholderData: keepPreviousData,
  });
  const shown = query.data;
  useEffect(
    () =>
      onChanges((changes) => {
        // Shown rows are updated; new ones wait for 'Refresh', so that no row moves under the pointer.
        const ids = new Set([
          ...(shown?.rows ?? []).map(({ entry }) => entry.id),
          ...(shown?.others ?? []).map(({ entryId }) => entryId),
        ]);
        const isShown = ({ entry, correction }: LiveChange) =>
          (entry && ids.has(entry.id)) || correction?.items.some(({ entryId }) => ids.has(entryId));
        if (changes.some(isShown)) void client.invalidateQueries({ queryKey: ['timeEntries'] });
      }),
    [client, shown],
  );
  return {
    filter,
    errors,
    query,
    page: positions.length + 1,
    change: (changed: Partial<EntryFilter>) => {
      setParams(filterParams(changed));
      setPositions([]);
    },
    next: () => {
      if (shown?.next) setPositions([...positions, shown.next]);
    },
    previous: () => setPositions(positions.slice(0, -1)),
  };
}

function errorsOf(filter: EntryFilter): { readonly from?: string; readonly to?: string } {
  const issues = TimeEntriesQuery.safeParse(queryOf(filter)).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
}

/** Former employees included, sorted by name. */
export function usePeople(): readonly User[] {
  const { data } = useQuery<OutputOf<'employees'>, FailedCall>({
    queryKey: ['employees'],
    queryFn: ({ signal }) => fetched('employees', {}, signal),
  });
  const people = data?.employees ?? NOBODY;
  return useMemo(() => people.toSorted((one, other) => one.name.localeCompare(other.name)), [people]);
}
