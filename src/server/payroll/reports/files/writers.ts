/** Writes Excel and PDF files. The code is loaded on demand. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PdfEnvironment } from '#documents/pdf';
import type { PdfContent } from '#documents/pdf-content';
import { type FallbackText, textRunsOf, toPrintable } from '#documents/pdf-text';
import type { Sheet } from '#documents/sheet';

/** Finds the PDF fonts in their npm package. */
const packages = createRequire(import.meta.url);
const WEIGHTS = { normal: 400, bold: 600 } as const;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const graphemesOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);

/** Sizes of the frame drawn for a character that the fonts lack, in multiples of the font size. */
const [ADVANCE, WIDTH, HEIGHT, LINE] = [0.75, 0.6, 0.72, 0.06];

/** Frames for characters that the fonts lack: fonts for all scripts take 150 MB. Copied text keeps the characters. */
const frames: FallbackText = {
  width: (text) => graphemesOf(text).length * ADVANCE,
  draw: (canvas, text, x, y, { size, colour }) => {
    canvas.lineWidth(LINE * size);
    for (const [index, letter] of graphemesOf(text).entries())
      if (letter !== ' ')
        canvas
          .rect(x + index * ADVANCE * size, y - HEIGHT * size, WIDTH * size, HEIGHT * size)
          .stroke(colour);
  },
};

const environment: PdfEnvironment = {
  product: 'Punctual',
  loadFont: (part, weight) =>
    readFile(
      packages.resolve(`@fontsource/noto-sans/files/noto-sans-${part}-${WEIGHTS[weight]}-normal.woff`),
    ),
  fallback: frames,
};

export const FRAMES_NOTE =
  'A frame stands for a letter this file has no font for. It can be copied, and the other files show it.';

export const hasFrames = (texts: readonly string[]): boolean =>
  texts.some((text) => textRunsOf(toPrintable(text)).some(({ part }) => part === null));

export const FILE_TYPE = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const;

export async function workbookBytes(sheets: readonly Sheet[]): Promise<Buffer> {
  const { createWorkbook } = await import('#documents/workbook');
  return Buffer.from(createWorkbook(sheets));
}

/** Throws the signal's reason if aborted. */
export async function pdfBytes(content: PdfContent, signal: AbortSignal): Promise<Buffer> {
  const { makePdf } = await import('#documents/pdf');
  return Buffer.concat(await makePdf(content, environment, { report: () => {}, signal }));
}
