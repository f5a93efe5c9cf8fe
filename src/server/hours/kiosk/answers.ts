/** Texts about punches at a kiosk, in the language of the caller. */
import { say, textTable, type TextKey } from '#texts/say';
import type { PunchOutcome } from '#contract/clock/clock';
import type { Correction } from '#contract/corrections/corrections';
import { NOTES_MAX } from '#contract/fields';
import { KEPT_REASON_LABEL } from '#contract/kiosk/reasons';
import type { KioskAnswer } from '#contract/kiosk/kiosk';
import type { Settings } from '#contract/records';
import { toEpochMs } from '#contract/wire';
import { clockOutQuestion } from '#domain/entry/forgotten-clock-out';
import { offeredPunches, statusOf, type Punch, type TimeEntry } from '#domain/entry/time-entry';
import type { KioskOptions } from '#domain/kiosk/options';
import { groupBy } from '#domain/report/groups';
import { formatDate } from '#domain/time/format';
import { formatDuration, minuteText, MS_PER_MINUTE, timeText, type EpochMs } from '#domain/time/units';
import { minuteOfDayAt } from '#domain/time/workplace-day';
import { calendarOf } from '../../platform/calendars.ts';
import type { findForgotten } from '../time-entries/forgotten.ts';
import type { KeptPress } from './kept-commands.ts';

/** An answer without name and language. */
type WordsOf<Answer> = Answer extends KioskAnswer ? Omit<Answer, 'name' | 'language'> : never;
export type KioskWords = WordsOf<KioskAnswer>;

const PUNCH_LABEL: Readonly<Record<Punch, string>> = textTable({
  clock_in: 'punch.clockIn',
  break_start: 'punch.breakStart',
  break_end: 'punch.breakEnd',
  clock_out: 'punch.clockOut',
});

const DONE = {
  clock_in: 'kioskAnswer.clockedIn',
  break_start: 'punched.breakStarted',
  break_end: 'punched.breakEnded',
  clock_out: 'kioskAnswer.clockedOut',
} as const satisfies Record<Punch, TextKey>;
const DONE_ALREADY = {
  clock_in: 'kioskAnswer.alreadyIn',
  break_start: 'kioskAnswer.alreadyOnBreak',
  break_end: 'kioskAnswer.alreadyBack',
  clock_out: 'kioskAnswer.alreadyOut',
} as const satisfies Record<Punch, TextKey>;

export function timeAt(at: EpochMs, settings: Settings): string {
  return minuteText(minuteOfDayAt(at, calendarOf(settings).dayAt(at)), settings.hourFormat);
}

/** @param current the entry that runs */
export function repeatedAnswer(current: TimeEntry | undefined, at: EpochMs, settings: Settings): KioskWords {
  const lastPunch = (): Punch => {
    if (!current) return 'clock_out';
    if (statusOf(current) === 'on-break') return 'break_start';
    return current.breaks.length > 0 ? 'break_end' : 'clock_in';
  };
  return { outcome: 'repeated', title: say(DONE_ALREADY[lastPunch()], { time: timeAt(at, settings) }) };
}

export function choiceAnswer(current: TimeEntry, settings: Settings): KioskWords {
  const status = statusOf(current);
  const pause = status === 'on-break' ? current.breaks.at(-1) : undefined;
  const time = timeAt(pause?.start ?? current.clockIn, settings);
  return {
    outcome: 'choose',
    title: say(pause ? 'kioskAnswer.onBreakSince' : 'kioskAnswer.inSince', { time }),
    choices: offeredPunches(status)
      .toReversed()
      .map((punch) => ({ punch, label: PUNCH_LABEL[punch] })),
  };
}

type Forgotten = Awaited<ReturnType<typeof findForgotten>>;

interface RecordedPunch {
  readonly punch: Punch;
  readonly done: PunchOutcome;
  /** Worked on the day of the punch. */
  readonly workedMs: number;
  readonly forgotten: Forgotten;
}

export function recordedAnswer(
  { punch, done: { at, lateness, warnings }, workedMs, forgotten }: RecordedPunch,
  { showsLateness }: KioskOptions,
  settings: Settings,
): KioskWords {
  const lines = [...warnings];
  if (showsLateness && lateness?.late)
    lines.unshift(say('kioskAnswer.late', { minutes: String(lateness.minutes) }));
  if (workedMs >= MS_PER_MINUTE)
    lines.unshift(say('kioskAnswer.today', { duration: formatDuration(workedMs / MS_PER_MINUTE) }));
  const title = say(DONE[punch], { time: timeAt(toEpochMs(at), settings) });
  return { outcome: 'recorded', punch, at, title, lines, forgotten: toQuestion(forgotten, settings) };
}

/** Null without a suggested time: there would be nothing to tap. */
function toQuestion(forgotten: Forgotten, settings: Settings) {
  if (!forgotten) return null;
  const { wire, day, present, shiftEnd, usual } = forgotten;
  const ends = [shiftEnd, usual]
    .filter((at) => at !== null)
    .map((at) => ({ at, on: calendarOf(settings).dayAt(at) }));
  const [first] = ends;
  if (!first) return null;
  const times = ends
    .filter(({ on }) => on.day === first.on.day)
    .map(({ at, on }) => ({ time: timeText(minuteOfDayAt(at, on)), label: timeAt(at, settings) }));
  return {
    entryId: wire.id,
    day: first.on.day,
    question: clockOutQuestion(day, present.today.day),
    times,
    later: say('kioskAnswer.later'),
  };
}

/** Reason of a request made of kept presses, for those who decide. @param replaced requests whose reasons it repeats */
export function keptText(
  presses: readonly KeptPress[],
  kiosk: string | undefined,
  replaced: readonly Correction[],
  { received, settings }: { readonly received: EpochMs; readonly settings: Settings },
): string {
  const moment = (at: EpochMs): string => `${formatDate(at, settings.zones)} ${timeAt(at, settings)}`;
  const parts = replaced.map(({ reason }) => reason);
  if (kiosk !== undefined) parts.push(say('keptRequest.at', { kiosk }));
  for (const [reason, ofReason] of groupBy(presses, (press) => press.reason)) {
    parts.push(KEPT_REASON_LABEL[reason]);
    for (const { punch, claimedAt } of ofReason) {
      const times = { claimed: moment(claimedAt), received: moment(received) };
      parts.push(say('keptRequest.press', { punch: PUNCH_LABEL[punch], ...times }));
    }
  }
  const text = parts.join(' ');
  return text.length > NOTES_MAX ? `${text.slice(0, NOTES_MAX - 1).trimEnd()}…` : text;
}
