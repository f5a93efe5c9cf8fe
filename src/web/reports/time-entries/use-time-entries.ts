import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { TimeEntriesQuery, type TimeEntriesPage } from '#contract/clock/entry-lists';
import type { LiveChange } from '#contract/monitoring/live';
import type { User } from '#contract/records';
import { setParams, useParams } from '#web/browser/navigation.ts';
import { useLiveQuery } from '#web/live/use-live-query.ts';
import { useEmployees } from '#web/people/use-employees.ts';
import { FILTER_PARAMS, filterOf, filterParams, queryOf, type EntryFilter } from './entry-list.ts';

const NOBODY: readonly User[] = [];

/** True if a shown entry changed. New entries wait for 'Refresh', so that no row moves under the pointer. */
function concernsRows({ entry, correction }: LiveChange, { rows, others }: TimeEntriesPage): boolean {
  const ids = new Set([...rows.map((row) => row.entry.id), ...others.map(({ entryId }) => entryId)]);
  return (entry && ids.has(entry.id)) || correction?.items.some(({ entryId }) => ids.has(entryId)) || false;
}

export function useTimeEntries() {
  const params = useParams(...FILTER_PARAMS);
  const filter = useMemo(() => filterOf(params), [params]);
  /** Cursors of the pages opened after the first page. The last cursor belongs to the shown page. */
  const [positions, setPositions] = useState<readonly string[]>([]);
  const errors = errorsOf(filter);
  const query = useLiveQuery('timeEntries', concernsRows, {
    input: { ...queryOf(filter), before: positions.at(-1) },
    enabled: Object.keys(errors).length === 0,
    placeholderData: keepPreviousData,
  });
  const shown = query.data;
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

/** Includes former employees, since their entries are also listed. */
export const usePeople = (): readonly User[] => useEmployees().staff?.people ?? NOBODY;
