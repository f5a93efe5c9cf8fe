import { dayLeaveText } from '#domain/leave/leave';
import { PenLine, Pencil, Plus, StickyNote } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import type { PersonChange } from '#contract/people/employees';
import { toEpochMs } from '#contract/wire';
import { formatDate, formatTime } from '#domain/time/format';
import { formatDuration, MS_PER_MINUTE, type Day } from '#domain/time/units';
import { END_MISSING, isEndMissing, type TimeEntry, totalWorkedMs } from '#domain/entry/time-entry';
import { addDays } from '#domain/time/workplace-day';
import { CorrectionDialog } from '#web/corrections/correct.tsx';
import { EntryBreaks, EntryTimes } from '#web/corrections/entry-times.tsx';
import { WorkedOnLeave } from '#web/leave/worked-on-leave.tsx';
import { AdminLock, AdminCorrectionMark } from '#web/corrections/admin-lock.tsx';
import { authState } from '#web/session/auth.ts';
import { LiveText } from '#web/time/use-now.tsx';
import { weekdayName } from '#domain/time/weekday';
import { Button } from '#web/ui/button.tsx';
import { changeTexts, type DayRow, type PersonDay } from '#web/people/person-view.ts';
import type { ShownPerson } from '#web/people/use-person.ts';

/** `at` is the id of the entry; null adds a new entry. */
type Correcting = { readonly day: Day; readonly at: string | null };

export function PersonDays({ shown }: { shown: ShownPerson }) {
  const [correcting, setCorrecting] = useState<Correcting | null>(null);
  const { days, view, zone } = shown;
  const { user } = view;
  const isOwn = user.id === authState().user?.id;
  return days.length === 0 ? (
    <p className="text-sm text-muted">No activity in the last 14 days.</p>
  ) : (
    <>
      <ol className="divide-y divide-line border-y border-line">
        {days.map((day) => (
          <PersonDayItem key={day.day.day} of={day} shown={shown} onCorrect={setCorrecting} />
        ))}
      </ol>
      {correcting && (
        <CorrectionDialog
          day={correcting.day}
          zone={zone}
          entries={days
            .filter(({ day }) => day.day === correcting.day)
            .flatMap(({ rows }) => rows.flatMap(({ row }) => row.entry ?? []))}
          at={correcting.at}
          purpose={isOwn ? { kind: 'ask' } : { kind: 'make', person: user }}
          onDone={() => setCorrecting(null)}
        />
      )}
    </>
  );
}

interface DayProps {
  of: PersonDay;
  shown: ShownPerson;
  onCorrect: (correcting: Correcting) => void;
}

function PersonDayItem({ of: { day, rows, changes }, shown, onCorrect }: DayProps) {
  const { today, zone, view } = shown;
  const earliest = addDays(today.day, -view.settings.correctionDays);
  const entries = rows.flatMap(({ row }) => row.entry ?? []);
  const [first] = entries;
  const dayName = formatDate(day.day, zone);
  // Leave out the changes of shown entries: each entry lists its own changes.
  const otherChanges = changes.filter(({ entryId }) => !shown.entries.some(({ id }) => id === entryId));
  return (
    <li className="grid grid-cols-[5.75rem_minmax(0,1fr)_auto] gap-x-3 py-2 text-sm">
      <p>
        <span className="block font-semibold">
          {day.day === today.day ? 'Today' : weekdayName(day.weekday)}
        </span>
        <span className="block text-xs whitespace-nowrap text-muted tabular-nums">{dayName}</span>
      </p>
      <div className="grid content-start gap-1">
        {rows.length === 0 && view.user.role === 'employee' && (
          <p className="text-muted">
            {day.leave
              ? dayLeaveText(day.leave)
              : (day.holiday?.name ?? (day.day === today.day ? 'Not clocked in today' : 'No entry'))}
          </p>
        )}
        {rows.map((row) => (
          <DayEntry key={row.row.id} of={row} shown={shown} />
        ))}
        {entries.length > 0 && day.leave && (
          <WorkedOnLeave day={day} entries={entries} settings={view.settings} person={view.user} />
        )}
        {otherChanges.map((change) => (
          <PersonChangeLine key={change.n} change={change} zone={zone} of={view.user.id} />
        ))}
        <AdminLock of={[day.day, view.closed, earliest, zone]}>
          <p className="flex flex-wrap gap-x-3">
            {first && (
              <DayButton
                icon={<Pencil size={12} />}
                onClick={() => onCorrect({ day: day.day, at: first.id })}
              >
                Correct<span className="sr-only"> {dayName}</span>
              </DayButton>
            )}
            <DayButton icon={<Plus size={12} />} onClick={() => onCorrect({ day: day.day, at: null })}>
              Add entry<span className="sr-only"> on {dayName}</span>
            </DayButton>
          </p>
        </AdminLock>
      </div>
      {entries.length > 0 && (
        <p className="text-right font-semibold whitespace-nowrap tabular-nums">
          <WorkedTime entries={entries} />
        </p>
      )}
    </li>
  );
}

const DayButton = (props: ComponentProps<typeof Button>) => (
  <Button look="quiet" size="line" aria-haspopup="dialog" {...props} />
);

/** Shows the hours worked on the day. An entry left open adds nothing. */
function WorkedTime({ entries }: { entries: readonly TimeEntry[] }) {
  if (entries.every(isEndMissing)) return <span className="text-warning">{END_MISSING}</span>;
  return <LiveText of={(now) => formatDuration(totalWorkedMs(entries, now) / MS_PER_MINUTE)} />;
}

function DayEntry({ of: { row, isLate }, shown: { zone } }: { of: DayRow; shown: ShownPerson }) {
  const { entry } = row;
  return (
    <div className={entry ? '' : 'text-muted'}>
      <EntryTimes row={row} zone={zone} isLate={isLate}>
        <AdminCorrectionMark corrections={row.corrections} zone={zone} />
      </EntryTimes>
      <div className="text-xs">
        <EntryBreaks row={row} zone={zone} format={formatDuration} />
      </div>
      {entry && entry.notes !== '' && (
        <p className="flex gap-1.5 text-xs text-muted">
          <StickyNote size={14} className="mt-px shrink-0" />
          <span className="min-w-0 wrap-anywhere whitespace-pre-line">{entry.notes}</span>
        </p>
      )}
    </div>
  );
}

const PersonChangeLine = ({ change, zone, of }: { change: PersonChange; zone: string; of: string }) => (
  <p className="flex gap-1.5 text-xs text-muted">
    <PenLine size={14} className="mt-px shrink-0" />
    <span className="min-w-0 wrap-anywhere">
      <span className="tabular-nums">{formatTime(toEpochMs(change.at), zone)}</span>{' '}
      {changeTexts(change).join(', ')}
      {change.by && change.by.id !== of && ` (${change.by.name})`}
    </span>
  </p>
);
