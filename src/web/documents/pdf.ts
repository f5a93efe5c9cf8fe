/**
 * PDF documents with our letterhead, figures, a table over as many pages as it takes, and page numbers.
 * Loaded when somebody asks for one.
 */
import PdfKit from 'pdfkit';
import type { EpochMs } from '#domain/time';
import { PRODUCT_NAME } from '#web/product.ts';
import { loadFonts } from './fonts.ts';
import { drawable, fontName, TextPen, type TextStyle } from './pdf-text.ts';

export interface PdfColumn {
  readonly title: string;
  /** Share of the page's width. */
  readonly share: number;
  readonly align?: 'left' | 'right';
}

export type PdfCell = string | { readonly text: string; readonly colour?: string; readonly bold?: boolean };

export interface PdfContent {
  /** Of the file, and at the right of the letterhead. */
  readonly title: string;
  /** Who or what it is about, large. */
  readonly heading: string;
  /** Facts below it, a line each. */
  readonly facts: readonly string[];
  readonly warning?: string;
  readonly figures: readonly { readonly label: string; readonly value: string; readonly rule: string }[];
  readonly columns: readonly PdfColumn[];
  readonly rows: readonly (readonly PdfCell[])[];
  /** Stands in place of rows when there are none. */
  readonly empty: string;
  readonly generatedAt: EpochMs;
  /** At the left of every footer. */
  readonly footer: string;
}

export interface PdfProgress {
  /** Called between pages, 0 to 1. */
  readonly report: (share: number) => void;
  readonly signal: AbortSignal;
}

const INK = '#0f172a';
const MUTED = '#475569';
const LINE = '#cbd5e1';
const ACCENT = '#4f46e5';
const SOFT = '#eef2ff';
const WARNING = '#92400e';
const MARGIN = 42;
const BOTTOM = 52;
const CELL: TextStyle = { size: 8.5, colour: INK };
const HEAD: TextStyle = { size: 8, weight: 'bold', colour: MUTED };
const LINE_HEIGHT = 11.5;
const PADDING = 4;
/** At the right of figures, so that they keep away from the text beside them. */
const AFTER_FIGURES = 12;
/** Lines of one cell at most: 500 characters of notes take fewer. */
const LINES = 12;
/** Rows between which the browser gets to do other things. */
const AT_A_STRETCH = 40;

const textOf = (cell: PdfCell): string => (typeof cell === 'string' ? cell : cell.text);
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

function* textsOf(content: PdfContent): Generator<string> {
  yield* [
    content.title,
    content.heading,
    ...content.facts,
    content.warning ?? '',
    content.empty,
    content.footer,
    PRODUCT_NAME,
    '…',
  ];
  for (const { label, value, rule } of content.figures) yield* [label, value, rule];
  for (const { title } of content.columns) yield title;
  for (const row of content.rows) for (const cell of row) yield textOf(cell);
}

/** The file's pieces. @throws when a font cannot be loaded, and the signal's reason once it is aborted */
export async function makePdf(
  content: PdfContent,
  { report, signal }: PdfProgress,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const fonts = await loadFonts(textsOf(content));
  const info = {
    Title: content.title,
    Author: PRODUCT_NAME,
    Creator: PRODUCT_NAME,
    CreationDate: new Date(content.generatedAt),
  };
  const document = new PdfKit({
    // No standard font: the text below names its own, and pdfkit would look for Helvetica in files the
    // browser does not have.
    size: 'A4',
    margin: 0,
    bufferPages: true,
    font: '',
    lang: 'en',
    displayTitle: true,
    pdfVersion: '1.7',
    info,
  });
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const ended = new Promise<void>((resolve) => {
    document.on('data', (piece: Uint8Array<ArrayBuffer>) => pieces.push(piece));
    document.on('end', () => resolve());
  });
  for (const { part, weight, bytes } of fonts) document.registerFont(fontName(part, weight), bytes);
  const sheet = new Pages(document, content);
  sheet.head();
  await sheet.table(report, signal);
  sheet.footers();
  document.end();
  await ended;
  return pieces;
}

class Pages {
  readonly #document: PDFKit.PDFDocument;
  readonly #content: PdfContent;
  readonly #pen: TextPen;
  readonly #width: number;
  readonly #bottom: number;
  #y = MARGIN;

  constructor(document: PDFKit.PDFDocument, content: PdfContent) {
    this.#document = document;
    this.#content = content;
    this.#pen = new TextPen(document);
    this.#width = document.page.width - 2 * MARGIN;
    this.#bottom = document.page.height - BOTTOM;
  }

  head(): void {
    this.#letterhead();
    const { heading, facts, warning } = this.#content;
    for (const line of this.#pen.lines(heading, this.#width, { size: 20, weight: 'bold' }, 2)) {
      this.#pen.draw(line, MARGIN, (this.#y += 24), { size: 20, weight: 'bold' });
    }
    this.#y += 4;
    for (const fact of facts) {
      for (const line of this.#pen.lines(fact, this.#width, { size: 9 }, 2))
        this.#pen.draw(line, MARGIN, (this.#y += 13), { size: 9, colour: MUTED });
    }
    if (warning !== undefined)
      this.#pen.draw(warning, MARGIN, (this.#y += 15), { size: 9, weight: 'bold', colour: WARNING });
    this.#y += 14;
    this.#figures();
  }

  /** The mark is the one of the screens: a clock's face. */
  #letterhead(): void {
    const document = this.#document;
    const top = this.#y;
    document.roundedRect(MARGIN, top, 22, 22, 5).fill(ACCENT);
    document
      .circle(MARGIN + 11, top + 11, 6.2)
      .lineWidth(1.7)
      .stroke('#ffffff');
    document
      .moveTo(MARGIN + 11, top + 7.2)
      .lineTo(MARGIN + 11, top + 11)
      .lineTo(MARGIN + 13.6, top + 12.7)
      .lineCap('round')
      .lineWidth(1.7)
      .stroke('#ffffff');
    this.#pen.draw(PRODUCT_NAME, MARGIN + 29, top + 15.5, { size: 13, weight: 'bold' });
    const title = this.#content.title;
    const style: TextStyle = { size: 10, colour: MUTED };
    const [shown = ''] = this.#pen.lines(title, this.#width / 2, style, 1);
    this.#pen.draw(shown, MARGIN + this.#width - this.#pen.width(shown, style), top + 15, style);
    document
      .moveTo(MARGIN, top + 32)
      .lineTo(MARGIN + this.#width, top + 32)
      .lineWidth(0.75)
      .stroke(LINE);
    this.#y = top + 38;
  }

  #figures(): void {
    const { figures } = this.#content;
    const gap = 8;
    const width = (this.#width - gap * (figures.length - 1)) / figures.length;
    const rules = figures.map(({ rule }) => this.#pen.lines(rule, width - 16, { size: 7 }, 3));
    const height = 44 + Math.max(...rules.map((lines) => lines.length)) * 9;
    for (const [index, { label, value }] of figures.entries()) {
      const x = MARGIN + index * (width + gap);
      this.#document.roundedRect(x, this.#y, width, height, 5).fill(SOFT);
      const [shown = ''] = this.#pen.lines(label, width - 16, { size: 8 }, 1);
      this.#pen.draw(shown, x + 8, this.#y + 15, { size: 8, colour: MUTED });
      this.#pen.draw(value, x + 8, this.#y + 34, { size: 16, weight: 'bold' });
      for (const [line, text] of (rules[index] ?? []).entries())
        this.#pen.draw(text, x + 8, this.#y + 46 + line * 9, { size: 7, colour: MUTED });
    }
    this.#y += height + 14;
  }

  async table(report: PdfProgress['report'], signal: AbortSignal): Promise<void> {
    const { columns, rows, empty } = this.#content;
    const shares = columns.reduce((sum, { share }) => sum + share, 0);
    const widths = columns.map(({ share }) => (share / shares) * this.#width);
    this.#tableHead(widths);
    if (rows.length === 0) this.#pen.draw(empty, MARGIN + PADDING, this.#y + 16, { ...CELL, colour: MUTED });
    for (const [index, row] of rows.entries()) {
      if (index % AT_A_STRETCH === AT_A_STRETCH - 1) {
        report(index / rows.length);
        await breathe();
        signal.throwIfAborted();
      }
      this.#row(row, widths);
    }
    report(1);
  }

  #after(column: number): number {
    return column === this.#content.columns.length - 1 ? PADDING : AFTER_FIGURES;
  }

  #tableHead(widths: readonly number[]): void {
    let x = MARGIN;
    for (const [index, { title, align }] of this.#content.columns.entries()) {
      const width = widths[index] ?? 0;
      const at =
        align === 'right' ? x + width - this.#after(index) - this.#pen.width(title, HEAD) : x + PADDING;
      this.#pen.draw(title, at, this.#y + 11, HEAD);
      x += width;
    }
    this.#y += 17;
    this.#document
      .moveTo(MARGIN, this.#y)
      .lineTo(MARGIN + this.#width, this.#y)
      .lineWidth(1)
      .stroke(MUTED);
  }

  #row(row: readonly PdfCell[], widths: readonly number[]): void {
    const styled = row.map((cell) =>
      typeof cell === 'string'
        ? { text: cell, style: CELL }
        : {
            text: cell.text,
            style: {
              ...CELL,
              ...(cell.colour === undefined ? {} : { colour: cell.colour }),
              ...(cell.bold ? { weight: 'bold' as const } : {}),
            },
          },
    );
    const cells = styled.map(({ text, style }, index) => ({
      style,
      lines: this.#pen.lines(text, (widths[index] ?? 0) - 2 * PADDING, style, LINES),
    }));
    const height = Math.max(...cells.map(({ lines }) => lines.length)) * LINE_HEIGHT + 2 * PADDING - 1;
    if (this.#y + height > this.#bottom) {
      this.#document.addPage();
      this.#y = MARGIN;
      this.#tableHead(widths);
    }
    let x = MARGIN;
    for (const [index, { lines, style }] of cells.entries()) {
      const width = widths[index] ?? 0;
      for (const [at, line] of lines.entries()) {
        const from =
          this.#content.columns[index]?.align === 'right'
            ? x + width - this.#after(index) - this.#pen.width(line, style)
            : x + PADDING;
        if (line !== '') this.#pen.draw(line, from, this.#y + PADDING + 8 + at * LINE_HEIGHT, style);
      }
      x += width;
    }
    this.#y += height;
    this.#document
      .moveTo(MARGIN, this.#y)
      .lineTo(MARGIN + this.#width, this.#y)
      .lineWidth(0.5)
      .stroke(LINE);
  }

  /** 'Page 1 of 3' at the right, what the document is at the left. */
  footers(): void {
    const { count } = this.#document.bufferedPageRange();
    const style: TextStyle = { size: 8, colour: MUTED };
    for (let page = 0; page < count; page += 1) {
      this.#document.switchToPage(page);
      const y = this.#document.page.height - 28;
      const number = `Page ${page + 1} of ${count}`;
      const room = this.#width - this.#pen.width(number, style) - 20;
      const [left = ''] = this.#pen.lines(drawable(this.#content.footer), room, style, 1);
      this.#pen.draw(left, MARGIN, y, style);
      this.#pen.draw(number, MARGIN + this.#width - this.#pen.width(number, style), y, style);
    }
  }
}
