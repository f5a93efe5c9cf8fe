/** Checks whether leave can be requested. */
import { addDays, type DayRange, type WorkplaceDay } from '../time/workplace-day.ts';
import type { WorkHistory } from '../expected/work-rule.ts';
import type { Day } from '../time/units.ts';
import type { LeaveKind } from './kinds.ts';
import { kindOf, leaveCost, type CountedLeave, type Leave } from './leave.ts';

export const LEAVE_DAYS_MAX = 366;
/** Leave can be requested this many days ahead at most. */
const AHEAD_DAYS_MAX = 731;

/** Each name is also a problem code in the API's error responses. */
export type LeaveRefusal =
  | 'correction_nothing_changed'
  | 'correction_changed_meanwhile'
  | 'correction_too_long_ago'
  | 'leave_kind_unknown'
  | 'leave_range'
  | 'leave_nothing_expected'
  | 'leave_overlap'
  | 'period_closed';

/** A request for new leave (`old` is null), changed leave, or cancelled leave (`new` is null). */
export interface LeaveChange {
  readonly leaveId: string;
  readonly old: Leave | null;
  readonly new: Leave | null;
}

export interface LeaveCheckInput {
  readonly change: LeaveChange;
  /** The person's leave in effect, and their leave requests that nobody has decided yet. */
  readonly taken: readonly CountedLeave[];
  readonly kinds: readonly LeaveKind[];
  /** Days of the new leave, with the person's schedule and holidays. */
  readonly days: readonly WorkplaceDay[];
  readonly closed: readonly DayRange[];
  readonly today: Day;
  /** Earliest correctable day. */
  readonly earliest: Day;
  readonly settings: WorkHistory;
}

export const isSameLeave = (one: Leave, other: Leave): boolean =>
  one.kind === other.kind && one.first === other.first && one.last === other.last && one.half === other.half;

export const rangesOverlap = (one: DayRange, other: DayRange): boolean =>
  one.first <= other.last && other.first <= one.last;

/** Null if the leave can be requested. */
export function leaveRefusal(question: LeaveCheckInput): LeaveRefusal | null {
  const { change, taken, closed, earliest } = question;
  const { leaveId, old, new: wanted } = change;
  if (old === null ? wanted === null : wanted !== null && isSameLeave(old, wanted))
    return 'correction_nothing_changed';
  const current = taken.find(({ id }) => id === leaveId);
  if (old === null ? current : !current || !isSameLeave(old, current)) return 'correction_changed_meanwhile';
  const changed = changedRanges(change);
  if (changed.some(({ first }) => first < earliest)) return 'correction_too_long_ago';
  if (changed.some((range) => closed.some((period) => rangesOverlap(range, period)))) return 'period_closed';
  return wanted && newLeaveRefusal(wanted, question);
}

/** Days whose leave changes. Prolonged or shortened leave keeps the days that both have. */
function changedRanges({ old, new: wanted }: Omit<LeaveChange, 'leaveId'>): DayRange[] {
  const isPartKept =
    old && wanted && old.kind === wanted.kind && old.half === wanted.half && rangesOverlap(old, wanted);
  if (!isPartKept) return [old, wanted].filter((leave) => leave !== null);
  const [firsts, lasts] = [[old.first, wanted.first].toSorted(), [old.last, wanted.last].toSorted()];
  return [
    { first: firsts[0] ?? '', last: addDays(firsts[1] ?? '', -1) },
    { first: addDays(lasts[0] ?? '', 1), last: lasts[1] ?? '' },
  ].filter(({ first, last }) => first <= last);
}

function newLeaveRefusal(
  wanted: Leave,
  { change: { leaveId, old }, taken, kinds, days, today, settings }: LeaveCheckInput,
): LeaveRefusal | null {
  const kind = kindOf(kinds, wanted.kind);
  if (!kind || (kind.isRetired && wanted.kind !== old?.kind)) return 'leave_kind_unknown';
  const { first, last, half } = wanted;
  const isRange = last >= first && last < addDays(first, LEAVE_DAYS_MAX) && (half === null || first === last);
  if (!isRange || last > addDays(today, AHEAD_DAYS_MAX)) return 'leave_range';
  if (taken.some((other) => other.id !== leaveId && rangesOverlap(wanted, other))) return 'leave_overlap';
  return leaveCost(days, half, settings).days === 0 ? 'leave_nothing_expected' : null;
}
