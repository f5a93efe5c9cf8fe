/** Dates, numbers and sorting in each language. English is that of the specification (format.test.ts). */
import { describe, expect, it } from 'vitest';
import { amountText } from '#domain/leave/allowance-rule';
import { compareNames } from '#domain/people/employee';
import {
  formatDate,
  formatDayRange,
  formatFullDate,
  formatMonth,
  formatMonthDay,
  formatTime,
} from '#domain/time/format';
import { formatDuration } from '#domain/time/units';
import { weekdayName } from '#domain/time/weekday';
import { weekOf } from '#domain/time/workplace-day';
import { inLanguage } from '#server/platform/language';
import { LANGUAGE_CODES, LANGUAGES, localeOf, type Language } from '#texts/languages';
import { decimalText, fill, sayNumber } from '#texts/say';

const DAY = '2026-11-05';
const AT = Date.parse('2026-11-05T14:07:00.000Z');

/** What each function writes, by language. No-break spaces are shown as plain ones. */
const TABLE: Readonly<Record<string, readonly [write: () => string, expected: Record<Language, string>]>> = {
  'a date': [
    () => formatDate(DAY, 'UTC'),
    {
      en: 'Nov 05, 2026',
      de: '5. Nov. 2026',
      es: '5 nov 2026',
      fr: '5 nov. 2026',
      'pt-BR': '5 de nov. de 2026',
    },
  ],
  'a whole date': [
    () => formatFullDate(DAY, 'UTC'),
    {
      en: 'Thursday, November 5, 2026',
      de: 'Donnerstag, 5. November 2026',
      es: 'jueves, 5 de noviembre de 2026',
      fr: 'jeudi 5 novembre 2026',
      'pt-BR': 'quinta-feira, 5 de novembro de 2026',
    },
  ],
  'a month': [
    () => formatMonth(DAY),
    {
      en: 'November 2026',
      de: 'November 2026',
      es: 'noviembre de 2026',
      fr: 'novembre 2026',
      'pt-BR': 'novembro de 2026',
    },
  ],
  'a day of a month': [
    () => formatMonthDay(DAY),
    { en: 'Nov 5', de: '5. Nov.', es: '5 nov', fr: '5 nov.', 'pt-BR': '5 de nov.' },
  ],
  'days from and to': [
    () => formatDayRange('2026-11-16', '2026-11-22'),
    {
      en: 'Nov 16, 2026 - Nov 22, 2026',
      de: '16. Nov. 2026 - 22. Nov. 2026',
      es: '16 nov 2026 - 22 nov 2026',
      fr: '16 nov. 2026 - 22 nov. 2026',
      'pt-BR': '16 de nov. de 2026 - 22 de nov. de 2026',
    },
  ],
  'the days of a week': [
    () => [1, 2, 3, 4, 5, 6, 7].map(weekdayName).join(' '),
    {
      en: 'Mon Tue Wed Thu Fri Sat Sun',
      de: 'Mo Di Mi Do Fr Sa So',
      es: 'lun mar mié jue vie sáb dom',
      fr: 'lun. mar. mer. jeu. ven. sam. dim.',
      'pt-BR': 'seg. ter. qua. qui. sex. sáb. dom.',
    },
  ],
  'a time, on 24 hours in every language': [
    () => formatTime(AT, 'UTC'),
    { en: '14:07', de: '14:07', es: '14:07', fr: '14:07', 'pt-BR': '14:07' },
  ],
  'a number': [
    () => `${sayNumber(1234.5)} ${sayNumber(12_345, 1)} ${decimalText('8.50')}`,
    {
      en: '1,234.5 12,345.0 8.50',
      de: '1.234,5 12.345,0 8,50',
      es: '1234,5 12.345,0 8,50',
      fr: '1 234,5 12 345,0 8,50',
      'pt-BR': '1.234,5 12.345,0 8,50',
    },
  ],
  'a duration': [
    () => formatDuration(463),
    { en: '7h 43m', de: '7 h 43 min', es: '7 h 43 min', fr: '7 h 43 min', 'pt-BR': '7h 43min' },
  ],
  'an allowance': [
    () => `${amountText(1, 'days')}, ${amountText(25.5, 'days')}`,
    {
      en: '1 day, 25½ days',
      de: '1 Tag, 25½ Tage',
      es: '1 día, 25½ días',
      fr: '1 jour, 25½ jours',
      'pt-BR': '1 dia, 25½ dias',
    },
  ],
  'names in their order': [
    () =>
      ['Zoe', 'Öz', 'nino', 'Ñandú', 'Nora', 'oda', 'Éva', 'Ada 10', 'Ada 2']
        .toSorted(compareNames)
        .join(' '),
    {
      en: 'Ada 2 Ada 10 Éva Ñandú nino Nora oda Öz Zoe',
      de: 'Ada 2 Ada 10 Éva Ñandú nino Nora oda Öz Zoe',
      // Spanish has a letter ñ after n.
      es: 'Ada 2 Ada 10 Éva nino Nora Ñandú oda Öz Zoe',
      fr: 'Ada 2 Ada 10 Éva Ñandú nino Nora oda Öz Zoe',
      'pt-BR': 'Ada 2 Ada 10 Éva Ñandú nino Nora oda Öz Zoe',
    },
  ],
};
const rows = Object.entries(TABLE).flatMap(([what, [write, expected]]) =>
  LANGUAGE_CODES.map((language) => [what, language, write, expected[language]] as const),
);

describe('the server writes', () => {
  it.each(rows)('%s in %s', (_what, language, write, expected) => {
    expect(inLanguage(language, write).replaceAll(/[\u00A0\u202F]/g, ' ')).toBe(expected);
  });

  it('what nobody reads in a language of theirs in English', () => {
    expect([formatDate(DAY, 'UTC'), sayNumber(1234.5)]).toEqual(['Nov 05, 2026', '1,234.5']);
  });
});

describe('what does not follow the language', () => {
  it.each(LANGUAGE_CODES)('is the first day of a week, which the workplace sets (%s)', (language) => {
    const weeks = inLanguage(language, () => ([1, 6, 7] as const).map((first) => weekOf(DAY, first).first));
    expect(weeks).toEqual(['2026-11-02', '2026-10-31', '2026-11-01']);
  });

  it.each(LANGUAGE_CODES)('are the names of the languages, each in itself (%s)', (language) => {
    const own = new Intl.DisplayNames(localeOf(language), { type: 'language' }).of(language);
    expect(LANGUAGES[language].name.toLowerCase()).toBe(own?.toLowerCase());
  });
});

describe('a text with a count', () => {
  const polish = {
    one: '{count} wpis',
    few: '{count} wpisy',
    many: '{count} wpisów',
    other: '{count} wpisu',
  };
  const arabic = {
    zero: 'zero',
    one: 'one',
    two: 'two',
    few: 'few {count}',
    many: 'many {count}',
    other: 'other',
  };

  it.each([
    [0, '0 wpisów'],
    [1, '1 wpis'],
    [2, '2 wpisy'],
    [4, '4 wpisy'],
    [5, '5 wpisów'],
    [12, '12 wpisów'],
    [22, '22 wpisy'],
    [25, '25 wpisów'],
    [1.5, '1,5 wpisu'],
  ])('takes the form of the Polish rules: %s', (count, text) => {
    expect(fill(polish, { count }, 'pl')).toBe(text);
  });

  it.each([
    [0, 'zero'],
    [1, 'one'],
    [2, 'two'],
    [3, 'few 3'],
    [10, 'few 10'],
    [11, 'many 11'],
    [99, 'many 99'],
    [100, 'other'],
    [103, 'few 103'],
  ])('takes the form of the Arabic rules: %s', (count, text) => {
    expect(fill(arabic, { count }, 'ar-EG-u-nu-latn')).toBe(text);
  });

  it('takes the form for others where the language has one that the text lacks', () => {
    expect(fill({ one: 'un', other: '{count} autres' }, { count: 1_000_000 }, 'fr')).toMatch(/ autres$/);
    expect(fill({ one: '{count} día', other: '{count} días' }, { count: 12_345 }, 'es')).toBe('12.345 días');
  });

  it('writes a value given as text as it is, and each value in each place', () => {
    expect(fill('{year} {name} {year} {count}', { year: '2026', name: '$& {x}', count: 2026 }, 'de')).toBe(
      '2026 $& {x} 2026 2.026',
    );
  });
});
