import { describe, expect, it } from 'vitest';
import { poOf, sourceOf, textsOf } from '../../bin/texts.mjs';
import { problemCodes } from '#contract/problems';
import { CATALOGUES } from '#texts/every-language';
import { files, read, sources, textsInMarkup } from './sources.ts';

const { en, ...others } = CATALOGUES;
const english: Readonly<Record<string, string | object>> = Object.assign({}, ...Object.values(en));
/** Names that are the same in all languages. */
const NAMES = ['date-holidays', 'SMTP_URL', 'Control+K Meta+K'];
const code = sources('src').filter(({ path }) => !path.startsWith('src/texts/'));

describe('the catalogues of texts', () => {
  it('have no key that no code names, and no key twice', () => {
    const named = new Set(
      code.flatMap(({ text }) => [...text.matchAll(/'([\w-]+\.\w+)'/g)].map(([, key]) => key)),
    );
    // `problemText` says them by their codes.
    for (const code of problemCodes) named.add(`problem.${code}`);
    expect(Object.keys(english).filter((key) => !named.has(key))).toEqual([]);
    const keys = Object.values(en).flatMap(Object.keys);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it.each(Object.entries(CATALOGUES))('have no blank at the beginning or end of a text (%s)', (_, areas) => {
    const texts = Object.values(areas).flatMap((area) => Object.entries<string | object>(area));
    const forms = texts.flatMap(([key, text]) =>
      Object.values(typeof text === 'string' ? [text] : text).map((one) => [key, one]),
    );
    expect(forms.filter(([, text]) => text !== text.trim() || text.trim() === '')).toEqual([]);
  });

  it('hold all texts that a screen shows: none stands in the markup', () => {
    const texts = sources('src/web').flatMap((source) =>
      textsInMarkup(source).map((text) => ({ path: source.path, text })),
    );
    expect(texts.filter(({ text }) => !NAMES.includes(text) && !/^[a-z]+-/.test(text))).toEqual([]);
  });

  it('are shown in either reading direction: only what lies on a time axis names left and right', () => {
    const physical =
      /(?<=["'`\s:]-?)(?:(?:m|p|scroll-m|scroll-p)[lr]|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr]))-(?:\d|auto|full|px|none|sm|md|lg|\(|\[)[^\s"'`]*|(?<=["'`\s:])(?:text|float|clear)-(?:left|right)(?=["'`\s])/g;
    const wrong = sources('src/web')
      .filter(({ path }) => !/\/(?:timeline|charts)\/|\/chart\.tsx$/.test(path))
      .flatMap(({ path, text }) => [...text.matchAll(physical)].map(([name]) => ({ path, name })))
      // Together with a translation it is the middle.
      .filter(({ name }) => name !== 'left-1/2');
    expect(wrong).toEqual([]);
  });

  it('hold their texts as plain data, without functions', () => {
    const wrong = files('src/texts', ['.ts']).filter(
      (path) => path.split('/').length === 4 && /=>|\bfunction\b/.test(read(path).text),
    );
    expect(wrong).toEqual([]);
  });
});

/** Each text longer by 40 %, with accents and in brackets: what a screen does not show so is no text of a catalogue. */
const stretched = (text: string) =>
  `[${text}${'~'.repeat(Math.ceil(text.replaceAll(/\{\w+\}/g, '').length * 0.4))}]`;

/** What a translator's program does: fills each empty text. */
const translated = (po: string): string => {
  let english = '';
  return po.replaceAll(/^(msgid|msgstr) "(.*)"$|^"(.*)"$/gm, (line, what: string, text: string) => {
    if (what === 'msgid') english = text;
    return what === 'msgstr' && english !== '' ? `msgstr "${stretched(english)}"` : line;
  });
};

/** The formatter breaks long lines. */
const layoutOf = (text: string): string => text.replaceAll(/\s+/g, '').replaceAll(',}', '}');

describe('a new language', () => {
  const po = poOf(en, undefined, 'pl').toString().replaceAll('"\n"', '');

  it('is exported, translated and imported, with all plural forms of its own', () => {
    const areas = textsOf(en, translated(po), 'pl');
    expect(Object.keys(areas)).toEqual(Object.keys(en));
    expect(areas.public?.['login.title']).toBe(stretched(en.public['login.title']));
    const plurals = Object.values(areas).flatMap((texts) =>
      Object.values(texts).filter((text) => typeof text !== 'string'),
    );
    expect(plurals.length).toBeGreaterThan(20);
    expect(plurals.every((forms) => Object.keys(forms).toSorted().join(' ') === 'few many one other')).toBe(
      true,
    );
  });

  it('is refused when a text lacks a value, or less than 95 % of the texts are translated', () => {
    const lacking = translated(po).replace(/^(msgctxt "live\.lost"\nmsgid .*\nmsgstr ").*"$/m, '$1[weg]"');
    expect(() => textsOf(en, lacking, 'pl')).toThrow('live.lost: it needs duration');
    expect(() => textsOf(en, po, 'pl')).toThrow('a language is offered from 95 % on');
  });

  it.each(Object.entries(others))('comes back from its file as it was (%s)', (language, areas) => {
    const back = textsOf(en, poOf(en, areas, language), language);
    expect(back).toEqual(areas);
    for (const [area, texts] of Object.entries(back))
      expect(layoutOf(sourceOf(area, texts))).toBe(layoutOf(read(`src/texts/${language}/${area}.ts`).text));
  });
});
