/** Everybody's corrections, waiting or done: fetched a page at a time, and live. */
import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  DECISIONS_MAX,
  type Correction,
  type CorrectionsView,
  type ListedCorrection,
} from '#contract/corrections';
import type { FailedCall } from '#web/api.ts';
import { onChanges, usePolling } from '#web/live/live-updates.ts';
import { fetched } from '#web/live/use-asked.ts';
import { coalesce } from '#web/time/coalesce.ts';

export type RequestsTab = 'admin' | 'employee' | 'settled';

/** Milliseconds in which a rush of decisions causes one refetch. */
const TOGETHER_MS = 300;

/** One of the lists, a page at a time. */
export function useRequests(view: RequestsTab) {
  const client = useQueryClient();
  const query = useInfiniteQuery<
    CorrectionsView,
    FailedCall,
    InfiniteData<CorrectionsView>,
    readonly unknown[],
    string | undefined
  >({
    queryKey: ['corrections', view],
    queryFn: ({ pageParam: after, signal }) =>
      // Later pages are larger.
      fetched('corrections', { view, after, limit: after === undefined ? undefined : DECISIONS_MAX }, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: usePolling(),
    gcTime: 0,
  });
  useEffect(() => {
    const together = coalesce(() => void client.invalidateQueries({ queryKey: ['corrections'] }));
    const stop = onChanges(
      (changes) => {
        if (changes.some(({ correction }) => correction)) together.schedule(TOGETHER_MS);
      },
      () => together.schedule(0),
    );
    return () => {
      stop();
      together.cancel();
    };
  }, [client]);
  const pages = query.data?.pages;
  // During a refetch a row may move to the page before.
  const rows = useMemo(
    () => [...new Map(pages?.flatMap((page) => page.rows).map((row) => [row.correction.id, row])).values()],
    [pages],
  );
  const { waiting, timeZone: zone = 'UTC', isOnlyAdmin = false } = pages?.[0] ?? {};
  return { query, rows, waiting, zone, isOnlyAdmin };
}

/** The newest state of each correction since it was fetched. */
export interface Latest {
  /** Keeps an answer's state; its live change may arrive later. */
  readonly note: (correction: Correction) => void;
  /** A row as it is now. */
  readonly of: (row: ListedCorrection) => ListedCorrection;
}

export function useLatest(): Latest {
  const [known, setKnown] = useState<ReadonlyMap<string, Correction>>(new Map());
  const note = useMemo(
    () => (correction: Correction) => setKnown((before) => withNewer(before, [correction])),
    [],
  );
  useEffect(
    () =>
      onChanges((changes) => {
        const told = changes.flatMap(({ correction }) => correction ?? []);
        if (told.length > 0) setKnown((before) => withNewer(before, told));
      }),
    [],
  );
  return useMemo(
    () => ({
      note,
      of: (row) => {
        const correction = known.get(row.correction.id);
        return correction && correction.version > row.correction.version ? { ...row, correction } : row;
      },
    }),
    [known, note],
  );
}

function withNewer(
  known: ReadonlyMap<string, Correction>,
  told: readonly Correction[],
): ReadonlyMap<string, Correction> {
  const next = new Map(known);
  for (const correction of told)
    if ((next.get(correction.id)?.version ?? -1) < correction.version) next.set(correction.id, correction);
  return next;
}

/**
 * The rows by `ids`, which may be held in their order: one that is no longer on the list is there as it was last.
 * @param question another list: what was on the one before is forgotten
 */
export function useHeldRows(
  rows: readonly ListedCorrection[],
  ids: readonly string[],
  question: string,
): ListedCorrection[] {
  const seen = useRef({ question, byId: new Map<string, ListedCorrection>() });
  if (seen.current.question !== question) seen.current = { question, byId: new Map() };
  const { byId } = seen.current;
  for (const row of rows) byId.set(row.correction.id, row);
  return ids.flatMap((id) => byId.get(id) ?? []);
}
