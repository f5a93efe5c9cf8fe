/** Checks whether leave can be requested. */
import { addDays, rangeAcross, type DayRange, type WorkplaceDay } from '../time/workplace-day.ts';
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
  | 'leave_unapproved'
  | 'period_closed';

/** A request for new leave (`old` is null), changed leave, or cancelled leave (`new` is null). */
export interface LeaveChange {
  readonly leaveId: string;
  readonly old: Leave | null;
  readonly new: Leave | null;
}

/** Declared leave, with the leave in effect that it takes days of. */
export interface SplittingChange extends LeaveChange {
  readonly replaced: readonly LeaveChange[];
}

export interface LeaveCheckInput {
  readonly change: LeaveChange;
  /** The person's leave in effect, and their leave requests that nobody has decided yet. */
  readonly taken: readonly CountedLeave[];
  /** Ids of leave that took days of other leave, and that the other side has not approved. */
  readonly unapproved: readonly string[];
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

/** Compares half-days. */
export const leavesOverlap = (one: Leave, other: Leave): boolean =>
  rangesOverlap(one, other) && (one.half === null || other.half === null || one.half === other.half);

export const rangesOverlap = (one: DayRange, other: DayRange): boolean =>
  one.first <= other.last && other.first <= one.last;

/** Null if the leave can be requested. */
export function leaveRefusal(question: LeaveCheckInput): LeaveRefusal | null {
  const { change, taken, unapproved, closed, earliest } = question;
  const { leaveId, old, new: wanted } = change;
  if (old === null ? wanted === null : wanted !== null && isSameLeave(old, wanted))
    return 'correction_nothing_changed';
  const current = taken.find(({ id }) => id === leaveId);
  if (old === null ? current : !current || !isSameLeave(old, current)) return 'correction_changed_meanwhile';
  if (unapproved.includes(leaveId) && !isProlonged(change)) return 'leave_unapproved';
  const changed = changedRanges(change);
  if (changed.some(({ first }) => first < earliest)) return 'correction_too_long_ago';
  if (changed.some((range) => closed.some((period) => rangesOverlap(range, period)))) return 'period_closed';
  return wanted && newLeaveRefusal(wanted, question);
}

const isProlonged = ({ old, new: wanted }: LeaveChange): boolean =>
  old !== null &&
  wanted !== null &&
  isSameLeave(wanted, { ...old, ...rangeAcross([old.first, old.last, wanted.first, wanted.last]) });

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
  { change, taken, kinds, days, today, settings }: LeaveCheckInput,
): LeaveRefusal | null {
  const { leaveId, old } = change;
  const kind = kindOf(kinds, wanted.kind);
  if (!kind || (kind.isRetired && wanted.kind !== old?.kind)) return 'leave_kind_unknown';
  const { first, last, half } = wanted;
  const isRange = last >= first && last < addDays(first, LEAVE_DAYS_MAX) && (half === null || first === last);
  if (!isRange || last > addDays(today, AHEAD_DAYS_MAX)) return 'leave_range';
  const takesDays = canTakeDays(change, kinds);
  const isInTheWay = (other: CountedLeave): boolean =>
    other.id !== leaveId && leavesOverlap(wanted, other) && !takesDays(other);
  if (taken.some(isInTheWay)) return 'leave_overlap';
  return leaveCost(days, half, settings).days === 0 ? 'leave_nothing_expected' : null;
}

/** New or prolonged sickness takes the days of leave that is not declared. */
function canTakeDays({ old, new: wanted }: LeaveChange, kinds: readonly LeaveKind[]) {
  const isDeclared = (leave: Leave): boolean => kindOf(kinds, leave.kind)?.isDeclared === true;
  const canTake = wanted !== null && isDeclared(wanted) && (old === null || isDeclared(old));
  return (other: Leave): boolean => canTake && !isDeclared(other);
}

/** Splits the leave that the change takes days of. The first part of each keeps its id. */
export function replacedLeave(
  change: LeaveChange,
  counted: readonly CountedLeave[],
  kinds: readonly LeaveKind[],
  newId: () => string,
): LeaveChange[] {
  const { leaveId, new: by } = change;
  const takesDays = canTakeDays(change, kinds);
  return counted.flatMap(({ id, ...old }) => {
    if (!by || id === leaveId || !leavesOverlap(by, old) || !takesDays(old)) return [];
    const otherHalf = by.half === 'morning' ? ('afternoon' as const) : ('morning' as const);
    const [first = null, ...others] = [
      { ...old, last: addDays(by.first, -1) },
      ...(by.half && old.half === null ? [{ ...old, first: by.first, last: by.last, half: otherHalf }] : []),
      { ...old, first: addDays(by.last, 1) },
    ].filter((part) => part.first <= part.last);
    return [
      { leaveId: id, old, new: first },
      ...others.map((part) => ({ leaveId: newId(), old: null, new: part })),
    ];
  });
}

/** Days of other leave that a change took. */
export const takenDays = ({ new: by, replaced }: Omit<SplittingChange, 'leaveId' | 'old'>): Leave[] =>
  replaced.flatMap(({ old }) => {
    if (!by || !old) return [];
    const [first, last] = [[old.first, by.first].toSorted()[1], [old.last, by.last].toSorted()[0]];
    return first && last ? { ...old, first, last, half: old.half ?? by.half } : [];
  });
