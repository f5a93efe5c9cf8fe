/** The last days of somebody: when they were there, and what was changed of them, and by whom. */
import { Coffee, PenLine, StickyNote, TriangleAlert } from 'lucide-react';
import type { PersonChange } from '#contract/employees';
import { toEpochMs } from '#contract/wire';
import { formatDate, formatTime } from '#domain/format';
import { formatStartAndEnd } from '#domain/repeated-time';
import { formatDuration, MS_PER_MINUTE } from '#domain/time';
import { isSetAside, type TimeEntry } from '#domain/time-entry';
import { totalWorkedMs } from '#domain/worked-time';
import { ClosedNote } from '#web/frame/closed-note.tsx';
import { OtherDate } from '#web/time/other-date.tsx';
import { LiveText } from '#web/time/use-now.tsx';
import { weekdayName } from '#web/time/weekday.ts';
import { Badge } from '#web/ui/badge.tsx';
import { changeTexts, type DayEntry, type PersonDay } from './person-view.ts';
import type { Shown } from './use-person.ts';

export const PersonDays = ({ days, shown }: { days: readonly PersonDay[]; shown: Shown }) =>
  days.length === 0 ? (
    <p className="text-sm text-muted">Nothing happened in the last 14 days.</p>
  ) : (
    <ol className="divide-y divide-line border-y border-line">
      {days.map((day) => (
        <Day key={day.day.day} of={day} shown={shown} />
      ))}
    </ol>
  );

function Day({ of: { day, entries, changes }, shown }: { of: PersonDay; shown: Shown }) {
  const { today, zone, view } = shown;
  // A closing is told with its entry where that stands here.
  const told = changes.filter(({ entryId }) => !shown.entries.some(({ id }) => id === entryId));
  return (
    <li className="grid grid-cols-[5.75rem_minmax(0,1fr)_auto] gap-x-3 py-2 text-sm">
      <p>
        <span className="block font-semibold">
          {day.day === today.day ? 'Today' : weekdayName(day.weekday)}
        </span>
        <span className="block text-xs whitespace-nowrap text-muted tabular-nums">
          {formatDate(day.day, zone)}
        </span>
      </p>
      <div className="grid content-start gap-1">
        {entries.length === 0 && view.user.role === 'employee' && (
          <p className="text-muted">{day.day === today.day ? 'Not clocked in today' : 'No entry'}</p>
        )}
        {entries.map((entry) => (
          <Entry key={entry.entry.id} of={entry} shown={shown} />
        ))}
        {told.map((change) => (
          <Change key={change.n} change={change} zone={zone} of={view.user.id} />
        ))}
      </div>
      {entries.length > 0 && (
        <p className="text-right font-semibold whitespace-nowrap tabular-nums">
          <Total entries={entries.map(({ entry }) => entry)} shown={shown} />
        </p>
      )}
    </li>
  );
}

/** Of what was left open nobody knows how long it was. */
function Total({ entries, shown: { state } }: { entries: readonly TimeEntry[]; shown: Shown }) {
  if (entries.some((entry) => isSetAside(entry) || (state.leftOpen !== null && entry === state.entry)))
    return <span className="text-warning">Left open</span>;
  return <LiveText of={(now) => formatDuration(totalWorkedMs(entries, now) / MS_PER_MINUTE)} />;
}

function Entry({ of: { entry, isLate }, shown: { zone, state } }: { of: DayEntry; shown: Shown }) {
  const isLeftOpen = isSetAside(entry) || (entry === state.entry && state.leftOpen !== null);
  const [clockIn, clockOut] = formatStartAndEnd(entry.clockIn, entry.clockOut ?? entry.clockIn, zone);
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2 tabular-nums">
        <span>
          {clockIn} -{' '}
          {entry.clockOut === null ? (
            <span className={isLeftOpen ? 'text-warning' : 'font-semibold text-success'}>
              {isLeftOpen ? 'open' : 'now'}
            </span>
          ) : (
            <>
              {clockOut}
              <OtherDate of={entry.clockOut} than={entry.clockIn} zone={zone} />
            </>
          )}
        </span>
        {isLate && (
          <Badge tone="warning" icon={<TriangleAlert aria-hidden size={12} />}>
            Late
          </Badge>
        )}
      </p>
      {entry.breaks.length > 0 && (
        <p className="flex gap-1.5 text-xs text-muted tabular-nums">
          <Coffee aria-hidden size={14} className="mt-px shrink-0" />
          <span className="sr-only">Breaks </span>
          {entry.breaks
            .map(({ start, end }) =>
              end === null
                ? `${formatTime(start, zone)} - now`
                : formatStartAndEnd(start, end, zone).join(' - '),
            )
            .join(', ')}
        </p>
      )}
      {entry.notes !== '' && (
        <p className="flex gap-1.5 text-xs text-muted">
          <StickyNote aria-hidden size={14} className="mt-px shrink-0" />
          <span className="min-w-0 wrap-anywhere whitespace-pre-line">{entry.notes}</span>
        </p>
      )}
      <ClosedNote entry={entry} zone={zone} />
    </div>
  );
}

const Change = ({ change, zone, of }: { change: PersonChange; zone: string; of: string }) => (
  <p className="flex gap-1.5 text-xs text-muted">
    <PenLine aria-hidden size={14} className="mt-px shrink-0" />
    <span className="min-w-0 wrap-anywhere">
      <span className="tabular-nums">{formatTime(toEpochMs(change.at), zone)}</span>{' '}
      {changeTexts(change).join(', ')}
      {change.by && change.by.id !== of && ` (${change.by.name})`}
    </span>
  </p>
);
