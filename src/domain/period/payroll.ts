/** One person's closed period for payroll: frozen at closing, so that its files never change. */
import { textTable } from '#texts/say';
import { isWorkExpectedOn } from '../day/absence.ts';
import { isCounting, waitingSide, type CorrectionMarkState } from '../correction/state.ts';
import {
  confirmationRemark,
  isPeriodConfirmed,
  isPeriodObjected,
  type ConfirmationRemark,
  type PeriodRecord,
} from './pay-period.ts';
import { ruleTexts, withRangeFacts, type ReportRules } from '../report/rules.ts';
import type { WorkSettings } from '../settings/settings.ts';
import { expectedOn } from '../expected/expected.ts';
import { creditedMinutes, dayParts, excusedMinutes, leaveCost } from '../leave/leave.ts';
import type { TeamFigures } from '../report/team-report.ts';
import type { Employment } from '../people/employment.ts';
import type { Day, Minutes } from '../time/units.ts';
import type { DayRange, WorkplaceDay } from '../time/workplace-day.ts';

export const CONFIRMATION_REMARK_TEXT = textTable<ConfirmationRemark>({
  'changed since confirmed': 'payrollRemark.changed',
  'figures not recorded': 'payrollRemark.notRecorded',
});

/** Holds no notes or reasons: if these were erased later, the signatures of the files would be wrong. */
export interface PayrollSummary extends DayRange {
  readonly userId: string;
  readonly name: string;
  readonly employeeId: string;
  readonly payrollNumber: string;
  readonly department: string;
  readonly workedMinutes: Minutes;
  readonly targetMinutes: Minutes;
  readonly breakMinutes: Minutes;
  readonly overtimeMinutes: Readonly<Record<ReportRules, Minutes>>;
  readonly lateArrivals: Readonly<Record<ReportRules, number>>;
  readonly absences: number;
  /** Missing in periods closed before this figure existed. */
  readonly expectedDays?: number | undefined;
  /** Holidays on which work would be expected; half holidays count half. */
  readonly holidays?: number | undefined;
  /** Minutes credited for leave, not part of `workedMinutes`. Missing in periods closed before leave existed. */
  readonly creditedMinutes?: Minutes | undefined;
  /** Worked time and leave of any kind less the target. Missing in periods closed before this figure existed. */
  readonly balanceMinutes?: Minutes | undefined;
  /** Days of leave by kind; half a day counts half. */
  readonly leave?: readonly PeriodLeave[] | undefined;
  /** Number of corrections in effect, including missing clock-outs that were stated later. */
  readonly corrections: number;
  readonly awaitingAgreement: number;
  readonly selfDecided: number;
  /** Requests that nobody has decided yet. They do not change the hours. */
  readonly openRequests: number;
  /** Objections to corrections in effect, and to the whole period. */
  readonly objections: number;
  readonly isConfirmed: boolean;
  readonly confirmationRemark?: ConfirmationRemark | undefined;
  readonly overtimeRules: Readonly<Record<ReportRules, string>>;
}

export interface PeriodLeave {
  readonly kind: string;
  readonly name: string;
  readonly days: number;
}

export interface PayrollInput {
  readonly person: Pick<PayrollSummary, 'name' | 'employeeId' | 'payrollNumber' | 'department'> & {
    readonly id: string;
    readonly employment: Employment;
  };
  /** Consecutive days of the period. */
  readonly days: readonly WorkplaceDay[];
  readonly figures: Readonly<Record<ReportRules, TeamFigures>>;
  /** Worked minutes by day, only for days with leave. */
  readonly workedOnLeave: ReadonlyMap<Day, Minutes>;
  /** Corrections, including missing clock-outs that were stated later. */
  readonly corrections: readonly { readonly state: CorrectionMarkState; readonly selfDecided: boolean }[];
  readonly record: PeriodRecord;
  readonly settings: WorkSettings;
}

/** @throws RangeError for a period without days */
export function payrollSummary(question: PayrollInput): PayrollSummary {
  const { person, days, figures, workedOnLeave, corrections, record, settings } = question;
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  if (first === undefined || last === undefined) throw new RangeError('A period has days.');
  const count = (fits: (one: (typeof corrections)[number]) => boolean): number =>
    corrections.filter(fits).length;
  const { standard, settings: bySettings } = figures;
  const target = targetMinutes(days, person, settings);
  const sumOf = (ofLeave: typeof creditedMinutes): Minutes =>
    expectedDays(days, person, settings).reduce(
      (sum, day) => sum + ofLeave(day, settings, workedOnLeave.get(day.day) ?? 0),
      0,
    );
  const hasSchedules = days.some(({ schedule }) => schedule);
  const rule = (rules: ReportRules): string =>
    withRangeFacts(rules, ruleTexts(rules, settings, { first, last }), { hasSchedules }).overtime;
  return {
    userId: person.id,
    name: person.name,
    employeeId: person.employeeId,
    payrollNumber: person.payrollNumber,
    department: person.department,
    first,
    last,
    workedMinutes: standard.totalMinutes,
    targetMinutes: target,
    breakMinutes: standard.breakMinutes,
    overtimeMinutes: { standard: standard.overtimeMinutes, settings: bySettings.overtimeMinutes },
    lateArrivals: { standard: standard.lateArrivals, settings: bySettings.lateArrivals },
    absences: bySettings.absences,
    expectedDays: expectedDays(days, person, settings).length,
    holidays: holidaysIn(days, person, settings),
    creditedMinutes: sumOf(creditedMinutes),
    balanceMinutes: standard.totalMinutes + sumOf(excusedMinutes) - target,
    leave: leaveIn(days, person, settings),
    corrections: count(({ state }) => isCounting(state)),
    awaitingAgreement: count(({ state }) => state === 'made' || state === 'declared-over'),
    selfDecided: count(({ selfDecided }) => selfDecided),
    openRequests: count(({ state }) => waitingSide(state) !== null && !isCounting(state)),
    objections: count(({ state }) => state === 'objected') + (isPeriodObjected(record) ? 1 : 0),
    isConfirmed: isPeriodConfirmed(record),
    confirmationRemark: confirmationRemark(record),
    overtimeRules: { standard: rule('standard'), settings: rule('settings') },
  };
}

export type PersonAndSettings = readonly [
  person: Pick<PayrollInput['person'], 'employment'>,
  settings: WorkSettings,
];

/** Days of employment on which work is expected. */
const expectedDays = (
  days: readonly WorkplaceDay[],
  ...[{ employment }, settings]: PersonAndSettings
): WorkplaceDay[] =>
  days.filter((day) => isWorkExpectedOn(day, { employment, today: days.at(-1)?.day ?? '', settings }));

/** Holidays on days that would otherwise have a target. Half holidays count half. */
const holidaysIn = (days: readonly WorkplaceDay[], ...of: PersonAndSettings): number =>
  days.reduce((sum, { holiday, ...day }) => {
    if (!holiday || expectedDays([day], ...of).length === 0) return sum;
    return sum + (holiday.isHalf ? 0.5 : 1);
  }, 0);

/** Leave days by kind, sorted by the kind's name. Only days on which work is expected count. */
function leaveIn(days: readonly WorkplaceDay[], ...of: PersonAndSettings): PeriodLeave[] {
  const taken = expectedDays(days, ...of).flatMap((day) =>
    dayParts(day.leave).map((leave) => ({ leave, days: leaveCost([day], leave.half, of[1]).days })),
  );
  const kinds = new Map(taken.map(({ leave }) => [leave.kind, leave.name]));
  return [...kinds]
    .map(([kind, name]) => ({
      kind,
      name,
      days: taken.reduce((sum, one) => sum + (one.leave.kind === kind ? one.days : 0), 0),
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Adds up the targets of the days of employment, as the dashboard does for a month. */
export const targetMinutes = (days: readonly WorkplaceDay[], ...of: PersonAndSettings): Minutes =>
  expectedDays(days, ...of).reduce((sum, day) => sum + expectedOn(day, of[1]).minutes, 0);

/** Per day, what decides the figures besides times: target, due time, thresholds and leave, none of them by a name. */
export function expectationsOf(days: readonly WorkplaceDay[], ...of: PersonAndSettings) {
  const expected = new Set(expectedDays(days, ...of));
  return days.map((day) => {
    const { minutes, due, punctualUntil = null, overtimeAfter, leave } = expectedOn(day, of[1]);
    if (!expected.has(day)) return [overtimeAfter];
    return [
      overtimeAfter,
      minutes,
      due,
      punctualUntil,
      ...dayParts(leave).flatMap(({ kind, half }) => [kind, half]),
    ];
  });
}

/** Computed from whole minutes, so that regular time and overtime add up to the worked time shown. */
export const regularMinutes = (
  { workedMinutes, overtimeMinutes }: PayrollSummary,
  rules: ReportRules,
): Minutes => Math.floor(workedMinutes) - Math.floor(overtimeMinutes[rules]);
