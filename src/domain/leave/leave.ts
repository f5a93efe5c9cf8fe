/** Days on which a person need not come. Requests take effect once approved; sickness and an admin's leave at once. */
import { expectedOn } from '../expected/expected.ts';
import type { WorkHistory } from '../expected/work-rule.ts';
import type { Day, Minutes } from '../time/units.ts';
import type { DayRange, WorkplaceDay } from '../time/workplace-day.ts';
import type { LeaveHalf, LeaveKind } from './kinds.ts';

const DEFAULT_KIND = { isDeclared: false, isCredited: true, usesAllowance: false, isRetired: false } as const;

/** Default kinds of leave, used until the workplace saves its own. */
export const DEFAULT_LEAVE_KINDS: readonly LeaveKind[] = [
  { ...DEFAULT_KIND, id: 'holiday', name: 'Holiday', color: 'green', usesAllowance: true },
  { ...DEFAULT_KIND, id: 'sick', name: 'Sick', color: 'red', isDeclared: true },
  { ...DEFAULT_KIND, id: 'unpaid', name: 'Unpaid', color: 'grey', isCredited: false },
  { ...DEFAULT_KIND, id: 'parental', name: 'Parental', color: 'purple', isCredited: false },
  { ...DEFAULT_KIND, id: 'training', name: 'Training', color: 'blue' },
];

export interface Leave extends DayRange {
  /** Id of a `LeaveKind`. */
  readonly kind: string;
  /** Null for whole days. For half a day, `first` and `last` are the same day. */
  readonly half: LeaveHalf | null;
}

export interface CountedLeave extends Leave {
  readonly id: string;
}

/** By person, in order of the days. */
export type LeaveByPerson = ReadonlyMap<string, readonly CountedLeave[]>;

/** Leave on one day, without the reasons that people gave. */
export type DayLeave = Pick<LeaveKind, 'name' | 'isCredited'> & {
  readonly kind: string;
  readonly half: LeaveHalf | null;
};

export const kindOf = (kinds: readonly LeaveKind[], id: string): LeaveKind | undefined =>
  kinds.find((one) => one.id === id);

export function leaveOnDay(
  leave: readonly CountedLeave[],
  kinds: readonly LeaveKind[],
  day: Day,
): DayLeave | undefined {
  const found = leave.find(({ first, last }) => first <= day && day <= last);
  const its = found && kindOf(kinds, found.kind);
  if (!its) return undefined;
  const { name, isCredited } = its;
  return { kind: found.kind, name, isCredited, half: found.half };
}

/** Removes leave from the days, so that their whole target is due. */
export const withoutLeave = (days: readonly WorkplaceDay[]): WorkplaceDay[] =>
  days.map((day) => ({ ...day, leave: undefined }));

export interface LeaveCost {
  /** Half days count half, as do half holidays. */
  readonly days: number;
  readonly minutes: Minutes;
}

/** Cost of leave by the targets of its days; days without a target cost nothing. @param days of the leave */
export function leaveCost(
  days: readonly WorkplaceDay[],
  half: LeaveHalf | null,
  settings: WorkHistory,
): LeaveCost {
  const costs = withoutLeave(days)
    .map((day) => ({ day, minutes: expectedOn(day, settings).minutes }))
    .filter(({ minutes }) => minutes > 0)
    .map(({ day, minutes }) => ({
      days: (half ? 0.5 : 1) * (day.holiday?.isHalf ? 0.5 : 1),
      minutes: half ? minutes / 2 : minutes,
    }));
  return {
    days: costs.reduce((sum, one) => sum + one.days, 0),
    minutes: costs.reduce((sum, one) => sum + one.minutes, 0),
  };
}

/** Minutes that leave adds to worked time: at most the leave's part of the target, and never beyond the target. */
export function creditedMinutes(day: WorkplaceDay, settings: WorkHistory, worked: Minutes): Minutes {
  if (!day.leave?.isCredited) return 0;
  const { minutes, due } = expectedOn(day, settings);
  return Math.min(minutes - due, Math.max(0, minutes - worked));
}

/** 'Holiday', 'Holiday (morning)'. */
export const dayLeaveText = ({ name, half }: Pick<DayLeave, 'name' | 'half'>): string =>
  half === null ? name : `${name} (${half})`;

/** '2', '½', '2½'. */
export function numberText(days: number): string {
  const whole = Math.floor(days);
  const rest = days - whole;
  const fraction = rest === 0.5 ? '½' : rest === 0.25 ? '¼' : rest === 0.75 ? '¾' : '';
  return whole === 0 && fraction !== '' ? fraction : `${whole}${fraction}`;
}

/** '2 days', '1 day', '½ day', '2½ days'. */
export const daysText = (days: number): string =>
  `${numberText(days)} ${days > 0 && days <= 1 ? 'day' : 'days'}`;
