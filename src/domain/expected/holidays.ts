/** Public holidays, and free days that the workplace adds itself. */
import { say } from '#texts/say';
import type { Day } from '../time/units.ts';
import type { WorkplaceDay, Holiday } from '../time/workplace-day.ts';

/** Part of the day that is free, for half a holiday. */
export const freeHalf = ({ isHalf, isAfternoon }: Pick<Holiday, 'isHalf' | 'isAfternoon'>) =>
  isHalf ? (isAfternoon ? 'afternoon' : 'morning') : null;

/** Drops `isAfternoon` where it says nothing, since the record compares lists by their text. */
export const normalizeHoliday = ({ day, name, isHalf, isAfternoon }: Holiday): Holiday =>
  isHalf && isAfternoon ? { day, name, isHalf, isAfternoon } : { day, name, isHalf };

/** 'New Year', 'Christmas Eve (afternoon)'. */
export function holidayText(holiday: Omit<Holiday, 'day'>): string {
  const half = freeHalf(holiday);
  const { name } = holiday;
  if (half === null) return name;
  return say(half === 'morning' ? 'holidayName.morning' : 'holidayName.afternoon', { name });
}

export type HolidayList = {
  /** Country and region whose holidays were chosen, as 'DE-BY'; '' for none. */
  readonly region: string;
  readonly holidays: readonly Holiday[];
};

/** Returns the first year without holidays: this year or, from November on, also next year. Null if there is none. */
export function yearWithoutHolidays(holidays: readonly Holiday[], today: Day): number | null {
  const year = Number(today.slice(0, 4));
  const years = today.slice(5) < '11' ? [year] : [year, year + 1];
  return years.find((one) => !holidays.some(({ day }) => day.startsWith(`${one}-`))) ?? null;
}

/** The first day on which two lists differ. Names do not matter. */
export function firstChangedDay(before: readonly Holiday[], after: readonly Holiday[]): Day | undefined {
  const texts = [...before, ...after].map((one) => `${one.day} ${freeHalf(one)}`).toSorted();
  return texts.find((text, at) => text !== texts[at - 1] && text !== texts[at + 1])?.slice(0, 10);
}

export function withHoliday(holidays: readonly Holiday[], one: WorkplaceDay): WorkplaceDay {
  const found = holidays.find(({ day }) => day === one.day);
  if (!found) return one;
  const { day: _day, ...holiday } = found;
  return { ...one, holiday };
}
