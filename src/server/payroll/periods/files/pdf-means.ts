/** What the server brings to its PDF files: the font from its package, and frames where that has no letters. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PdfMeans } from '#documents/pdf';
import type { ForeignText } from '#documents/pdf-text';

const packages = createRequire(import.meta.url);
const WEIGHTS = { normal: 400, bold: 600 } as const;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const lettersOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);

/** Of one frame, in units of the font size. A blank is as wide, and has none. */
const [ADVANCE, WIDTH, HEIGHT, LINE] = [0.75, 0.6, 0.72, 0.06];

/**
 * A frame for each letter (Chinese, Arabic, emoji, ...), since fonts for all scripts would be some 150 MB. What stands there is
 * read and copied from behind the frames, and the payroll number beside them says who it is.
 */
const frames: ForeignText = {
  width: (text) => lettersOf(text).length * ADVANCE,
  draw: (canvas, text, x, y, { size, colour }) => {
    canvas.lineWidth(LINE * size);
    for (const [index, letter] of lettersOf(text).entries())
      if (letter !== ' ')
        canvas
          .rect(x + index * ADVANCE * size, y - HEIGHT * size, WIDTH * size, HEIGHT * size)
          .stroke(colour);
  },
};

export const pdfMeans: PdfMeans = {
  product: 'Punctual',
  loadFont: (part, weight) =>
    readFile(
      packages.resolve(`@fontsource/noto-sans/files/noto-sans-${part}-${WEIGHTS[weight]}-normal.woff`),
    ),
  foreign: frames,
};
