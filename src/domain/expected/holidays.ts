/** Public holidays, and free days of the workplace's own. */
import type { Day } from '../time/units.ts';
import type { WorkplaceDay } from '../time/workplace-day.ts';

export type Holiday = { readonly day: Day; readonly name: string; readonly isHalf: boolean };

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
