/** Public holidays, and free days of the workplace's own. */
import type { Day } from '../time/units.ts';
import type { WorkplaceDay } from '../time/workplace-day.ts';

export type Holiday = { readonly day: Day; readonly name: string; readonly isHalf: boolean };

export type HolidayList = {
  /** Country and region whose holidays were chosen, as 'DE-BY'; '' for none. */
  readonly region: string;
  readonly holidays: readonly Holiday[];
};

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
