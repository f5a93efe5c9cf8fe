/** The font that PDFs embed, fetched from where it is served like every other file of the client. */
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
import type { FontPart, Weight } from '#documents/fonts';

const PARTS = {
  latin: { normal: latin, bold: latinBold },
  'latin-ext': { normal: latinExt, bold: latinExtBold },
  cyrillic: { normal: cyrillic, bold: cyrillicBold },
  'cyrillic-ext': { normal: cyrillicExt, bold: cyrillicExtBold },
  greek: { normal: greek, bold: greekBold },
  'greek-ext': { normal: greekExt, bold: greekExtBold },
  vietnamese: { normal: vietnamese, bold: vietnameseBold },
  devanagari: { normal: devanagari, bold: devanagariBold },
} as const satisfies Readonly<Record<FontPart, Readonly<Record<Weight, string>>>>;

/** @throws when it cannot be had */
export async function fetchFont(part: FontPart, weight: Weight): Promise<Uint8Array> {
  const answer = await fetch(PARTS[part][weight]);
  if (!answer.ok) throw new Error(`The font ${part} could not be loaded.`);
  return new Uint8Array(await answer.arrayBuffer());
}
