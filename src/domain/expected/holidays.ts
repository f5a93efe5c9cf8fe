/** Public holidays, and free days of the workplace's own. */
import type { Day } from '../time/units.ts';
import type { WorkplaceDay } from '../time/workplace-day.ts';

export type Holiday = { readonly day: Day; readonly name: string; readonly isHalf: boolean };

export type HolidayList = {
  /** Country and region whose holidays were chosen, as 'DE-BY'; '' for none. */
  readonly region: string;
  readonly holidays: readonly Holiday[];
};

/** The first year without holidays: this one, or from November on the next; null for neither. */
export function yearWithoutHolidays(holidays: readonly Holiday[], today: Day): number | null {
  const year = Number(today.slice(0, 4));
  const years = today.slice(5) < '11' ? [year] : [year, year + 1];
  return years.find((one) => !holidays.some(({ day }) => day.startsWith(`${one}-`))) ?? null;
}

/** Days that differ between two lists, earliest first. */
export function changedHolidays(before: readonly Holiday[], after: readonly Holiday[]): Day[] {
  const texts = (list: readonly Holiday[]) =>
    new Map(list.map((one) => [one.day, `${one.name} ${one.isHalf}`]));
  const [old, wanted] = [texts(before), texts(after)];
  return [...new Set([...old.keys(), ...wanted.keys()])]
    .filter((day) => old.get(day) !== wanted.get(day))
    .toSorted();
}

export function withHoliday(holidays: readonly Holiday[], one: WorkplaceDay): WorkplaceDay {
  const found = holidays.find(({ day }) => day === one.day);
  return found ? { ...one, holiday: { name: found.name, isHalf: found.isHalf } } : one;
}
