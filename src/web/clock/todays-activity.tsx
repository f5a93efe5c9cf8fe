import { say } from '#texts/say';
import { Clock as ClockIcon, MapPin, Monitor, StickyNote } from 'lucide-react';
import { memo } from 'react';
import { isInexactLocation } from '#domain/entry/location';
import { formatDate } from '#domain/time/format';
import { type Day, MS_PER_MINUTE } from '#domain/time/units';
import { type TimeEntry, isRunning, totalWorkedMs, workedMinutes } from '#domain/entry/time-entry';
import type { ClosedPeriods } from '#contract/corrections/corrections';
import type { CorrectedRow } from '#contract/corrections/rows';
import { EntryBreaks, EntryTimes } from '#web/corrections/entry-times.tsx';
import { spanText } from '#web/corrections/span-text.ts';
import { SecondsLine, EntryPlace, useSecondsToggle } from '#web/frame/seconds.tsx';
import { LiveText } from '#web/time/use-now.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { type Clock, closedTodayRows } from './clock-view.ts';
import { CorrectButton } from '#web/corrections/correct.tsx';
import type { TimesheetTableProps } from './timesheet/timesheet-table.tsx';
import { MyCorrectionMark, useCorrectionDialog } from '#web/corrections/use-correcting.tsx';
import { usePreference } from '#web/browser/preferences.ts';
import { useLanguage } from '#web/browser/language.ts';
import { Button } from '#web/ui/button.tsx';

/** Asks after a clock-out whether the hours are right, until the person replies. */
function HoursRightQuestion({ entryId, onCorrect }: { entryId: string; onCorrect: () => void }) {
  const [answered, answer] = usePreference('hours-right');
  if (answered === entryId) return null;
  return (
    <div
      role="group"
      aria-label={say('todays.isThisRight')}
      className="mt-2 flex flex-wrap items-center gap-x-2 rounded-md bg-sunken py-1 pe-1 ps-3 text-sm"
    >
      <p className="grow">{say('todays.isThisRight')}</p>
      <Button look="quiet" size="small" onClick={() => answer(entryId)}>
        {say('common.yes')}
      </Button>
      <Button look="quiet" size="small" aria-haspopup="dialog" onClick={onCorrect}>
        {say('todays.changeIt')}
      </Button>
    </div>
  );
}

export const TodaysActivity = memo(function TodaysActivity({ clock }: { clock: Clock }) {
  useLanguage();
  const { shownDayEntries, shownDayRows: rows, zone, current, shownDay, status } = clock;
  const { closed } = clock.view;
  const ended = closedTodayRows(clock);
  const seconds = useSecondsToggle();
  const { correct, dialog } = useCorrectionDialog([{ day: shownDay, entries: shownDayEntries }], zone);
  const last = rows[0];
  const asked =
    status === 'clocked-out' && last?.kind === 'counts' && last.corrections.length === 0 ? last.id : null;
  return (
    <TitledCard
      title={say('todays.title')}
      aside={
        shownDay !== clock.today && (
          <p className="text-sm text-muted">
            {say('todays.nightShift', { day: formatDate(shownDay, zone) })}
          </p>
        )
      }
    >
      {rows.length === 0 ? (
        <Empty
          isSmall
          icon={<ClockIcon size={24} />}
          title={
            current
              ? say('todays.openSince', { date: formatDate(current.clockIn, zone) })
              : say('todays.none')
          }
        >
          {current ? say('clock.countsAfterOut') : say('todays.start')}
        </Empty>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {rows.map((row) => (
            <ActivityEntry
              key={row.id}
              row={row}
              day={shownDay}
              isAsked={row.id === asked}
              zone={zone}
              closed={closed}
              format={seconds.format}
              onCorrect={correct}
            />
          ))}
        </ul>
      )}
      {shownDayEntries.length > 1 && (
        <SecondsLine
          seconds={seconds}
          rows={(now) => shownDayEntries.map((entry) => workedMinutes(entry, now))}
          total={(now) => totalWorkedMs(shownDayEntries, now) / MS_PER_MINUTE}
        />
      )}
      {ended.length > 0 && (
        <section aria-label={say('todays.stated')} className="mt-4 border-t border-line pt-3">
          {ended.map(({ id, times, corrections }) => (
            <p key={id} className="font-semibold tabular-nums">
              {say('todays.endedEntry', {
                date: formatDate(times.clockIn, zone),
                span: spanText(times, zone),
              })}{' '}
              <MyCorrectionMark corrections={corrections} closed={closed} zone={zone} />
            </p>
          ))}
        </section>
      )}
      {dialog}
    </TitledCard>
  );
});

interface EntryProps extends Pick<TimesheetTableProps, 'format' | 'onCorrect'> {
  zone: string;
  closed: ClosedPeriods;
  row: CorrectedRow;
  day: Day;
  isAsked: boolean;
}

const ActivityEntry = memo(function Entry({
  row,
  day,
  isAsked,
  zone,
  closed,
  format,
  onCorrect,
}: EntryProps) {
  useLanguage();
  const { entry, corrections } = row;
  const open = () => onCorrect(day, row.id);
  return (
    <li className="py-3 last:pb-0">
      <EntryTimes row={row} zone={zone} className={entry ? 'font-semibold' : 'text-muted'}>
        {entry && isRunning(entry) && <Badge tone="success">{say('entry.active')}</Badge>}
        {entry && <CorrectButton entry={entry} zone={zone} onCorrect={open} />}
        <MyCorrectionMark corrections={corrections} closed={closed} zone={zone} />
        {entry && (
          <p className="ms-auto">
            <LiveText of={(now) => format(workedMinutes(entry, now))} />
          </p>
        )}
      </EntryTimes>
      <div className="mt-2 text-sm empty:hidden">
        <EntryBreaks row={row} zone={zone} format={format} />
      </div>
      {entry && <EntryDetails entry={entry} />}
      {isAsked && <HoursRightQuestion entryId={row.id} onCorrect={open} />}
    </li>
  );
});

const EntryDetails = ({ entry }: { entry: TimeEntry }) => (
  <>
    {entry.notes !== '' && (
      <p className="mt-2 flex gap-2 text-sm text-muted">
        <StickyNote size={16} className="mt-0.5 shrink-0" />
        <span className="min-w-0 wrap-anywhere whitespace-pre-line">{entry.notes}</span>
      </p>
    )}
    <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      <span className="flex items-center gap-2">
        <Monitor size={16} />
        {say('entry.ipAddress', { address: entry.ipAddress })}
      </span>
      <EntryPlace entry={entry} />
      {entry.location !== null && (
        <span className="flex items-center gap-2">
          <MapPin size={16} />
          {isInexactLocation(entry) ? say('entry.inexactLocation') : say('clock.locationRecorded')}
        </span>
      )}
    </p>
  </>
);
