/** What the states of the board are called, and what is said beside them. */
import type { BoardState } from '#domain/attention';
import { lastMinuteToCome, type MissingSettings } from '#domain/missing';
import { lastPunctualMinute } from '#domain/punctuality';
import { timeText } from '#domain/time';
import { isWorkday, type WorkplaceDay } from '#domain/workplace-day';

export const STATE_LABEL: Readonly<Record<BoardState, string>> = {
  in: 'In',
  'on-break': 'On break',
  out: 'Out',
  late: 'Late',
  missing: 'Missing',
  'left-open': 'Left open',
};

/** Where nobody is in a state. */
export const NOBODY: Readonly<Record<BoardState, string>> = {
  in: 'Nobody is in',
  'on-break': 'Nobody is on a break',
  out: 'Nobody is out',
  late: 'Nobody came late today',
  missing: 'Nobody is missing',
  'left-open': 'No entry was left open',
};

/** Whom a state is about, where its name alone does not say it. */
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
      return 'These were never clocked out. Their hours keep counting until somebody closes them.';
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
  const last = lastMinuteToCome(settings);
  if (last === undefined) return 'With these work hours nobody is expected by a certain time.';
  return settings.allowFlexibleHours
    ? `Hours are flexible: people count as missing who have not clocked in by ${timeText(last)}, the end of work.`
    : `People count as missing who have not clocked in by ${timeText(last)}, until they do.`;
}
