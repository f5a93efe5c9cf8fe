import type { BoardState } from '#domain/day/attention';
import { expectedOn, type Expected } from '#domain/expected/expected';
import type { WorkHistory } from '#domain/expected/work-rule';
import { END_MISSING } from '#domain/entry/time-entry';
import { timeText } from '#domain/time/units';
import type { WorkplaceDay } from '#domain/time/workplace-day';

export const STATE_LABEL: Readonly<Record<BoardState, string>> = {
  in: 'In',
  'on-break': 'On break',
  out: 'Out',
  late: 'Late',
  missing: 'Missing',
  'on-leave': 'On leave',
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
  'on-leave': 'Nobody is on leave',
  'clocked-in': 'No employees currently clocked in',
  'not-clocked-in': 'Everybody is clocked in',
  'left-open': 'No end is missing',
};

export function stateNote(
  state: BoardState | null,
  settings: WorkHistory,
  today: WorkplaceDay,
  hasSchedules: boolean,
): string | null {
  const expected = expectedOn(today, settings);
  switch (state) {
    case 'late':
      return hasSchedules
        ? 'First clock-in too late, by the schedule or the work settings.'
        : lateNote(expected);
    case 'missing':
      return hasSchedules
        ? 'Not clocked in by the time of the schedule or the work settings.'
        : missingNote(expected);
    case 'left-open':
      return 'These entries have no end. They do not count until somebody enters one.';
    default:
      return null;
  }
}

function lateNote({ isFlexible, punctualUntil }: Expected): string | null {
  if (isFlexible) return 'Hours are flexible, so nobody is late.';
  return punctualUntil === undefined ? null : `First clock-in of the day after ${timeText(punctualUntil)}.`;
}

function missingNote({ minutes, missingAfter, isFlexible, holiday }: Expected): string | null {
  if (minutes === 0)
    return holiday ? `Nobody is expected today: ${holiday}.` : 'Nobody is expected on a weekend.';
  if (missingAfter === undefined) return 'With these work hours nobody counts as missing.';
  return isFlexible
    ? `Not clocked in by ${timeText(missingAfter)}, when work ends.`
    : `Not clocked in by ${timeText(missingAfter)}.`;
}
