/** A person's days, a bar a row. */
import { say } from '#texts/say';
import { PenLine, Pencil, Plus, StickyNote } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { PersonChange } from '#contract/people/employees';
import { toEpochMs } from '#contract/wire';
import type { DayBar as Bar } from '#domain/day/day-bar';
import { isEndMissing } from '#domain/entry/time-entry';
import { formatDate, formatTime } from '#domain/time/format';
import type { Day } from '#domain/time/units';
import { weekdayName } from '#domain/time/weekday';
import { weekOf, type DayRange } from '#domain/time/workplace-day';
import { AdminCorrectionMark } from '#web/corrections/admin-lock.tsx';
import { CorrectionDialog, lockReason, toLockInput } from '#web/corrections/correct.tsx';
import { EntryTimes } from '#web/corrections/entry-times.tsx';
import { WorkedOnLeave } from '#web/leave/worked-on-leave.tsx';
import { changeTexts, daysOfPerson, type DayRow, type PersonDay } from '#web/people/person-view.ts';
import type { ShownPerson } from '#web/people/use-person.ts';
import { authState } from '#web/session/auth.ts';
import { AxisHours, AxisScope } from '#web/timeline/axis.tsx';
import { DayBar } from '#web/timeline/day-bar.tsx';
import { BarFigures } from '#web/timeline/figures.tsx';
import type { BarEdit, MovedEntry } from '#web/timeline/handles.tsx';
import { useBars } from '#web/timeline/use-bars.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';

export function usePersonBars({ view, entries, today }: ShownPerson, { first, last }: DayRange) {
  const days = useMemo(
    () => daysOfPerson(view, entries, { first, last }, today.day),
    [view, entries, first, last, today.day],
  );
  return { days, ...useBars(useMemo(() => days.map(({ bar }) => bar), [days])) };
}

/** `at` is the id of the entry; null adds a new entry. */
type Correcting = { readonly day: Day; readonly at: string | null; readonly moved?: readonly MovedEntry[] };

interface BarsProps {
  of: ReturnType<typeof usePersonBars>;
  shown: ShownPerson;
  label: string;
  /** True where the days can be corrected. */
  canEdit?: boolean;
}

/** Figures have a fixed width, so that all bars are on one axis. On phones they stand below the bar. */
const GRID =
  'grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-3 sm:grid-cols-[3.5rem_minmax(0,1fr)_8rem]';
const GRID_WITH_ACTIONS =
  'grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-3 sm:grid-cols-[4rem_minmax(0,1fr)_8rem_3.5rem]';

export function PersonBars({ of: { days, bars, axis }, shown, label, canEdit = false }: BarsProps) {
  const { view, zone, today } = shown;
  const [correcting, setCorrecting] = useState<Correcting | null>(null);
  const open = useCallback(
    (bar: Bar) => setCorrecting({ day: bar.day.day, at: bar.entries[0]?.id ?? null }),
    [],
  );
  const edit = useMemo<BarEdit>(
    () => ({ onMove: (day, moved) => setCorrecting({ day, at: moved.entryId, moved: [moved] }) }),
    [],
  );
  const isOwn = view.user.id === authState().user?.id;
  const grid = canEdit ? GRID_WITH_ACTIONS : GRID;
  const weekAt = (index: number) =>
    days[index] && weekOf(days[index].day.day, view.settings.firstWeekday).first;
  const isWeekStart = (index: number) => index > 0 && weekAt(index) !== weekAt(index - 1);
  return (
    <AxisScope axis={axis} today={today}>
      <div aria-hidden className={grid}>
        <span className="col-start-2 max-sm:col-span-2">
          <AxisHours axis={axis} />
        </span>
      </div>
      <ol aria-label={label}>
        {days.map((day, index) => {
          const bar = bars[index];
          const isOpen =
            canEdit && lockReason(toLockInput(day.day.day, { ...view, today: today.day, zone })) === null;
          return (
            bar && (
              <li
                key={day.day.day}
                className={classes(
                  grid,
                  'group/day rounded-sm py-1 pointer-fine:hover:bg-page',
                  isWeekStart(index) && 'mt-2 border-t border-line pt-2',
                )}
              >
                <DayName of={day} isToday={day.day.day === today.day} />
                <div className="flex max-sm:col-span-2">
                  <DayBar
                    bar={bar}
                    axis={axis}
                    zone={zone}
                    isToday={day.day.day === today.day}
                    isLocked={canEdit && !isOpen}
                    onOpen={isOpen ? open : undefined}
                    edit={isOpen ? edit : undefined}
                  />
                </div>
                <span className="text-sm max-sm:col-start-3 max-sm:row-start-2 max-sm:self-start">
                  <BarFigures bar={bar} />
                </span>
                {isOpen && <DayActions of={day} zone={zone} onCorrect={setCorrecting} />}
                <DayTimes of={day} shown={shown} />
                <DayChanges of={day} shown={shown} />
              </li>
            )
          );
        })}
      </ol>
      {correcting && (
        <CorrectionDialog
          {...correcting}
          zone={zone}
          entries={days
            .filter(({ day }) => day.day === correcting.day)
            .flatMap(({ rows }) => rows.flatMap(({ row }) => row.entry ?? []))}
          purpose={isOwn ? { kind: 'ask' } : { kind: 'make', person: view.user }}
          onDone={() => setCorrecting(null)}
        />
      )}
    </AxisScope>
  );
}

const DayName = ({ of: { day }, isToday }: { of: PersonDay; isToday: boolean }) => (
  <p className={classes('text-sm whitespace-nowrap tabular-nums', isToday && 'font-semibold text-accent')}>
    <span className={isToday ? '' : 'text-muted'}>{weekdayName(day.weekday)}</span> {Number(day.day.slice(8))}
    {isToday && <span className="sr-only">{say('day.today')}</span>}
  </p>
);

interface ActionsProps {
  of: PersonDay;
  zone: string;
  onCorrect: (correcting: Correcting) => void;
}

/** Shown at the row that is pointed at or has the focus. On phones a tap on the bar opens the same form. */
function DayActions({ of: { day, rows }, zone, onCorrect }: ActionsProps) {
  const entry = rows.find(({ row }) => row.entry)?.row.entry;
  const date = formatDate(day.day, zone);
  const action = (label: string, icon: ReactNode, at: string | null) => (
    <Button
      look="quiet"
      size="line"
      className="mx-0 min-w-6"
      aria-haspopup="dialog"
      aria-label={label}
      title={label}
      icon={icon}
      onClick={() => onCorrect({ day: day.day, at })}
    />
  );
  return (
    <span className="flex justify-end gap-1 group-focus-within/day:opacity-100 group-hover/day:opacity-100 max-sm:hidden pointer-fine:opacity-0">
      {entry && action(say('person.correctDay', { day: date }), <Pencil size={16} />, entry.id)}
      {action(say('timesheet.addOn', { day: date }), <Plus size={16} />, null)}
    </span>
  );
}

const isUnusual = ({ row, isLate }: DayRow): boolean =>
  isLate ||
  row.corrections.length > 0 ||
  row.entry === null ||
  row.entry.notes !== '' ||
  isEndMissing(row.entry);

interface DayProps {
  of: PersonDay;
  shown: ShownPerson;
}

/** Times with marks and notes. On phones also those of usual entries, since nothing can be pointed at. */
const DayTimes = ({ of: { rows }, shown: { zone } }: DayProps) => (
  <div className="col-start-2 grid gap-1 text-xs max-sm:row-start-2 max-sm:py-0.5 sm:col-end-4">
    {rows.map(({ row, isLate }) => (
      <EntryTimes
        key={row.id}
        row={row}
        zone={zone}
        isLate={isLate}
        className={classes(row.entry ? '' : 'text-muted', !isUnusual({ row, isLate }) && 'sm:hidden')}
      >
        <AdminCorrectionMark corrections={row.corrections} zone={zone} />
        {row.entry && row.entry.notes !== '' && (
          <p className="flex min-w-0 gap-1.5 text-muted">
            <StickyNote size={14} className="mt-px shrink-0" />
            <span className="min-w-0 wrap-anywhere whitespace-pre-line">{row.entry.notes}</span>
          </p>
        )}
      </EntryTimes>
    ))}
  </div>
);

function DayChanges({ of: { day, rows, changes }, shown }: DayProps) {
  const { zone, view } = shown;
  const entries = rows.flatMap(({ row }) => row.entry ?? []);
  // Leave out the changes of shown entries: each entry lists its own changes.
  const others = changes.filter(({ entryId }) => !shown.entries.some(({ id }) => id === entryId));
  return (
    <div className="col-start-2 col-end-4 grid gap-1 text-xs empty:hidden">
      {entries.length > 0 && day.leave && (
        <WorkedOnLeave day={day} entries={entries} settings={view.settings} person={view.user} />
      )}
      {others.map((change) => (
        <PersonChangeLine key={change.n} change={change} zone={zone} of={view.user.id} />
      ))}
    </div>
  );
}

const PersonChangeLine = ({ change, zone, of }: { change: PersonChange; zone: string; of: string }) => (
  <p className="flex gap-1.5 text-muted">
    <PenLine size={14} className="mt-px shrink-0" />
    <span className="min-w-0 wrap-anywhere">
      <span className="tabular-nums">{formatTime(toEpochMs(change.at), zone)}</span>{' '}
      {changeTexts(change).join(', ')}
      {change.by && change.by.id !== of && ` (${change.by.name})`}
    </span>
  </p>
);
