/** spec §2 Today's Activity. */
import { Coffee, Globe, History, MapPin, StickyNote } from 'lucide-react';
import { memo } from 'react';
import { isInexactLocation } from '#domain/location';
import { formatDate, formatTime } from '#domain/format';
import { formatStartAndEnd } from '#domain/repeated-time';
import { MS_PER_MINUTE, type Minutes } from '#domain/time';
import { isRunning, isSetAside, SET_ASIDE, type Break, type TimeEntry } from '#domain/time-entry';
import { breakMinutes, isExtendedBreak, totalWorkedMs, workedMinutes } from '#domain/worked-time';
import { ClosedNote, ClosedToday } from '#web/frame/closed-note.tsx';
import { ServerSaw } from '#web/frame/server-saw.tsx';
import { SecondsLine, useSeconds } from '#web/frame/seconds.tsx';
import { LiveText, useNow } from '#web/time/use-now.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { OtherDate } from '#web/time/other-date.tsx';
import { closedToday, type Clock } from './clock-view.ts';

export const TodaysActivity = memo(function TodaysActivity({
  clock: { todays, zone, current, ...clock },
}: {
  clock: Clock;
}) {
  const seconds = useSeconds();
  return (
    <Card aria-labelledby="todays-activity" className="p-4 sm:p-6">
      <CardTitle
        id="todays-activity"
        aside={
          clock.dayMeant !== clock.today && (
            <p className="text-sm text-muted">Night shift of {formatDate(clock.dayMeant, zone)}</p>
          )
        }
      >
        Today's Activity
      </CardTitle>
      {todays.length === 0 ? (
        <Empty isSmall icon={<History size={24} />} title="No activity recorded today">
          {current
            ? `Your session of ${formatDate(current.clockIn, zone)} is still open.`
            : 'Start your workday by clocking in!'}
        </Empty>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {todays.map((entry) => (
            <Entry key={entry.id} entry={entry} zone={zone} format={seconds.format} />
          ))}
        </ul>
      )}
      {todays.length > 1 && (
        <SecondsLine
          seconds={seconds}
          rows={(now) => todays.map((entry) => workedMinutes(entry, now))}
          total={(now) => totalWorkedMs(todays, now) / MS_PER_MINUTE}
        />
      )}
      <ClosedToday entries={closedToday({ ...clock, todays })} zone={zone} />
    </Card>
  );
});

const Entry = memo(function Entry({
  entry,
  zone,
  format,
}: {
  entry: TimeEntry;
  zone: string;
  /** Writes a duration. */
  format: (minutes: Minutes) => string;
}) {
  const [clockIn, clockOut] = formatStartAndEnd(entry.clockIn, entry.clockOut ?? entry.clockIn, zone);
  return (
    <li className="py-3 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-semibold tabular-nums">
          <span className="sr-only">Clock in </span>
          {clockIn} -{' '}
          {isSetAside(entry) ? (
            <span className="text-warning">{SET_ASIDE}</span>
          ) : entry.clockOut === null ? (
            'now'
          ) : (
            <>
              <span className="sr-only">Clock out </span>
              {clockOut}
              <OtherDate of={entry.clockOut} than={entry.clockIn} zone={zone} />
            </>
          )}
        </p>
        {isRunning(entry) && <Badge tone="success">ACTIVE</Badge>}
        <p className="ml-auto font-semibold tabular-nums">
          <LiveText of={(now) => format(workedMinutes(entry, now))} />
        </p>
      </div>
      {entry.breaks.length > 0 && (
        <ul aria-label="Breaks" className="mt-2 flex flex-col gap-1">
          {entry.breaks.map((pause) => (
            <Pause key={pause.start} pause={pause} zone={zone} format={format} />
          ))}
        </ul>
      )}
      {entry.notes !== '' && (
        <p className="mt-2 flex gap-2 text-sm text-muted">
          <StickyNote aria-hidden size={16} className="mt-0.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere whitespace-pre-line">{entry.notes}</span>
        </p>
      )}
      <ClosedNote entry={entry} zone={zone} />
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        <span className="flex items-center gap-2">
          <Globe aria-hidden size={16} />
          IP: {entry.ipAddress}
        </span>
        <ServerSaw entry={entry} />
        {entry.location !== null && (
          <span className="flex items-center gap-2">
            <MapPin aria-hidden size={16} />
            {isInexactLocation(entry) ? 'Inexact location recorded' : 'Location recorded'}
          </span>
        )}
      </p>
    </li>
  );
});

function Pause({
  pause,
  zone,
  format,
}: {
  pause: Break;
  zone: string;
  format: (minutes: Minutes) => string;
}) {
  const isExtended = useNow((now) => isExtendedBreak(pause, now));
  return (
    <li className="flex items-center gap-2 text-sm text-muted tabular-nums">
      <Coffee aria-hidden size={16} className="shrink-0" />
      <span className="sr-only">Break </span>
      {pause.end === null ? (
        <>
          {formatTime(pause.start, zone)} - <span className="font-semibold text-warning">In progress</span>
        </>
      ) : (
        formatStartAndEnd(pause.start, pause.end, zone).join(' - ')
      )}
      {isExtended && <Badge tone="warning">Extended</Badge>}
      <span className="ml-auto">
        <LiveText of={(now) => format(breakMinutes(pause, now))} />
      </span>
    </li>
  );
}
