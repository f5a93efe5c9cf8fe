import { useMemo } from 'react';
import type { ListedCorrection } from '#contract/corrections/corrections';
import { changesOf } from '#contract/corrections/rows';
import type { EntryTimes } from '#domain/correction/correction';
import type { BarEntry, DayBar } from '#domain/day/day-bar';
import { SETTINGS_DEFAULTS } from '#domain/settings/settings';
import type { WorkplaceDay } from '#domain/time/workplace-day';
import { useBars, type BarInput } from '#web/timeline/use-bars.ts';

/** An entry without an end is drawn as left open: nobody knows how long it ran. */
const toBarEntry = (id: string, times: EntryTimes): BarEntry => ({ id, ...times, isLeftOpen: true });

/** Bars of the requests' old times, with the new ones over them. Key: id of the correction. */
export function useRequestBars(rows: readonly ListedCorrection[], days: readonly WorkplaceDay[]) {
  const inputs = useMemo(() => {
    const byName = new Map(days.map((day) => [day.day, day]));
    return rows.flatMap(({ correction }): [string, BarInput][] => {
      const day = byName.get(correction.day);
      if (!day || correction.leave) return [];
      const next = days.find(({ start }) => start === day.end);
      const changes = changesOf(correction);
      const entries = changes.flatMap(({ entryId, old }) => (old ? toBarEntry(entryId, old) : []));
      const requested = changes.flatMap(({ entryId, new: times }) =>
        times ? toBarEntry(entryId, times) : [],
      );
      // Nothing is expected in these bars, so any settings will do.
      return [
        [correction.id, { day, next, entries, requested, settings: SETTINGS_DEFAULTS, isEmployed: false }],
      ];
    });
  }, [rows, days]);
  const { bars, axis } = useBars(useMemo(() => inputs.map(([, input]) => input), [inputs]));
  const byId = useMemo(
    () => new Map<string, DayBar | undefined>(inputs.map(([id], at) => [id, bars[at]])),
    [inputs, bars],
  );
  return { byId, axis };
}
