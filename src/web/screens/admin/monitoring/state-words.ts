import type { BoardState } from '#domain/day/attention';
import { lastMinuteBeforeMissing, type MissingSettings } from '#domain/day/missing';
import { END_MISSING } from '#domain/entry/time-entry';
import { lastPunctualMinute } from '#domain/day/punctuality';
import { timeText } from '#domain/time/units';
import { isWorkday, type WorkplaceDay } from '#domain/time/workplace-day';

export const STATE_LABEL: Readonly<Record<BoardState, string>> = {
  in: 'In',
  'on-break': 'On break',
  out: 'Out',
  late: 'Late',
  missing: 'Missing',
  'clocked-in': 'Currently Clocked In',
  'not-clocked-in': 'Not Clocked In',
  'left-open': END_MISSING,
};

export const NOBODY: Readonly<Record<BoardState, string>> = {
  in: 'Nobody is in',
  'on-break': 'Nobody is on a break',
  out: 'Nobody is out',
  late: 'Nobody came late today',
  missing: 'Nobody is missing',
  'clocked-in': 'No employees currently clocked in',
  'not-clocked-in': 'Everybody is clocked in',
  'left-open': 'No end is missing',
};

export function stateNote(
  state: BoardState | null,
  settings: MissingSettings,
  today: WorkplaceDay,
): string | null {
  switch (state) {
    case 'late':
      return lateNote(settings);
    case 'missing':
      return missingNote(settings, today);
    case 'left-open':
      return 'These entries have no end. They do not count until somebody enters one.';
    default:
      return null;
  }
}

function lateNote(settings: MissingSettings): string | null {
  if (settings.allowFlexibleHours) return 'Hours are flexible, so nobody is late.';
  const last = lastPunctualMinute(settings);
  return last === undefined ? null : `First clock-in of the day after ${timeText(last)}.`;
}

function missingNote(settings: MissingSettings, today: WorkplaceDay): string | null {
  if (!isWorkday(today)) return 'Nobody is expected on a weekend.';
  const last = lastMinuteBeforeMissing(settings);
  if (last === undefined) return 'With these work hours nobody counts as missing.';
  return settings.allowFlexibleHours
    ? `Not clocked in by ${timeText(last)}, when work ends.`
    : `Not clocked in by ${timeText(last)}.`;
}
