/** A day's bar in words. */
import { say } from '#texts/say';
import type { BarEntry, DayBar } from './day-bar.ts';
import { isRunning } from '../entry/time-entry.ts';
import { formatDayTitle } from '../time/format.ts';
import { formatStartAndEnd } from '../time/repeated-time.ts';
import { formatDuration } from '../time/units.ts';

function entryText(entry: BarEntry, zone: string): string {
  const { clockIn, clockOut, breaks, isCorrected } = entry;
  const [from, to] = formatStartAndEnd(clockIn, clockOut ?? clockIn, zone);
  const pauses = breaks.map((pause) => {
    const [start, stop] = formatStartAndEnd(pause.start, pause.end ?? pause.start, zone);
    return pause.end === null ? say('dayBar.breakSince', { start }) : say('dayBar.break', { start, stop });
  });
  const times = [
    clockOut !== null
      ? say('dayBar.entry', { from, to })
      : say(isRunning(entry) ? 'dayBar.running' : 'dayBar.endMissing', { from }),
    ...pauses,
  ].join(', ');
  return isCorrected ? say('dayBar.corrected', { times }) : times;
}

/** 'Tuesday, Nov 24: 08:58 to 17:03, break 12:01 to 12:30, 7h 36m of 8h', for those who listen. */
export function dayBarText(bar: DayBar, zone: string): string {
  const { day, entries, requested, workedMinutes, targetMinutes, free, isMissing } = bar;
  const worked = formatDuration(workedMinutes);
  const facts = [
    ...free,
    ...entries.map((entry) => entryText(entry, zone)),
    ...requested.map((entry) => say('dayBar.requested', { times: entryText(entry, zone) })),
    ...(isMissing ? [say('dayBar.missing')] : []),
    ...(entries.length > 0 || targetMinutes > 0
      ? [
          targetMinutes > 0
            ? say('dayBar.workedOf', { worked, target: formatDuration(targetMinutes) })
            : worked,
        ]
      : []),
  ];
  return say('dayBar.day', {
    day: formatDayTitle(day.day),
    facts: facts.length > 0 ? facts.join(', ') : say('dayBar.nothingExpected'),
  });
}

/** '+24m', '-24m', '0m'. Rounded down as worked time is, so that both make up the target. Null if not known yet. */
export const balanceText = ({ balanceMinutes }: Pick<DayBar, 'balanceMinutes'>): string | null => {
  if (balanceMinutes === null) return null;
  // 1e-9 corrects sums of binary fractions of a minute.
  const whole = Math.floor(balanceMinutes + 1e-9);
  return whole === 0 ? formatDuration(0) : `${whole > 0 ? '+' : '-'}${formatDuration(Math.abs(whole))}`;
};
