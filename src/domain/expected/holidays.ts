/** Public holidays, and free days of the workplace's own. */
import type { Day } from '../time/units.ts';
import type { WorkplaceDay } from '../time/workplace-day.ts';

export type Holiday = { readonly day: Day; readonly name: string; readonly isHalf: boolean };

/** Days that differ between two lists, earliest first. */
export function changedHolidays(before: readonly Holiday[], after: readonly Holiday[]): Day[] {
  const texts = (list: readonly Holiday[]) =>
    new Map(list.map((one) => [one.day, `${one.name} ${one.isHalf}`]));
  const [old, wanted] = [texts(before), texts(after)];
  return [...new Set([...old.keys(), ...wanted.keys()])]
    .filter((day) => old.get(day) !== wanted.get(day))
    .toSorted();
}

export function withHolidays(
  holidays: readonly Holiday[],
  days: readonly WorkplaceDay[],
): readonly WorkplaceDay[] {
  if (holidays.length === 0) return days;
  return days.map((one) => {
    const found = holidays.find(({ day }) => day === one.day);
    return found ? { ...one, holiday: { name: found.name, isHalf: found.isHalf } } : one;
  });
}
