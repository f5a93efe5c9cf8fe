/** Proposes holidays from the package `date-holidays`, imported at the first request. An admin can edit them. */
import type { HolidayProposal } from '#contract/holidays';
import { MS_PER_HOUR } from '#domain/time/units';
import { addDays } from '#domain/time/workplace-day';

const load = async () => (await import('date-holidays')).default;
const LANGUAGE = 'en';

export async function holidayRegions(): Promise<{ code: string; name: string }[]> {
  const all = new (await load())();
  return Object.entries(all.getCountries(LANGUAGE)).flatMap(([country, name]) => [
    { code: country, name },
    ...Object.entries(all.getStates(country, LANGUAGE) ?? {}).flatMap(([state, stateName]) => [
      { code: `${country}-${state}`, name: `${name}, ${stateName}` },
      ...Object.entries(all.getRegions(country, state, LANGUAGE) ?? {}).map(([region, regionName]) => ({
        code: `${country}-${state}-${region}`,
        name: `${name}, ${stateName}, ${regionName}`,
      })),
    ]),
  ]);
}

/** Returns a year's holidays, earliest first; none for an unknown region. A holiday from 10:00 on is a half day. */
export async function proposedHolidays(code: string, year: number): Promise<HolidayProposal['holidays']> {
  const [country = '', state, region] = code.split('-');
  const days = new Map<string, HolidayProposal['holidays'][number]>();
  const found = new (await load())({
    country,
    ...(state && { state }),
    ...(region && { region }),
  }).getHolidays(year, LANGUAGE);
  for (const { date, start, end, name, type } of found) {
    const first = date.slice(0, 10);
    const isHalf = Number(date.slice(11, 13)) >= HALF_DAY_FROM_HOUR;
    const count = Math.max(1, Math.round((end.getTime() - start.getTime()) / (24 * MS_PER_HOUR)));
    for (let at = 0; at < count; at += 1) {
      const day = addDays(first, at);
      const isPublic = type === 'public';
      // If two holidays fall on one day, the public one is kept.
      if (!days.get(day)?.isPublic && day.startsWith(`${year}-`))
        days.set(day, { day, name, isHalf, isPublic });
    }
  }
  return [...days.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

const HALF_DAY_FROM_HOUR = 10;
