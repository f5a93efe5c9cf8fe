/** A day's bar in words. */
import type { BarEntry, DayBar } from './day-bar.ts';
import { isRunning } from '../entry/time-entry.ts';
import { formatDayTitle } from '../time/format.ts';
import { formatStartAndEnd } from '../time/repeated-time.ts';
import { formatDuration } from '../time/units.ts';

function entryText(entry: BarEntry, zone: string): string {
  const { clockIn, clockOut, breaks, isCorrected } = entry;
  const [from, to] = formatStartAndEnd(clockIn, clockOut ?? clockIn, zone);
  const end = clockOut !== null ? ` to ${to}` : isRunning(entry) ? ' to now' : ', end missing';
  const pauses = breaks.map((pause) => {
    const [start, stop] = formatStartAndEnd(pause.start, pause.end ?? pause.start, zone);
    return pause.end === null ? `, break since ${start}` : `, break ${start} to ${stop}`;
  });
  return `${from}${end}${pauses.join('')}${isCorrected ? ' (corrected)' : ''}`;
}

/** 'Tuesday, Nov 24: 08:58 to 17:03, break 12:01 to 12:30, 7h 36m of 8h', for those who listen. */
export function dayBarText(bar: DayBar, zone: string): string {
  const { day, entries, requested, workedMinutes, targetMinutes, free, isMissing } = bar;
  const worked = formatDuration(workedMinutes);
  const facts = [
    ...free,
    ...entries.map((entry) => entryText(entry, zone)),
    ...requested.map((entry) => `requested ${entryText(entry, zone)}`),
    ...(isMissing ? ['missing'] : []),
    ...(entries.length > 0 || targetMinutes > 0
      ? [targetMinutes > 0 ? `${worked} of ${formatDuration(targetMinutes)}` : worked]
      : []),
  ];
  return `${formatDayTitle(day.day)}: ${facts.length > 0 ? facts.join(', ') : 'nothing expected'}`;
}

/** '+24m', '-24m', '0m'. Rounded down as worked time is, so that both make up the target. Null if not known yet. */
export const balanceText = ({ balanceMinutes }: Pick<DayBar, 'balanceMinutes'>): string | null => {
  if (balanceMinutes === null) return null;
  // 1e-9 corrects sums of binary fractions of a minute.
  const whole = Math.floor(balanceMinutes + 1e-9);
  return whole === 0 ? '0m' : `${whole > 0 ? '+' : '-'}${formatDuration(Math.abs(whole))}`;
};
