import { memo } from 'react';
import { formatDate, formatTime } from '#domain/format';
import { formatDuration, type Day } from '#domain/time';
import { openBreak, type TimeEntry } from '#domain/time-entry';
import { breakMinutes, workedMinutes } from '#domain/worked-time';
import { dayContaining, type WorkplaceDay } from '#domain/workplace-day';
import { classes } from '#web/ui/classes.ts';
import { LiveText } from '#web/time/use-now.tsx';

interface ActiveSessionProps {
  entry: TimeEntry;
  zone: string;
  today: Day;
  /** What 'today' means: the entry's day while it is a night shift under way. */
  dayMeant: Day;
  days: readonly WorkplaceDay[];
}

/**
 * Since when, how long without breaks, and what was said at clock-in (spec §2). An entry of an earlier day
 * shows its date [D1.5].
 */
export const ActiveSession = memo(function ActiveSession({
  entry,
  zone,
  today,
  dayMeant,
  days,
}: ActiveSessionProps) {
  const pause = openBreak(entry);
  const day = dayContaining(entry.clockIn, days)?.day;
  const isOfToday = day === today;
  const isNightShift = !isOfToday && day === dayMeant;
  return (
    <section aria-label="Active Session" className="rounded-md bg-sunken p-3">
      <div className="flex justify-between gap-4 text-xs font-semibold">
        <h2 className="text-muted">Active Session</h2>
        {pause && (
          <p className="text-warning tabular-nums">
            On break for <LiveText of={(now) => formatDuration(breakMinutes(pause, now))} />
          </p>
        )}
      </div>
      <dl className="mt-1 flex justify-between gap-4">
        <div>
          <dt className="text-xs text-muted">Started</dt>
          <dd className="text-lg font-semibold tabular-nums">
            {formatTime(entry.clockIn, zone)}
            {!isOfToday && (
              <span className={classes('block text-sm', isNightShift ? 'text-muted' : 'text-warning')}>
                {formatDate(entry.clockIn, zone)}
              </span>
            )}
          </dd>
        </div>
        <div className="text-right">
          <dt className="text-xs text-muted">Total duration</dt>
          <dd className="text-lg font-semibold tabular-nums">
            <LiveText of={(now) => formatDuration(workedMinutes(entry, now))} />
          </dd>
        </div>
      </dl>
      {isNightShift && (
        <p className="mt-1 text-sm text-muted">
          A night shift: until you clock out, today means {formatDate(dayMeant, zone)}.
        </p>
      )}
      {!isOfToday && !isNightShift && (
        <p className="mt-1 text-sm text-warning">
          Open since an earlier day. If you forgot to clock out, do it now; an administrator can correct the
          time.
        </p>
      )}
      {entry.notes !== '' && (
        <p
          role="group"
          aria-label="Notes of this session"
          tabIndex={0}
          className="mt-1 max-h-20 overflow-y-auto rounded-sm text-sm wrap-anywhere whitespace-pre-line text-muted"
        >
          {entry.notes}
        </p>
      )}
    </section>
  );
});
