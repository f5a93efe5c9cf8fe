/**
 * What payroll is told of one person's closed period: frozen when it is closed, so that whatever is made of it later is
 * the same. `payroll-file.ts` makes it a table.
 */
import { isExpectedOn } from '../day/absence.ts';
import { isCounting, waitsFor, type MarkedState } from '../correction/state.ts';
import {
  confirmationRemark,
  isPeriodConfirmed,
  isPeriodObjected,
  type ConfirmationRemark,
  type PeriodRecord,
} from './pay-period.ts';
import { ruleTexts, type ReportRules } from '../report/rules.ts';
import type { WorkSettings } from '../settings/settings.ts';
import { shiftMinutes } from '../day/overtime.ts';
import type { TeamFigures } from '../report/team-report.ts';
import type { EpochMs, Minutes } from '../time/units.ts';
import type { DayRange, WorkplaceDay } from '../time/workplace-day.ts';

/** Numbers and names only: what people wrote is erased with them, and would take the file's signature with it. */
export interface PayrollSummary extends DayRange {
  readonly userId: string;
  readonly name: string;
  readonly employeeId: string;
  /** By which payroll knows them; '' where none was given. */
  readonly payrollNumber: string;
  readonly department: string;
  readonly workedMinutes: Minutes;
  /** The shift on each weekday on which they were expected. */
  readonly targetMinutes: Minutes;
  readonly breakMinutes: Minutes;
  readonly overtimeMinutes: Readonly<Record<ReportRules, Minutes>>;
  readonly lateArrivals: Readonly<Record<ReportRules, number>>;
  readonly absences: number;
  /** Those that count, whoever has agreed, and stated ends. */
  readonly corrections: number;
  readonly awaitingAgreement: number;
  readonly selfDecided: number;
  /** Those that count nothing, and were never answered. */
  readonly openRequests: number;
  /** To corrections that count all the same, and one to the period as a whole. */
  readonly objections: number;
  readonly isConfirmed: boolean;
  readonly confirmationRemark?: ConfirmationRemark | undefined;
  /** What overtime was by each rule when this was made. */
  readonly overtimeRules: Readonly<Record<ReportRules, string>>;
}

export interface PayrollQuestion {
  readonly person: {
    readonly id: string;
    readonly name: string;
    readonly employeeId: string;
    readonly payrollNumber: string;
    readonly department: string;
    readonly createdAt: EpochMs;
    readonly leftAt: EpochMs | null;
  };
  /** The workplace days of the period, consecutive. */
  readonly days: readonly WorkplaceDay[];
  /** What the report over all employees says of them and these days. */
  readonly figures: Readonly<Record<ReportRules, TeamFigures>>;
  /** Those of these days, and the ends that were stated. */
  readonly corrections: readonly { readonly state: MarkedState; readonly selfDecided: boolean }[];
  readonly record: PeriodRecord;
  readonly settings: WorkSettings;
}

/** The summary of a period that is over. @throws RangeError for one without days. */
export function payrollSummary({
  person,
  days,
  figures,
  corrections,
  record,
  settings,
}: PayrollQuestion): PayrollSummary {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  if (first === undefined || last === undefined) throw new RangeError('A period has days.');
  const count = (fits: (one: (typeof corrections)[number]) => boolean): number =>
    corrections.filter(fits).length;
  const { standard, settings: bySettings } = figures;
  const rule = (rules: ReportRules): string => ruleTexts(rules, settings).overtime;
  return {
    userId: person.id,
    name: person.name,
    employeeId: person.employeeId,
    payrollNumber: person.payrollNumber,
    department: person.department,
    first,
    last,
    workedMinutes: standard.totalMinutes,
    targetMinutes: targetMinutes(days, person, settings),
    breakMinutes: standard.breakMinutes,
    overtimeMinutes: { standard: standard.overtimeMinutes, settings: bySettings.overtimeMinutes },
    lateArrivals: { standard: standard.lateArrivals, settings: bySettings.lateArrivals },
    absences: standard.absences,
    corrections: count(({ state }) => isCounting(state)),
    awaitingAgreement: count(({ state }) => state === 'made'),
    selfDecided: count(({ selfDecided }) => selfDecided),
    openRequests: count(({ state }) => waitsFor(state) !== null && !isCounting(state)),
    objections: count(({ state }) => state === 'objected') + (isPeriodObjected(record) ? 1 : 0),
    isConfirmed: isPeriodConfirmed(record),
    confirmationRemark: confirmationRemark(record),
    overtimeRules: { standard: rule('standard'), settings: rule('settings') },
  };
}

/** The shift on each of a period's days on which they belonged to the workplace; as the dashboard's target of a month. */
export const targetMinutes = (
  days: readonly WorkplaceDay[],
  { createdAt, leftAt }: Pick<PayrollQuestion['person'], 'createdAt' | 'leftAt'>,
  settings: WorkSettings,
): Minutes =>
  days.filter((day) => isExpectedOn(day, { createdAt, leftAt, today: days.at(-1)?.day ?? '' })).length *
  shiftMinutes(settings);

/** Hours that are not overtime, of the whole minutes that are shown of both, so that the two add up. */
export const regularMinutes = (
  { workedMinutes, overtimeMinutes }: PayrollSummary,
  rules: ReportRules,
): Minutes => Math.floor(workedMinutes) - Math.floor(overtimeMinutes[rules]);
