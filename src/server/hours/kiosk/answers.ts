/** Texts that a kiosk shows to a person, in the language of the caller. */
import { say, textTable } from '#texts/say';
import type { KioskAnswer } from '#contract/kiosk/kiosk';
import { toInstantText } from '#contract/wire';
import { offeredPunches, statusOf, type Punch, type TimeEntry } from '#domain/entry/time-entry';
import type { Settings } from '#contract/records';
import { minuteText, type EpochMs } from '#domain/time/units';
import { minuteOfDayAt } from '#domain/time/workplace-day';
import { calendarOf } from '../../platform/calendars.ts';

type Spoken<Outcome extends KioskAnswer['outcome']> = Omit<
  Extract<KioskAnswer, { outcome: Outcome }>,
  'name' | 'language'
>;

/** An answer without name and language. */
export type KioskWords = Spoken<'recorded'> | Spoken<'choose'> | Spoken<'repeated'>;

export const PUNCH_LABEL: Readonly<Record<Punch, string>> = textTable({
  clock_in: 'punch.clockIn',
  break_start: 'punch.breakStart',
  break_end: 'punch.breakEnd',
  clock_out: 'punch.clockOut',
});

export function timeAt(at: EpochMs, settings: Settings): string {
  return minuteText(minuteOfDayAt(at, calendarOf(settings).dayAt(at)), settings.hourFormat);
}

export function recordedTitle(punch: Punch, time: string): string {
  switch (punch) {
    case 'clock_in':
      return say('kioskAnswer.clockedIn', { time });
    case 'break_start':
      return say('punched.breakStarted', { time });
    case 'break_end':
      return say('punched.breakEnded', { time });
    case 'clock_out':
      return say('kioskAnswer.clockedOut', { time });
  }
}

/** @param current the entry that runs */
export function repeatedAnswer(
  current: TimeEntry | undefined,
  at: EpochMs,
  settings: Settings,
): Spoken<'repeated'> {
  const time = timeAt(at, settings);
  const title = (): string => {
    if (!current) return say('kioskAnswer.alreadyOut', { time });
    if (statusOf(current) === 'on-break') return say('kioskAnswer.alreadyOnBreak', { time });
    return current.breaks.length > 0
      ? say('kioskAnswer.alreadyBack', { time })
      : say('kioskAnswer.alreadyIn', { time });
  };
  return { outcome: 'repeated', title: title() };
}

export function choiceAnswer(current: TimeEntry, settings: Settings): Spoken<'choose'> {
  const status = statusOf(current);
  const pause = current.breaks.at(-1);
  return {
    outcome: 'choose',
    title:
      status === 'on-break'
        ? say('kioskAnswer.onBreakSince', { time: timeAt(pause?.start ?? current.clockIn, settings) })
        : say('kioskAnswer.inSince', { time: timeAt(current.clockIn, settings) }),
    choices: offeredPunches(status)
      .toReversed()
      .map((punch) => ({ punch, label: PUNCH_LABEL[punch] })),
  };
}

export function recordedAnswer(
  punch: Punch,
  at: EpochMs,
  settings: Settings,
  { lines, forgotten }: Pick<Spoken<'recorded'>, 'lines' | 'forgotten'>,
): Spoken<'recorded'> {
  const title = recordedTitle(punch, timeAt(at, settings));
  return { outcome: 'recorded', punch, at: toInstantText(at), title, lines, forgotten };
}
