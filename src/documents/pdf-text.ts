/** Draws text in any script, split into runs: each run uses one part of the font. */
import { say } from '#texts/say';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import ranges from '@fontsource/noto-sans/unicode.json';

type FontWeight = 'normal' | 'bold';

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

type FontSubset = (typeof FONT_SUBSETS)[number];

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

export const framesNote = (): string => say('documentPart.frames');

export const hasFrames = (texts: readonly string[]): boolean =>
  texts.some((text) => textRunsOf(toPrintable(text)).some(({ part }) => part === null));

const graphemesOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);

/** Sizes of the frame drawn for a letter that the fonts lack, in multiples of the font size. */
const [ADVANCE, WIDTH, HEIGHT, LINE] = [0.75, 0.6, 0.72, 0.06];

export const fontName = (part: FontSubset, weight: FontWeight): string => `${part}-${weight}`;

export class TextPen {
  readonly #canvas: PDFKit.PDFDocument;

  constructor(canvas: PDFKit.PDFDocument) {
    this.#canvas = canvas;
  }

  width(text: string, { size, weight = 'normal' }: TextStyle): number {
    return textRunsOf(text).reduce((sum, run) => sum + this.#runWidth(run, size, weight), 0);
  }

  #runWidth({ text, part }: TextRun, size: number, weight: FontWeight): number {
    if (part === null) return graphemesOf(text).length * ADVANCE * size;
    return this.#canvas.font(fontName(part, weight)).fontSize(size).widthOfString(text);
  }

  draw(text: string, x: number, y: number, style: TextStyle): number {
    const { size, weight = 'normal', colour = '#0f172a' } = style;
    let at = x;
    for (const run of textRunsOf(text)) {
      const isShaped = run.part === null || run.part === 'devanagari';
      // Glyphs can differ from the characters, so text extraction gets the original characters.
      if (isShaped) this.#canvas.markContent('Span', { actual: run.text });
      if (run.part === null) this.#drawFrames(run.text, at, y, { size, weight, colour });
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

  /** Frames for letters that the fonts lack: fonts for all scripts take 150 MB. Copied text keeps the letters. */
  #drawFrames(text: string, x: number, y: number, { size, weight, colour }: Required<TextStyle>): void {
    // Text extraction needs a glyph at this place, so an invisible one is drawn.
    this.#canvas
      .font(fontName('latin', weight))
      .fontSize(size)
      .fillOpacity(0)
      .text('.', x, y, { lineBreak: false, baseline: 'alphabetic' })
      .fillOpacity(1)
      .lineWidth(LINE * size);
    for (const [index, letter] of graphemesOf(text).entries())
      if (letter !== ' ')
        this.#canvas
          .rect(x + index * ADVANCE * size, y - HEIGHT * size, WIDTH * size, HEIGHT * size)
          .stroke(colour);
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
