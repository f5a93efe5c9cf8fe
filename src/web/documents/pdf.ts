import { makePdf as make } from '#documents/pdf';
import type { PdfContent, PdfProgress } from '#documents/pdf-content';
import { PRODUCT_NAME } from '#web/product.ts';
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
import type { FontSubset, FontWeight } from '#documents/fonts';
import type { FallbackText } from '#documents/pdf-text';

/** Browser fonts. Text in scripts that the PDF's embedded font lacks is drawn with them, as a picture. */
const FAMILY = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
/** Pixels per point: sharp in print. */
const SCALE = 6;

/** Space above and below the baseline, in units of the font size; enough for stacked marks. */
const ASCENT = 1.15;
const DESCENT = 0.45;

const fontOf = (pixels: number, weight: FontWeight): string =>
  `${weight === 'bold' ? 600 : 400} ${pixels}px ${FAMILY}`;

function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('This browser cannot draw text.');
  return drawing;
}

let measureContext: CanvasRenderingContext2D | undefined;

/** Width as a multiple of the font size. */
function pictureWidth(text: string, weight: FontWeight): number {
  measureContext ??= context(document.createElement('canvas'));
  measureContext.font = fontOf(100, weight);
  return measureContext.measureText(text).width / 100;
}

/** Draws the text on white as a JPEG, which a PDF embeds unchanged. Width and height are multiples of the font size. */
function pictureOf(text: string, size: number, weight: FontWeight, colour: string) {
  const width = pictureWidth(text, weight);
  const pixels = size * SCALE;
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.ceil(width * pixels));
  canvas.height = Math.ceil((ASCENT + DESCENT) * pixels);
  const drawing = context(canvas);
  drawing.fillStyle = '#ffffff';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.fillStyle = colour;
  drawing.font = fontOf(pixels, weight);
  drawing.textBaseline = 'alphabetic';
  drawing.fillText(text, 0, ASCENT * pixels);
  const encoded = canvas.toDataURL('image/jpeg', 0.92).split(',')[1] ?? '';
  return {
    bytes: Uint8Array.from(atob(encoded), (byte) => byte.charCodeAt(0)),
    width: canvas.width / pixels,
    height: canvas.height / pixels,
  };
}

const pictureText: FallbackText = {
  width: pictureWidth,
  draw: (canvas, text, x, y, { size, weight, colour }) => {
    const { bytes, width, height } = pictureOf(text, size, weight, colour);
    canvas.image(bytes.buffer, x, y - ASCENT * size, {
      width: width * size,
      height: height * size,
    });
  },
};

const FONT_FILES = {
  latin: { normal: latin, bold: latinBold },
  'latin-ext': { normal: latinExt, bold: latinExtBold },
  cyrillic: { normal: cyrillic, bold: cyrillicBold },
  'cyrillic-ext': { normal: cyrillicExt, bold: cyrillicExtBold },
  greek: { normal: greek, bold: greekBold },
  'greek-ext': { normal: greekExt, bold: greekExtBold },
  vietnamese: { normal: vietnamese, bold: vietnameseBold },
  devanagari: { normal: devanagari, bold: devanagariBold },
} as const satisfies Readonly<Record<FontSubset, Readonly<Record<FontWeight, string>>>>;

async function fetchFont(part: FontSubset, weight: FontWeight): Promise<Uint8Array> {
  const answer = await fetch(FONT_FILES[part][weight]);
  if (!answer.ok) throw new Error(`The font ${part} could not be loaded.`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** @throws if a font cannot be loaded; throws the signal's reason if the signal is aborted */
export const makePdf = (content: PdfContent, progress: PdfProgress): Promise<Uint8Array<ArrayBuffer>[]> =>
  make(content, { product: PRODUCT_NAME, loadFont: fetchFont, fallback: pictureText }, progress);
