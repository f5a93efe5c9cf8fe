import { say } from '#texts/say';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { DECISIONS_MAX, type Correction, type ListedCorrection } from '#contract/corrections/corrections';
import type { LiveChange } from '#contract/monitoring/live';
import { onChanges, usePollingMs } from '#web/live/live-updates.ts';
import { fetchRoute, useRefetchOnChange } from '#web/live/use-live-query.ts';

export type RequestsTab = 'admin' | 'employee' | 'settled';

const concernsRequests = ({ correction }: LiveChange): boolean => correction !== undefined;

export function useRequests(view: RequestsTab) {
  const query = useInfiniteQuery({
    queryKey: ['corrections', view],
    queryFn: ({ pageParam: after, signal }) =>
      // The first page has the default size; later pages are larger.
      fetchRoute(
        'corrections',
        { view, after, limit: after === undefined ? undefined : DECISIONS_MAX },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: usePollingMs(),
    gcTime: 0,
  });
  useRefetchOnChange('corrections', concernsRequests);
  const pages = query.data?.pages;
  // Removes duplicates: a row can move to an earlier page during a refetch, and then be on two pages.
  const rows = useMemo(
    () => [...new Map(pages?.flatMap((page) => page.rows).map((row) => [row.correction.id, row])).values()],
    [pages],
  );
  const days = useMemo(() => pages?.flatMap((page) => page.days) ?? [], [pages]);
  const { waiting, timeZone: zone = 'UTC', isOnlyAdmin = false } = pages?.[0] ?? {};
  return { query, rows, days, waiting, zone, isOnlyAdmin };
}

/** Remembers the newest state of each correction. */
export function useLatestRows() {
  const [known, setKnown] = useState<ReadonlyMap<string, Correction>>(new Map());
  /** Call it with the corrections of a server's response: the live change may arrive later. */
  const rememberNewest = useCallback((...corrections: readonly Correction[]) => {
    if (corrections.length === 0) return;
    setKnown((before) => {
      const next = new Map(before);
      for (const correction of corrections)
        if ((next.get(correction.id)?.version ?? -1) < correction.version)
          next.set(correction.id, correction);
      return next;
    });
  }, []);
  useEffect(
    () => onChanges((changes) => rememberNewest(...changes.flatMap(({ correction }) => correction ?? []))),
    [rememberNewest],
  );
  const latestOf = (row: ListedCorrection): ListedCorrection => {
    const correction = known.get(row.correction.id);
    return correction && correction.version > row.correction.version ? { ...row, correction } : row;
  };
  return { rememberNewest, latestOf };
}

/** Returns the rows in the order of `ids`. A row that has left `rows` is returned in its last known state. */
export function useHeldRows(rows: readonly ListedCorrection[], ids: readonly string[]): ListedCorrection[] {
  const lastRows = useRef(new Map<string, ListedCorrection>());
  for (const row of rows) lastRows.current.set(row.correction.id, row);
  return ids.flatMap((id) => lastRows.current.get(id) ?? []);
}

/** Badge on a tab: the number of requests that the signed-in person can decide. */
export const RequestsCount = ({ count }: { count: number }) =>
  count > 0 && (
    <span className="absolute top-0 inset-e-0 min-w-5 rounded-full bg-accent px-1.5 text-center text-xs text-on-fill tabular-nums max-sm:top-0.5 max-sm:inset-e-auto max-sm:inset-s-1/2 max-sm:ms-2">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {say('requests.countToReview', { count })}</span>
    </span>
  );
