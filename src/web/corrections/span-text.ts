import type { EntryTimes } from '#domain/correction/correction';
import { type Break, END_MISSING, isEndMissing } from '#domain/entry/time-entry';
import { formatTime, dateIfDifferent } from '#domain/time/format';
import { formatStartAndEnd } from '#domain/time/repeated-time';

/** '08:55 - 17:00', '08:55 - open', or '22:00 - 06:00 Nov 21, 2026' over midnight. */
export function spanText(times: EntryTimes, zone: string): string {
  const { clockIn, clockOut } = times;
  if (isEndMissing(times)) return `${formatTime(clockIn, zone)} - ${END_MISSING}`;
  if (clockOut === null) return `${formatTime(clockIn, zone)} - open`;
  const date = dateIfDifferent(clockOut, clockIn, zone);
  return `${formatStartAndEnd(clockIn, clockOut, zone).join(' - ')}${date === null ? '' : ` ${date}`}`;
}

/** '12:00 - 12:30', or '12:00 - open'. */
export const breakText = ({ start, end }: Break, zone: string, running = 'open'): string =>
  end === null ? `${formatTime(start, zone)} - ${running}` : formatStartAndEnd(start, end, zone).join(' - ');
