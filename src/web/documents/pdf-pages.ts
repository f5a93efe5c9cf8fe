/** Lays a document out on pages, from its letterhead to the lines to sign on, and tags what is drawn. */
import { PRODUCT_NAME } from '#web/product.ts';
import {
  DATE_OF_SIGNATURE,
  textOfCell,
  type PdfCell,
  type PdfContent,
  type PdfProgress,
  type PdfRow,
} from './pdf-content.ts';
import { Tags, type Group } from './pdf-tags.ts';
import { drawable, TextPen, type TextStyle } from './pdf-text.ts';

const INK = '#0f172a';
const MUTED = '#475569';
const LINE = '#cbd5e1';
const ACCENT = '#4f46e5';
const SOFT = '#eef2ff';
const GROUND = '#f1f5f9';
const WARNING = '#92400e';
const MARGIN = 42;
const BOTTOM = 52;
const CELL: TextStyle = { size: 8.5, colour: INK };
const HEAD: TextStyle = { size: 8, weight: 'bold', colour: MUTED };
const SMALL: TextStyle = { size: 8, colour: MUTED };
/** A month of one person, with its sums and the lines to sign on, fits one page. */
const LINE_HEIGHT = 10.5;
const PADDING = 4;
const ABOVE = 3;
/** At the right of figures, so that they keep away from the text beside them. */
const AFTER_FIGURES = 12;
/** Lines of one cell at most: 500 characters of notes take fewer. */
const LINES = 12;
/** Rows between which the browser gets to do other things. */
const AT_A_STRETCH = 40;
/** From what stands above to the line to sign on, and on to what stands below it. */
const ROOM_TO_SIGN = 46;
const BELOW_LINE = 12;

const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Who reads the text one line after the other has a blank between the words that a line's end parts. */
const flowing = (lines: readonly string[]): string[] =>
  lines.map((line, index) => (index < lines.length - 1 ? `${line} ` : line));

interface PlacedCell {
  readonly lines: readonly string[];
  readonly style: TextStyle;
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
  /** Room at the right. */
  readonly after: number;
}

export class Pages {
  readonly #document: PDFKit.PDFDocument;
  readonly #content: PdfContent;
  readonly #pen: TextPen;
  readonly #tags: Tags;
  readonly #width: number;
  readonly #bottom: number;
  readonly #widths: readonly number[];
  #y = MARGIN;

  constructor(document: PDFKit.PDFDocument, content: PdfContent) {
    this.#document = document;
    this.#content = content;
    this.#pen = new TextPen(document);
    this.#tags = new Tags(document);
    this.#width = document.page.width - 2 * MARGIN;
    this.#bottom = document.page.height - BOTTOM;
    const shares = content.columns.reduce((sum, { share }) => sum + share, 0);
    this.#widths = content.columns.map(({ share }) => (share / shares) * this.#width);
  }

  head(): void {
    this.#letterhead();
    const { heading, facts, warning } = this.#content;
    this.#paragraph('H1', heading, { size: 20, weight: 'bold' }, 24);
    this.#y += 4;
    for (const fact of facts) this.#paragraph('P', fact, { size: 9, colour: MUTED }, 13);
    if (warning !== undefined) {
      this.#y += 2;
      this.#paragraph('P', warning, { size: 9, weight: 'bold', colour: WARNING }, 13);
    }
    this.#y += 14;
    this.#figures();
  }

  /** Over the whole width, two lines of it at most. */
  #paragraph(type: 'H1' | 'P', text: string, style: TextStyle, lineHeight: number): void {
    const lines = flowing(this.#pen.lines(text, this.#width, style, 2));
    this.#tags.text(type, () => {
      for (const line of lines) this.#pen.draw(line, MARGIN, (this.#y += lineHeight), style);
    });
  }

  /** The mark is the one of the screens: a clock's face. */
  #letterhead(): void {
    const document = this.#document;
    const top = this.#y;
    this.#tags.decoration(() => {
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
    });
    this.#tags.text('P', () =>
      this.#pen.draw(PRODUCT_NAME, MARGIN + 29, top + 15.5, { size: 13, weight: 'bold' }),
    );
    const style: TextStyle = { size: 10, colour: MUTED };
    const [shown = ''] = this.#pen.lines(this.#content.title, this.#width / 2, style, 1);
    this.#tags.text('P', () =>
      this.#pen.draw(shown, MARGIN + this.#width - this.#pen.width(shown, style), top + 15, style),
    );
    this.#tags.decoration(() => this.#rule(top + 32, LINE, 0.75));
    this.#y = top + 38;
  }

  #figures(): void {
    const { figures } = this.#content;
    const gap = 8;
    const width = (this.#width - gap * (figures.length - 1)) / figures.length;
    const rules = figures.map(({ rule }) => this.#pen.lines(rule, width - 16, { size: 7 }, 3));
    const height = 44 + Math.max(...rules.map((lines) => lines.length)) * 9;
    const list = this.#tags.group('L');
    for (const [index, { label, value }] of figures.entries()) {
      const x = MARGIN + index * (width + gap);
      const y = this.#y;
      this.#tags.decoration(() => this.#document.roundedRect(x, y, width, height, 5).fill(SOFT));
      const item = this.#tags.group('LI', list);
      const [shown = ''] = this.#pen.lines(label, width - 16, { size: 8 }, 1);
      this.#tags.text('Lbl', () => this.#pen.draw(shown, x + 8, y + 15, SMALL), item);
      const body = this.#tags.group('LBody', item);
      this.#tags.text('P', () => this.#pen.draw(value, x + 8, y + 34, { size: 16, weight: 'bold' }), body);
      this.#tags.text(
        'P',
        () => {
          for (const [line, text] of flowing(rules[index] ?? []).entries())
            this.#pen.draw(text, x + 8, y + 46 + line * 9, { size: 7, colour: MUTED });
        },
        body,
      );
    }
    this.#y += height + 14;
  }

  async table(report: PdfProgress['report'], signal: AbortSignal): Promise<void> {
    const { rows, empty } = this.#content;
    const table = this.#tags.group('Table');
    const head = this.#tags.group('TR', table);
    this.#tableHead((draw) => this.#tags.heading('Column', draw, head));
    if (rows.length === 0)
      this.#tags.text('P', () =>
        this.#pen.draw(empty, MARGIN + PADDING, (this.#y += 16), { ...CELL, colour: MUTED }),
      );
    for (const [index, row] of rows.entries()) {
      if (index % AT_A_STRETCH === AT_A_STRETCH - 1) {
        report(index / rows.length);
        await breathe();
        signal.throwIfAborted();
      }
      this.#row(row, table);
    }
    report(1);
  }

  #after(column: number): number {
    return column === this.#content.columns.length - 1 ? PADDING : AFTER_FIGURES;
  }

  /** `draws` is handed each heading. */
  #tableHead(draws: (draw: () => void) => void): void {
    let x = MARGIN;
    for (const [index, { title, align }] of this.#content.columns.entries()) {
      const width = this.#widths[index] ?? 0;
      const at =
        align === 'right' ? x + width - this.#after(index) - this.#pen.width(title, HEAD) : x + PADDING;
      draws(() => this.#pen.draw(title, at, this.#y + 11, HEAD));
      x += width;
    }
    this.#y += 17;
    this.#tags.decoration(() => this.#rule(this.#y, MUTED, 1));
  }

  #row(row: PdfRow, table: Group): void {
    const cells = this.#placed(row);
    const height = Math.max(...cells.map(({ lines }) => lines.length)) * LINE_HEIGHT + 2 * ABOVE - 1;
    if (this.#y + height > this.#bottom) {
      this.#newPage();
      // Told once, at the table's beginning.
      this.#tableHead((draw) => this.#tags.decoration(draw, 'Pagination'));
    }
    const top = this.#y;
    if (row.sumOf === 'many')
      this.#tags.decoration(() => this.#document.rect(MARGIN, top, this.#width, height).fill(GROUND));
    const tagged = this.#tags.group('TR', table);
    for (const [index, cell] of cells.entries()) {
      const draw = () => this.#cell(cell, top);
      if (cell.lines.every((line) => line === '')) this.#tags.nothing(tagged);
      else if (index === 0) this.#tags.heading('Row', draw, tagged);
      else this.#tags.text('TD', draw, tagged);
    }
    this.#y += height;
    this.#tags.decoration(() => this.#rule(this.#y, LINE, 0.5));
  }

  #placed({ cells, sumOf }: PdfRow): PlacedCell[] {
    let x = MARGIN;
    return cells.map((cell, index) => {
      const style = styleOf(cell, sumOf);
      const own = this.#widths[index] ?? 0;
      const width = sumOf && index === 0 ? this.#widthOverEmpty(cells) : own;
      const placed: PlacedCell = {
        style,
        lines: this.#pen.lines(textOfCell(cell), width - 2 * PADDING, style, LINES),
        x,
        width: own,
        align: this.#content.columns[index]?.align ?? 'left',
        after: this.#after(index),
      };
      x += own;
      return placed;
    });
  }

  /** The first column's, and that of the columns beside it that have nothing in them. */
  #widthOverEmpty(cells: readonly PdfCell[]): number {
    const filled = cells.findIndex((cell, index) => index > 0 && textOfCell(cell) !== '');
    return this.#widths.slice(0, filled === -1 ? undefined : filled).reduce((sum, width) => sum + width, 0);
  }

  #cell({ lines, style, x, width, align, after }: PlacedCell, top: number): void {
    for (const [at, line] of flowing(lines).entries()) {
      const from =
        align === 'right' ? x + width - after - this.#pen.width(line.trimEnd(), style) : x + PADDING;
      this.#pen.draw(line, from, top + ABOVE + 7.5 + at * LINE_HEIGHT, style);
    }
  }

  /** The note, and the lines to sign on, which stay together. */
  afterTable(): void {
    const { note, signatures } = this.#content;
    if (note !== undefined) {
      if (this.#y + 30 > this.#bottom) this.#newPage();
      this.#y += 4;
      this.#paragraph('P', note, SMALL, 11);
    }
    if (signatures.length === 0) return;
    if (this.#y + ROOM_TO_SIGN + BELOW_LINE > this.#bottom) this.#newPage();
    const at = this.#y + ROOM_TO_SIGN;
    const gap = 28;
    const width = (this.#width - gap) / 2;
    for (const [index, who] of signatures.entries())
      this.#signature(who, MARGIN + index * (width + gap), at, width);
    this.#y = at + BELOW_LINE;
  }

  #signature(who: string, x: number, y: number, width: number): void {
    const date = width * 0.3;
    const name = width - date - 14;
    this.#tags.decoration(() => {
      for (const [from, length] of [
        [x, name],
        [x + width - date, date],
      ] as const)
        this.#document
          .moveTo(from, y)
          .lineTo(from + length, y)
          .lineWidth(0.7)
          .stroke(MUTED);
    });
    const [shown = ''] = this.#pen.lines(who, name, SMALL, 1);
    this.#tags.text('P', () => this.#pen.draw(shown, x, y + BELOW_LINE, SMALL));
    this.#tags.text('P', () => this.#pen.draw(DATE_OF_SIGNATURE, x + width - date, y + BELOW_LINE, SMALL));
  }

  /** 'Page 1 of 3' at the right, what the document is at the left. */
  footers(): void {
    const { count } = this.#document.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#document.switchToPage(page);
      const y = this.#document.page.height - 28;
      const number = `Page ${page + 1} of ${count}`;
      const room = this.#width - this.#pen.width(number, SMALL) - 20;
      const [left = ''] = this.#pen.lines(drawable(this.#content.footer), room, SMALL, 1);
      this.#tags.decoration(() => {
        this.#pen.draw(left, MARGIN, y, SMALL);
        this.#pen.draw(number, MARGIN + this.#width - this.#pen.width(number, SMALL), y, SMALL);
      }, 'Pagination');
    }
  }

  #newPage(): void {
    this.#document.addPage();
    this.#y = MARGIN;
  }

  /** A line over the whole width. */
  #rule(y: number, colour: string, width: number): void {
    this.#document
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + this.#width, y)
      .lineWidth(width)
      .stroke(colour);
  }
}

function styleOf(cell: PdfCell, sumOf: PdfRow['sumOf']): TextStyle {
  const said: Exclude<PdfCell, string> = typeof cell === 'string' ? { text: cell } : cell;
  const { bold = sumOf === 'many', colour = sumOf === 'few' ? MUTED : undefined } = said;
  return {
    ...CELL,
    ...(colour === undefined ? {} : { colour }),
    ...(bold ? { weight: 'bold' as const } : {}),
  };
}
