/** The font in PDFs: Noto Sans (SIL Open Font License). One file per script; only the needed files are loaded. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import ranges from '@fontsource/noto-sans/unicode.json';

export type FontWeight = 'normal' | 'bold';

/** In order of preference: a character is drawn with the first part of the font that contains it. */
const FONT_SUBSETS = [
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
  'devanagari',
] as const satisfies readonly (keyof typeof ranges)[];

export type FontSubset = (typeof FONT_SUBSETS)[number];

/** Ranges of each part ('U+0900-097F,U+20A8') as pairs of code points. */
const codePointRanges = new Map(
  FONT_SUBSETS.map((name) => [
    name,
    ranges[name].split(',').map((range) => {
      const [first = '', last = first] = range.replace('U+', '').split('-');
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
    }),
  ]),
);

const covers = (name: FontSubset, codePoint: number): boolean =>
  codePointRanges.get(name)?.some(([first, last]) => codePoint >= first && codePoint <= last) ?? false;

export const fontSubsetFor = (characters: string): FontSubset | null =>
  FONT_SUBSETS.find((name) =>
    [...characters].every((character) => covers(name, character.codePointAt(0) ?? 0)),
  ) ?? null;

/** Finds the fonts in their npm package. */
const packages = createRequire(import.meta.url);
const WEIGHTS = { normal: 400, bold: 600 } as const;

const readFont = (part: FontSubset, weight: FontWeight): Promise<Uint8Array> =>
  readFile(packages.resolve(`@fontsource/noto-sans/files/noto-sans-${part}-${WEIGHTS[weight]}-normal.woff`));

/** Loads both weights of each part that the texts need. @throws when a part cannot be loaded */
export async function loadFonts(texts: Iterable<string>) {
  // Texts are joined by line breaks: otherwise NFC could combine letters of two texts.
  const characters = new Set([...texts].join('\n').normalize('NFC'));
  const wanted = new Set<FontSubset>([
    'latin',
    ...[...characters].flatMap((one) => fontSubsetFor(one) ?? []),
  ]);
  return Promise.all(
    [...wanted].flatMap((part) =>
      (['normal', 'bold'] as const).map(async (weight) => ({
        part,
        weight,
        bytes: await readFont(part, weight),
      })),
    ),
  );
}
