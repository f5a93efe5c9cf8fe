/** What counts on the days of a correction and those beside them. */
import type { CorrectionDetail } from '#contract/corrections';
import { toDomainEntry } from '#contract/wire';
import { formatDate } from '#domain/time/format';
import { formatDuration } from '#domain/time/units';
import type { TimeEntry } from '#domain/entry/time-entry';
import { workedMinutes } from '#domain/entry/worked-time';
import { dayContaining, weekdayOf } from '#domain/time/workplace-day';
import { toEpochMs } from '#contract/wire';
import { spanText } from '#web/corrections/span-text.ts';
import { Section } from '#web/screens/admin/section.tsx';
import { weekdayName } from '#web/time/weekday.ts';
import { classes } from '#web/ui/classes.ts';

export function Neighbours({ detail: { correction, entries, calendar, now } }: { detail: CorrectionDetail }) {
  const zone = calendar.timeZone;
  const its = new Set(correction.items.map(({ entryId }) => entryId));
  const byDay = new Map<string, TimeEntry[]>();
  for (const entry of entries.map(toDomainEntry).toSorted((one, other) => one.clockIn - other.clockIn)) {
    const day = dayContaining(entry.clockIn, calendar.days)?.day ?? formatDate(entry.clockIn, zone);
    byDay.set(day, [...(byDay.get(day) ?? []), entry]);
  }
  return (
    <Section title="Neighbouring days">
      {byDay.size === 0 ? (
        <p className="text-sm text-muted">No entries on these days.</p>
      ) : (
        <ol className="divide-y divide-line border-y border-line text-sm tabular-nums">
          {[...byDay].map(([day, ofDay]) => (
            <li
              key={day}
              className={classes(
                'grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 px-2 py-1.5',
                day === correction.day && 'bg-page font-semibold',
              )}
            >
              <span className={day === correction.day ? '' : 'text-muted'}>
                <span className="inline-block w-9">{weekdayName(weekdayOf(day))}</span>
                {formatDate(day, zone).slice(0, 6)}
              </span>
              <ul>
                {ofDay.map((entry) => (
                  <li key={entry.id} className="flex flex-wrap justify-between gap-x-3">
                    <span>
                      {spanText(entry, zone)}
                      {its.has(entry.id) && <span className="sr-only"> (in this correction)</span>}
                    </span>
                    <span className="font-normal text-muted">
                      {formatDuration(workedMinutes(entry, toEpochMs(now)))}
                    </span>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
