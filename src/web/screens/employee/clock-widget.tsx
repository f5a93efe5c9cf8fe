/**
 * spec §2 Clock widget: state, elapsed time, action, today's shift, in this order. What each state shows takes as much
 * room as what the others do, so that nothing moves at a punch.
 */
import { useState } from 'react';
import { Notes } from '#contract/fields';
import { formatTime } from '#domain/format';
import { useNow } from '#web/time/use-now.tsx';
import { Card } from '#web/ui/card.tsx';
import { classes } from '#web/ui/classes.ts';
import { ActiveSession } from './active-session.tsx';
import { DoneFace, WallFace, WallLine } from './clock-face.tsx';
import { dayDone, weekendWarnings, type Clock } from './clock-view.ts';
import { NotesField } from './notes-field.tsx';
import { PunchButtons } from './punch-buttons.tsx';
import { ShiftBox } from './shift-box.tsx';
import { PunchFailure, StatusBand } from './status-band.tsx';
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

  const wall = { zone, isElsewhere };
  const lasting = current ? weekendWarnings(current.clockIn, clock) : [];
  const done = dayDone(clock);
  const isDone = done?.isOfToday === true;
  return (
    <section aria-label="Time clock" className="relative">
      <PunchFailure {...punching} />
      <Card className="overflow-clip">
        <StatusBand clock={clock} punching={punching} lasting={lasting} />
        <div className="px-4 pt-3 pb-3 sm:px-6 sm:pb-4">
          <div
            className={classes(
              'mb-1 flex flex-col',
              isElsewhere ? 'min-h-49 tall:min-h-55' : 'min-h-45 tall:min-h-51',
            )}
          >
            {current ? (
              <>
                <ActiveSession
                  entry={current}
                  zone={zone}
                  today={clock.today}
                  dayMeant={clock.dayMeant}
                  days={clock.days}
                  warning={lasting.join(' ')}
                />
                <WallLine {...wall} />
              </>
            ) : (
              <>
                {isDone ? <DoneFace {...wall} worked={done.worked} /> : <WallFace {...wall} />}
                <div className="mt-1">
                  <NotesField notes={notes} error={error} onEdit={edit} />
                </div>
              </>
            )}
          </div>
          <PunchButtons status={status} isDone={isDone} punching={punching} onPress={press}>
            {(startBreak) => <ShiftBox clock={clock} startBreak={startBreak} />}
          </PunchButtons>
        </div>
      </Card>
    </section>
  );
}
