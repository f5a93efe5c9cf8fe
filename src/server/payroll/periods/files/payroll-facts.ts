/** What Excel and PDF files of a closed period say of it as a whole. */
import type { PayrollPeriod, PayrollPerson } from '#contract/payroll';
import { toEpochMs } from '#contract/wire';
import { formatDate, wallTime } from '#domain/time/format';
import { minutesNotShown, MS_PER_MINUTE, type EpochMs, type Minutes } from '#domain/time/units';
import { zoneAt } from '#domain/time/zone-rules';

/** When the last of it was closed; an empty period has its first day's midnight, in Greenwich. */
export const closedAt = ({ people, first }: PayrollPeriod): EpochMs =>
  Math.max(toEpochMs(`${first}T00:00:00.000Z`), ...people.map((one) => toEpochMs(one.closedAt)));

/** 'Closed by Ada, Bob, last on Nov 05, 2026 09:12 (Europe/Berlin)' */
export function closedText(period: PayrollPeriod): string {
  const { people, timeZone } = period;
  const at = closedAt(period);
  const names = [...new Set(people.map(({ closedBy }) => closedBy))];
  const when = `${formatDate(at, timeZone)} ${wallTime(at, timeZone)} (${zoneAt(timeZone, at)})`;
  if (people.length === 0) return 'Nobody was employed in this period.';
  const once = new Set(people.map((one) => one.closedAt)).size === 1;
  return `Closed by ${names.join(', ')}, ${once ? '' : 'last '}on ${when}`;
}

type Figure = (person: PayrollPerson) => number;

export const sumOf = ({ people }: PayrollPeriod, figure: Figure): number =>
  people.reduce((sum, person) => sum + figure(person), 0);

/** Exact: each person's minutes are whole milliseconds, of which binary fractions leave crumbs. */
export const sumOfMinutes = (period: PayrollPeriod, figure: Figure): Minutes =>
  Math.round(sumOf(period, figure) * MS_PER_MINUTE) / MS_PER_MINUTE;

/** Minutes by which the lines of a column fall short of its sum. */
export const notShownOf = (period: PayrollPeriod, figure: Figure): Minutes =>
  minutesNotShown(period.people.map(figure), sumOfMinutes(period, figure));

/** By which rule overtime was reckoned; settings may have changed between the closings. */
export function overtimeRule({ people }: PayrollPeriod, rules: 'standard' | 'settings'): string {
  const texts = new Set(people.map(({ overtimeRules }) => overtimeRules[rules]));
  return [...texts].join('; ');
}
