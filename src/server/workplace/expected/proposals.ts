/** Proposes holidays from the package `date-holidays`, imported at the first request. An admin can edit them. */
import type { HolidayProposal } from '#contract/expected/holidays';
import { MS_PER_HOUR } from '#domain/time/units';
import { addDays } from '#domain/time/workplace-day';

const load = async () => (await import('date-holidays')).default;
const LANGUAGE = 'en';

/** English names of regions for which the package has only local ones. */
const ENGLISH_NAMES: Readonly<Record<string, string>> = {
  'BE-BRU': 'Brussels',
  'BE-DE': 'German-speaking Community',
  'BE-VLG': 'Flemish Community',
  'BE-WAL': 'French Community',
  'DE-BY': 'Bavaria',
  'DE-HB': 'Bremen',
  'DE-HE': 'Hesse',
  'DE-HH': 'Hamburg',
  'DE-MV': 'Mecklenburg-Western Pomerania',
  'DE-NI': 'Lower Saxony',
  'DE-NW': 'North Rhine-Westphalia',
  'DE-RP': 'Rhineland-Palatinate',
  'DE-SN': 'Saxony',
  'DE-ST': 'Saxony-Anhalt',
  'DE-TH': 'Thuringia',
  'ES-AN': 'Andalusia',
  'IT-32': 'South Tyrol',
};

/** Regions with the names that are searched besides `name`: English and local ones. */
export async function holidayRegions(): Promise<{ code: string; name: string; otherNames: string }[]> {
  const Holidays = await load();
  const all = new Holidays();
  return Object.entries(all.getCountries(LANGUAGE)).flatMap(([country, name]) => {
    const languages = new Holidays(country).getLanguages();
    /** Other names than `shown`, without doubles. */
    const others = (code: string, shown: string, nameIn: (language: string) => string | undefined): string =>
      [...new Set([ENGLISH_NAMES[code], ...languages.map(nameIn)])]
        .filter((other) => other !== undefined && !shown.includes(other))
        .join(', ');
    return [
      { code: country, name, otherNames: others(country, name, (one) => all.getCountries(one)[country]) },
      ...Object.entries(all.getStates(country, LANGUAGE) ?? {}).flatMap(([state, stateName]) => [
        {
          code: `${country}-${state}`,
          name: `${name}, ${stateName}`,
          otherNames: others(`${country}-${state}`, stateName, (one) => all.getStates(country, one)?.[state]),
        },
        ...Object.entries(all.getRegions(country, state, LANGUAGE) ?? {}).map(([region, regionName]) => ({
          code: `${country}-${state}-${region}`,
          name: `${name}, ${stateName}, ${regionName}`,
          otherNames: others('', regionName, (one) => all.getRegions(country, state, one)?.[region]),
        })),
      ]),
    ];
  });
}

/** Returns the English name of a region; '' for none. */
export async function regionName(code: string): Promise<string> {
  const [country = '', state = '', region = ''] = code.split('-');
  if (country === '') return '';
  const all = new (await load())();
  return (
    ENGLISH_NAMES[code] ??
    all.getRegions(country, state, LANGUAGE)?.[region] ??
    all.getStates(country, LANGUAGE)?.[state] ??
    all.getCountries(LANGUAGE)[country] ??
    code
  );
}

/** Code of the country that has this time zone; '' if none is known. */
export async function countryOfZone(zone: string): Promise<string> {
  const wanted = presentZoneName(zone);
  const countries = Object.keys(new (await load())().getCountries(LANGUAGE));
  const isThere = (country: string) => zonesOf(country).some((one) => presentZoneName(one) === wanted);
  return wanted === null ? '' : (countries.find(isThere) ?? '');
}

/** Node 20 knows the zones of a country by a property, later versions by a method. */
function zonesOf(country: string): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    timeZones?: string[];
    getTimeZones?: () => string[] | undefined;
  };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** Zones have old names, too (Asia/Calcutta is Asia/Kolkata). Null for no zone. */
function presentZoneName(timeZone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Returns a year's holidays, earliest first; none for an unknown region. A holiday from 10:00 on is free in the afternoon. */
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
        days.set(day, { day, name, isHalf, ...(isHalf && { isAfternoon: true }), isPublic });
    }
  }
  return [...days.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

const HALF_DAY_FROM_HOUR = 10;
