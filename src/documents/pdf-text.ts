/** Draws text in any script, split into runs: each run uses one part of the font. */
import { type FontWeight, fontSubsetFor, type FontSubset } from './fonts.ts';

export interface TextStyle {
  /** Points. */
  readonly size: number;
  readonly weight?: FontWeight;
  readonly colour?: string;
}

/** `part` is null where the font has no glyphs. */
export interface TextRun {
  readonly text: string;
  readonly part: FontSubset | null;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Control characters to remove: bidirectional controls would also affect the lines after them. */
const CONTROLS = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

export const toPrintable = (text: string): string =>
  text.normalize('NFC').replace(/\s+/gu, ' ').replace(CONTROLS, '').trim();

/** Fast path for most texts: only characters of the part 'latin', none of which combine. */
const PLAIN = /^[ -~\u00C0-\u00FF]+$/;

/** Splits a text into runs of one font part. A blank belongs to the run before it. */
export function textRunsOf(text: string): TextRun[] {
  if (PLAIN.test(text)) return [{ text, part: 'latin' }];
  const runs: TextRun[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const last = runs.at(-1);
    const part = segment === ' ' && last ? last.part : fontSubsetFor(segment);
    if (last && last.part === part) runs[runs.length - 1] = { text: last.text + segment, part };
    else runs.push({ text: segment, part });
  }
  return runs;
}

/** Draws text for which the embedded font has no glyphs (Chinese, Arabic, emoji, ...). */
export interface FallbackText {
  /** Width as a multiple of the font size. */
  readonly width: (text: string, weight: FontWeight) => number;
  /** Draws from `x` on, with the baseline at `y`. The caller adds the hidden text for extraction. */
  readonly draw: (
    canvas: PDFKit.PDFDocument,
    text: string,
    x: number,
    y: number,
    style: Required<TextStyle>,
  ) => void;
}

export const fontName = (part: FontSubset, weight: FontWeight): string => `${part}-${weight}`;

export class TextPen {
  readonly #canvas: PDFKit.PDFDocument;
  readonly #fallback: FallbackText;

  constructor(canvas: PDFKit.PDFDocument, fallback: FallbackText) {
    this.#canvas = canvas;
    this.#fallback = fallback;
  }

  width(text: string, { size, weight = 'normal' }: TextStyle): number {
    return textRunsOf(text).reduce((sum, run) => sum + this.#runWidth(run, size, weight), 0);
  }

  #runWidth({ text, part }: TextRun, size: number, weight: FontWeight): number {
    if (part === null) return this.#fallback.width(text, weight) * size;
    return this.#canvas.font(fontName(part, weight)).fontSize(size).widthOfString(text);
  }

  draw(text: string, x: number, y: number, style: TextStyle): number {
    const { size, weight = 'normal', colour = '#0f172a' } = style;
    let at = x;
    for (const run of textRunsOf(text)) {
      const isShaped = run.part === null || run.part === 'devanagari';
      // Glyphs can differ from the characters, so text extraction gets the original characters.
      if (isShaped) this.#canvas.markContent('Span', { actual: run.text });
      if (run.part === null) this.#drawForeign(run.text, at, y, { size, weight, colour });
      else
        this.#canvas
          .font(fontName(run.part, weight))
          .fontSize(size)
          .fillColor(colour)
          .text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic' });
      if (isShaped) this.#canvas.endMarkedContent();
      at += this.#runWidth(run, size, weight);
    }
    return at;
  }

  #drawForeign(text: string, x: number, y: number, style: Required<TextStyle>): void {
    // Text extraction needs a glyph at this place, so an invisible one is drawn.
    this.#canvas
      .font(fontName('latin', style.weight))
      .fontSize(style.size)
      .fillOpacity(0)
      .text('.', x, y, { lineBreak: false, baseline: 'alphabetic' })
      .fillOpacity(1);
    this.#fallback.draw(this.#canvas, text, x, y, style);
  }

  /** Breaks the text into lines of `room` width. The last of `atMost` lines ends in '…' where more text follows. */
  lines(text: string, room: number, style: TextStyle, atMost: number): string[] {
    const lines: string[] = [];
    let rest = toPrintable(text);
    while (rest !== '' && lines.length < atMost) {
      const isLast = lines.length === atMost - 1;
      const fitting = this.#fitting(rest, room, style);
      if (fitting === rest) return [...lines, rest];
      if (isLast) return [...lines, `${this.#characters(rest, room, style, '…').trimEnd()}…`];
      lines.push(fitting.trimEnd());
      rest = rest.slice(fitting.length).trimStart();
    }
    return lines.length === 0 ? [''] : lines;
  }

  #fitting(text: string, room: number, style: TextStyle): string {
    if (this.width(text, style) <= room) return text;
    const words = text.split(/(?<= )/u);
    let count = 0;
    for (let taken = ''; count < words.length; count += 1) {
      taken += words[count] ?? '';
      if (this.width(taken.trimEnd(), style) > room) break;
    }
    return count > 0 ? words.slice(0, count).join('') : this.#characters(text, room, style, '');
  }

  #characters(text: string, room: number, style: TextStyle, end: string): string {
    let taken = '';
    for (const { segment } of graphemes.segment(text)) {
      if (taken !== '' && this.width(taken + segment + end, style) > room) break;
      taken += segment;
    }
    return taken;
  }
}
