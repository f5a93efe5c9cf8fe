/** spec §2 Clock widget: state, elapsed time, action, today's shift, in this order. */
import { useState } from 'react';
import { Notes } from '#contract/fields';
import { formatFullDate, formatTime } from '#domain/format';
import { LiveText, useNow } from '#web/time/use-now.tsx';
import { StatusBadge } from '#web/frame/status-badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { ActiveSession } from './active-session.tsx';
import { weekendWarnings, type Clock } from './clock-view.ts';
import { NotesField } from './notes-field.tsx';
import { Outcome } from './outcome.tsx';
import { PunchButtons } from './punch-buttons.tsx';
import { ShiftBox } from './shift-box.tsx';
import { usePunch } from './use-punch.ts';
import type { Punch } from '#domain/time-entry';

/**
 * The workplace's zone is named where this device's shows another time. Names do not tell: one zone may have
 * several.
 */
const deviceZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function ClockWidget({ clock }: { clock: Clock }) {
  const { zone, status, current, view } = clock;
  const punching = usePunch(clock, {
    withLocation: view.settings.requireLocationTracking,
    ipLookupUrl: view.ipLookupUrl,
    warningsAt: (instant) => weekendWarnings(instant, clock),
  });
  const [notes, setNotes] = useState('');
  const [error, setError] = useState<string | undefined>();

  const isElsewhere = useNow((now) => formatTime(now, zone) !== formatTime(now, deviceZone));

  const isWarnable = useNow((now) => weekendWarnings(now, clock).length > 0);

  const edit = (text: string) => {
    setNotes(text);
    setError(undefined);
  };
  const press = (punch: Punch) => {
    if (punch !== 'clock_in') return punching.press(punch);
    const found = Notes.safeParse(notes).error?.issues[0]?.message;
    setError(found);
    if (found === undefined) punching.press(punch, notes);
  };
  // What was said at clock-in is in the session now; the next one starts with an empty field.
  const recorded = status !== 'clocked-out' && punching.state.phase !== 'pending' && notes !== '';
  if (recorded) setNotes('');

  return (
    <Card aria-label="Time clock" className="relative z-10 flex flex-col p-4 sm:p-6">
      <div className="flex flex-col items-center gap-1 text-center">
        <p className="text-clock font-semibold tracking-tight tabular-nums">
          <LiveText of={(now) => formatTime(now, zone)} />
        </p>
        <p className="text-muted">
          <LiveText of={(now) => formatFullDate(now, zone)} />
        </p>
        {isElsewhere && <p className="text-xs text-muted">{zone.replaceAll('_', ' ')} time</p>}
        <div className="mt-1">
          <StatusBadge status={status} />
        </div>
      </div>
      <div className="mt-3 mb-4 flex min-h-28 flex-col justify-center">
        {current ? (
          <ActiveSession
            entry={current}
            zone={zone}
            today={clock.today}
            dayMeant={clock.dayMeant}
            days={clock.days}
          />
        ) : (
          <NotesField notes={notes} error={error} onEdit={edit} />
        )}
      </div>
      <PunchButtons status={status} punching={punching} onPress={press} />
      <Outcome
        punching={punching}
        standing={current ? weekendWarnings(current.clockIn, clock) : []}
        isStandingExpected={isWarnable}
      />
      <ShiftBox clock={clock} />
    </Card>
  );
}
