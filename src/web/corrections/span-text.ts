import { say } from '#texts/say';
import type { EntryTimes } from '#domain/correction/correction';
import { type Break, endMissingText, isEndMissing } from '#domain/entry/time-entry';
import { formatTime, dateIfDifferent } from '#domain/time/format';
import { formatStartAndEnd } from '#domain/time/repeated-time';

/** '08:55 - 17:00', '08:55 - open', or '22:00 - 06:00 Nov 21, 2026' over midnight. */
export function spanText(times: EntryTimes, zone: string): string {
  const { clockIn, clockOut } = times;
  if (isEndMissing(times)) return `${formatTime(clockIn, zone)} - ${endMissingText()}`;
  if (clockOut === null) return say('entry.openSince', { time: formatTime(clockIn, zone) });
  const date = dateIfDifferent(clockOut, clockIn, zone);
  return `${formatStartAndEnd(clockIn, clockOut, zone).join(' - ')}${date === null ? '' : ` ${date}`}`;
}

/** '12:00 - 12:30', or '12:00 - open'. */
export const breakText = ({ start, end }: Break, zone: string, running = say('entry.open')): string =>
  end === null ? `${formatTime(start, zone)} - ${running}` : formatStartAndEnd(start, end, zone).join(' - ');
