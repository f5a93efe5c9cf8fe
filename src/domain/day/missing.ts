import { expectedOn } from '../expected/expected.ts';
import type { WorkHistory } from '../expected/work-rule.ts';
import type { EpochMs } from '../time/units.ts';
import { type WorkplaceDay, isWithin, minuteOfDayAt } from '../time/workplace-day.ts';

interface MissingInput {
  /** Start of an employment that began recently or later; all others are employed for the whole day. */
  readonly createdAt?: EpochMs | undefined;
  /** Has an open entry, or came for today's shift. */
  readonly hasBeenSeen: boolean;
  readonly today: WorkplaceDay;
  readonly now: EpochMs;
  readonly settings: WorkHistory;
}

/** True on a workday once the last minute for a clock-in is over (spec §5). */
export function isArrivalOverdue(at: EpochMs, today: WorkplaceDay, settings: WorkHistory): boolean {
  const { due, missingAfter } = expectedOn(today, settings);
  return (
    due > 0 && isWithin(at, today) && missingAfter !== undefined && minuteOfDayAt(at, today) > missingAfter
  );
}

/** A person who joined or came back after the last minute for a clock-in is not missing on that day. */
export const isMissing = ({ createdAt, hasBeenSeen, today, now, settings }: MissingInput): boolean =>
  !hasBeenSeen &&
  isArrivalOverdue(now, today, settings) &&
  (createdAt === undefined || (createdAt < today.end && !isArrivalOverdue(createdAt, today, settings)));
