import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TimeEntry } from '#contract/records';
import type { ClockView } from '#contract/clock/clock';
import { toDomainEntry } from '#contract/wire';
import { useSnapshot, useToday } from '#web/live/use-snapshot.ts';
import { reloadEntries } from '#web/corrections/use-correcting.tsx';
import { useNow } from '#web/time/use-now.tsx';
import { applyToClock, clockOf, leftOpenIds, withLeftOpenMarks, withEntry } from './clock-view.ts';

/** Shows the entry from a punch's response. Cancels fetches that may bring older data (spec §4, step 7). */
export async function applyEntry(client: QueryClient, entry: TimeEntry): Promise<void> {
  await client.cancelQueries({ queryKey: ['clock'] });
  client.setQueryData<ClockView>(['clock'], (view) => view && withEntry(view, entry));
  reloadEntries(client);
}

export function usePunchClock() {
  const query = useSnapshot('clock', applyToClock);
  const view = query.data;
  const today = useToday('clock', view?.calendar);
  const recorded = useMemo(() => view?.entries.map(toDomainEntry), [view?.entries]);
  // Checked each second: time alone can make an entry left open, without any live change.
  const leftOpen = useNow((now) =>
    view && recorded && today ? leftOpenIds(view, recorded, today, now) : '',
  );
  const entries = useMemo(() => recorded && withLeftOpenMarks(recorded, leftOpen), [recorded, leftOpen]);
  const clock = useMemo(
    () => (view && entries && today !== undefined ? clockOf(view, entries, today, leftOpen) : null),
    [view, entries, today, leftOpen],
  );
  return { clock, query };
}
