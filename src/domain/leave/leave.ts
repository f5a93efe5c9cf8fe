/** Days on which a person need not come. Requests take effect once approved; sickness and an admin's leave at once. */
import { say } from '#texts/say';
import { expectedOn } from '../expected/expected.ts';
import type { WorkHistory } from '../expected/work-rule.ts';
import type { Minutes } from '../time/units.ts';
import type { DayRange, WorkplaceDay, DayLeave, DayPart } from '../time/workplace-day.ts';
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

export const kindOf = (kinds: readonly LeaveKind[], id: string): LeaveKind | undefined =>
  kinds.find((one) => one.id === id);

/** Leave of the day or of each half of it. */
export const dayParts = (leave: DayLeave | undefined): readonly DayPart[] => {
  if (!leave) return [];
  const { afternoon, ...part } = leave;
  return afternoon ? [part, afternoon] : [part];
};

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
  const credited = dayParts(day.leave).filter(({ isCredited }) => isCredited);
  if (credited.length === 0) return 0;
  const { minutes } = expectedOn(day, settings);
  const most = credited.reduce((sum, { half }) => sum + (half ? minutes / 2 : minutes), 0);
  return Math.min(most, Math.max(0, minutes - worked));
}

/** Like `creditedMinutes`, but of unpaid leave too, since nobody owes its hours. */
export const excusedMinutes = (day: WorkplaceDay, settings: WorkHistory, worked: Minutes): Minutes =>
  creditedMinutes({ ...day, leave: day.leave && asCredited(day.leave) }, settings, worked);

const asCredited = ({ afternoon, ...part }: DayLeave): DayLeave => ({
  ...part,
  isCredited: true,
  afternoon: afternoon && { ...afternoon, isCredited: true },
});

/** Minutes worked in credited time of leave: they replace the credit, so they add nothing to the day. */
export const workedOnLeave = (day: WorkplaceDay, settings: WorkHistory, worked: Minutes): Minutes =>
  creditedMinutes(day, settings, 0) - creditedMinutes(day, settings, worked);

/** 'Holiday', 'Holiday (morning)', 'Sick (morning), Holiday (afternoon)'. */
export const dayLeaveText = (leave: DayLeave): string =>
  dayParts(leave)
    .map(({ name, half }) =>
      half === null
        ? name
        : say(half === 'morning' ? 'holidayName.morning' : 'holidayName.afternoon', { name }),
    )
    .join(', ');

/** '2', '½', '2½'. */
export function numberText(days: number): string {
  const whole = Math.floor(days);
  const rest = days - whole;
  const fraction = rest === 0.5 ? '½' : rest === 0.25 ? '¼' : rest === 0.75 ? '¾' : '';
  return whole === 0 && fraction !== '' ? fraction : `${whole}${fraction}`;
}

/** '2 days', '1 day', '½ day', '2½ days'. */
export const daysText = (days: number): string =>
  say('leaveDays.days', { count: days > 0 && days <= 1 ? 1 : days, days: numberText(days) });
