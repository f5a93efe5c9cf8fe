/** spec §2 Clock widget. Each state takes the same room, so that nothing moves at a punch. */
import { say } from '#texts/say';
import { useState, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Coffee, LogIn, LogOut, Play } from 'lucide-react';
import { Notes, NOTES_MAX } from '#contract/fields';
import { formatMinute, formatTime } from '#domain/time/format';
import { expectedOn, type Expected } from '#domain/expected/expected';
import type { Punch, WorkStatus } from '#domain/entry/time-entry';
import { dayLeaveText } from '#domain/leave/leave';
import { breakHintText } from '#domain/day/overtime';
import { formatDuration } from '#domain/time/units';
import { addDays, dayContaining, minuteOfDayAt } from '#domain/time/workplace-day';
import { LiveText, useNow } from '#web/time/use-now.tsx';
import { Card } from '#web/ui/card.tsx';
import { classes } from '#web/ui/classes.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { Button } from '#web/ui/button.tsx';
import { ActiveSession, DoneFace, WallClockFace, WallClockLine } from './clock-face.tsx';
import { finishedDay, isShiftDone, weekendWarnings, type Clock } from './clock-view.ts';
import { PunchFailure, StatusBand } from './status-band.tsx';
import { usePunch, type PunchControls } from './use-punch.ts';
import { buttonsOf, PUNCH_WORDS } from './punch.ts';

/** Compare the times that two zones show, not their names: one zone can have several names. */
const deviceZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function ClockWidget({ clock }: { clock: Clock }) {
  const { zone, status, current } = clock;
  const punching = usePunch(clock);
  // The field has no limit, so that a long pasted text is not cut silently. `press` checks the length.
  const [notes, setNotes] = useState('');
  const [error, setError] = useState<string | undefined>();

  const isElsewhere = useNow((now) => formatTime(now, zone) !== formatTime(now, deviceZone));

  const press = (punch: Punch) => {
    if (punch !== 'clock_in') return punching.press(punch);
    const found = Notes.safeParse(notes).error?.issues[0]?.message;
    setError(found);
    if (found === undefined) punching.press(punch, notes);
  };
  // Clears the notes after the clock-in, so that the next entry starts without notes.
  const recorded = status !== 'clocked-out' && punching.state.phase !== 'pending' && notes !== '';
  if (recorded) setNotes('');

  const wall = { zone, isElsewhere };
  const lastingWarnings = current ? weekendWarnings(current.clockIn, clock) : [];
  const done = finishedDay(clock);
  const isDone = useNow((now) => isShiftDone(clock, now));
  return (
    <section id="time-clock" aria-label={say('clock.label')} className="relative">
      <PunchFailure {...punching} />
      <Card className="overflow-clip">
        <StatusBand clock={clock} punching={punching} lastingWarnings={lastingWarnings} />
        <div className="px-4 pt-3 pb-3 sm:px-6 sm:pb-4">
          <div
            className={classes(
              'mb-1 flex flex-col',
              isElsewhere ? 'min-h-49 tall:min-h-55' : 'min-h-45 tall:min-h-51',
            )}
          >
            {current ? (
              <>
                <ActiveSession clock={clock} entry={current} warning={lastingWarnings.join(' ')} />
                <WallClockLine {...wall} />
              </>
            ) : (
              <>
                {done?.isOfToday ? (
                  <DoneFace {...wall} worked={done.worked} isDone={isDone} />
                ) : (
                  <WallClockFace {...wall} />
                )}
                <div className="mt-1">
                  <TextArea
                    label={say('field.notes')}
                    placeholder={say('clock.notesPlaceholder')}
                    isFixed
                    // The field is lower if there is an error, since the message below it needs the room.
                    className={classes('h-11', error === undefined ? 'tall:h-17' : 'tall:h-12')}
                    value={notes}
                    error={error}
                    onChange={(text) => {
                      setNotes(text);
                      setError(undefined);
                    }}
                    aside={
                      <span
                        className={classes(
                          'text-xs tabular-nums',
                          notes.length > NOTES_MAX ? 'font-semibold text-danger' : 'text-muted',
                        )}
                      >
                        {notes === ''
                          ? say('field.optional')
                          : say('field.lengthOf', { count: notes.length, most: NOTES_MAX })}
                      </span>
                    }
                  />
                </div>
              </>
            )}
          </div>
          <PunchButtons
            status={punching.status}
            isDone={isDone && done?.isOfToday === true}
            punching={punching}
            onPress={press}
          >
            {(startBreak) => <ShiftBox clock={clock} startBreak={startBreak} />}
          </PunchButtons>
        </div>
      </Card>
    </section>
  );
}

function shiftText({ start, end, holiday, leave, minutes, due }: Expected): string {
  if (leave && due === 0) return say('day.onLeave');
  if (minutes > 0 && start !== undefined && end !== undefined)
    return `${formatMinute(start)} - ${formatMinute(end)}`;
  if (minutes > 0) return say('day.anyTime', { duration: formatDuration(minutes) });
  return holiday ?? say('day.off');
}

/** 'Today's Shift' with the break line (spec §2), or 'Today' on a day without a shift. Reserves the break button's place, so that nothing moves. */
function ShiftBox({ clock, startBreak }: { clock: Clock; startBreak: ReactNode }) {
  const { settings } = clock.view;
  const today = clock.days.find(({ day }) => day === clock.today);
  const shown = today && expectedOn(today, settings);
  const line = (now: number) => {
    const day = dayContaining(now, clock.days);
    if (shown?.leave) return dayLeaveText(shown.leave);
    if (shown?.minutes === 0) return shown.holiday ? say('day.publicHoliday') : (shown.schedule ?? '');
    return day ? breakHintText(expectedOn(day, settings).pause, minuteOfDayAt(now, day)) : '';
  };
  const title = shown && shown.due === 0 ? say('day.today') : say('clock.todaysShift');
  const tomorrow = clock.days.find(({ day }) => day === addDays(clock.today, 1));
  return (
    <section
      aria-label={title}
      className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line pt-3"
    >
      <div className="text-sm tabular-nums">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-base font-semibold">{shown && shiftText(shown)}</p>
        <p className="text-xs text-balance text-muted max-sm:min-h-8">
          <LiveText of={line} />
        </p>
        {tomorrow && (tomorrow.schedule || tomorrow.holiday || tomorrow.leave) && (
          <p className="text-xs text-muted">
            {say('clock.tomorrow', { shift: shiftText(expectedOn(tomorrow, settings)) })}
          </p>
        )}
      </div>
      <div className="w-38 max-[22rem]:w-31">{startBreak}</div>
    </section>
  );
}

const ICONS: Readonly<Record<Punch, typeof Play>> = {
  clock_in: LogIn,
  break_start: Coffee,
  break_end: Play,
  clock_out: LogOut,
};

interface PunchButtonsProps {
  status: WorkStatus;
  /** True if the person has finished work for today. Clock In then looks less prominent. */
  isDone: boolean;
  punching: PunchControls;
  onPress: (punch: Punch) => void;
  /** Places the second button, which is null if the status offers only one punch. */
  children: (other: ReactNode) => ReactNode;
}

/** The main button is the same element in each status, so that it keeps the focus when its label changes. */
function PunchButtons({ status, isDone, punching, onPress, children }: PunchButtonsProps) {
  const { state, blockedPunch } = punching;
  const main = useRef<HTMLButtonElement>(null);
  const other = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  const places = buttonsOf(status);
  const pending = state.phase === 'pending' ? state.press.punch : null;

  useLayoutEffect(() => {
    // If Start Break had the keyboard focus and disappears, the main button gets the focus.
    if (hadFocus.current && places.other === null) main.current?.focus();
    hadFocus.current = false;
  }, [places.other]);

  const button = (punch: Punch, at: typeof main, look: 'primary' | 'secondary' | 'ink') => {
    const Icon = ICONS[punch];
    return (
      <Button
        ref={at}
        look={look}
        size={at === main ? 'large' : 'inline'}
        className={classes('w-full', at === other && 'min-h-12 max-[22rem]:text-xs')}
        icon={at === main ? <Icon size={22} /> : <Icon size={18} className="max-sm:hidden" />}
        isBusy={pending === punch}
        isBlocked={pending !== null || blockedPunch === punch}
        onClick={() => {
          hadFocus.current = at === other;
          onPress(punch);
        }}
      >
        {say(PUNCH_WORDS[punch][pending === punch ? 'pending' : 'label'])}
      </Button>
    );
  };

  return (
    <>
      {button(places.main, main, places.main === 'clock_out' ? 'ink' : isDone ? 'secondary' : 'primary')}
      {children(places.other !== null && button(places.other, other, 'secondary'))}
    </>
  );
}
