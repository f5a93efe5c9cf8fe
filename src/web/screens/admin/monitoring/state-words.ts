import type { BoardState } from '#domain/day/attention';
import { expectedOn, type Expected } from '#domain/expected/expected';
import type { WorkHistory } from '#domain/expected/work-rule';
import { END_MISSING } from '#domain/entry/time-entry';
import { timeText } from '#domain/time/units';
import type { WorkplaceDay } from '#domain/time/workplace-day';

export const STATE_WORDS: Readonly<Record<BoardState, { readonly label: string; readonly nobody: string }>> =
  {
    in: { label: 'In', nobody: 'Nobody is in' },
    'on-break': { label: 'On break', nobody: 'Nobody is on a break' },
    out: { label: 'Out', nobody: 'Nobody is out' },
    late: { label: 'Late', nobody: 'Nobody came late today' },
    missing: { label: 'Missing', nobody: 'Nobody is missing' },
    'on-leave': { label: 'On leave', nobody: 'Nobody is on leave' },
    'clocked-in': { label: 'Currently Clocked In', nobody: 'No employees currently clocked in' },
    'not-clocked-in': { label: 'Not Clocked In', nobody: 'Everybody is clocked in' },
    'left-open': { label: END_MISSING, nobody: 'No end is missing' },
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
