/**
 * The font that PDFs embed: Noto Sans (SIL Open Font License), cut by scripts as its package brings it, so
 * that only the parts are fetched whose characters stand in the document. Served by us like every other file
 * of the client.
 */
import ranges from '@fontsource/noto-sans/unicode.json';
import cyrillic from '@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff?url';
import cyrillicBold from '@fontsource/noto-sans/files/noto-sans-cyrillic-600-normal.woff?url';
import cyrillicExt from '@fontsource/noto-sans/files/noto-sans-cyrillic-ext-400-normal.woff?url';
import cyrillicExtBold from '@fontsource/noto-sans/files/noto-sans-cyrillic-ext-600-normal.woff?url';
import devanagari from '@fontsource/noto-sans/files/noto-sans-devanagari-400-normal.woff?url';
import devanagariBold from '@fontsource/noto-sans/files/noto-sans-devanagari-600-normal.woff?url';
import greek from '@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff?url';
import greekBold from '@fontsource/noto-sans/files/noto-sans-greek-600-normal.woff?url';
import greekExt from '@fontsource/noto-sans/files/noto-sans-greek-ext-400-normal.woff?url';
import greekExtBold from '@fontsource/noto-sans/files/noto-sans-greek-ext-600-normal.woff?url';
import latin from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff?url';
import latinBold from '@fontsource/noto-sans/files/noto-sans-latin-600-normal.woff?url';
import latinExt from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff?url';
import latinExtBold from '@fontsource/noto-sans/files/noto-sans-latin-ext-600-normal.woff?url';
import vietnamese from '@fontsource/noto-sans/files/noto-sans-vietnamese-400-normal.woff?url';
import vietnameseBold from '@fontsource/noto-sans/files/noto-sans-vietnamese-600-normal.woff?url';

export type Weight = 'normal' | 'bold';

/** The parts in the order they are asked in; the first that knows a character draws it. */
const PARTS = {
  latin: { normal: latin, bold: latinBold },
  'latin-ext': { normal: latinExt, bold: latinExtBold },
  cyrillic: { normal: cyrillic, bold: cyrillicBold },
  'cyrillic-ext': { normal: cyrillicExt, bold: cyrillicExtBold },
  greek: { normal: greek, bold: greekBold },
  'greek-ext': { normal: greekExt, bold: greekExtBold },
  vietnamese: { normal: vietnamese, bold: vietnameseBold },
  devanagari: { normal: devanagari, bold: devanagariBold },
} as const satisfies Partial<Record<keyof typeof ranges, Readonly<Record<Weight, string>>>>;

export type FontPart = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as readonly FontPart[];

/** 'U+0900-097F,U+20A8' as pairs of code points. */
const spans = new Map(
  NAMES.map((name) => [
    name,
    ranges[name].split(',').map((range) => {
      const [first = '', last = first] = range.replace('U+', '').split('-');
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
    }),
  ]),
);

/** Whether a part is made for a character. */
const covers = (name: FontPart, codePoint: number): boolean =>
  spans.get(name)?.some(([first, last]) => codePoint >= first && codePoint <= last) ?? false;

/** The part that draws these characters together; null when none is made for all of them. */
export const partFor = (characters: string): FontPart | null =>
  NAMES.find((name) => [...characters].every((character) => covers(name, character.codePointAt(0) ?? 0))) ??
  null;

export interface LoadedFont {
  readonly part: FontPart;
  readonly weight: Weight;
  readonly bytes: Uint8Array;
}

/** Fetches, in both weights, the parts for all characters of the texts. @throws when one cannot be had */
export async function loadFonts(texts: Iterable<string>): Promise<LoadedFont[]> {
  const wanted = new Set<FontPart>(['latin']);
  const seen = new Set<string>();
  for (const text of texts) {
    for (const character of text.normalize('NFC')) {
      if (seen.has(character)) continue;
      seen.add(character);
      const part = partFor(character);
      if (part !== null) wanted.add(part);
    }
  }
  return Promise.all(
    [...wanted].flatMap((part) =>
      (['normal', 'bold'] as const).map(async (weight) => {
        const answer = await fetch(PARTS[part][weight]);
        if (!answer.ok) throw new Error(`The font ${part} could not be loaded.`);
        return { part, weight, bytes: new Uint8Array(await answer.arrayBuffer()) };
      }),
    ),
  );
}
