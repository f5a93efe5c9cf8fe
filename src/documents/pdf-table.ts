import { textOfCell, type PdfCell, type PdfContent, type PdfRow } from './content.ts';
import {
  withBlankAtLineEnds,
  TEXT_COLOUR,
  LINE_COLOUR,
  MARGIN,
  MUTED_COLOUR,
  WARNING_COLOUR,
  type StructureElement,
  type Sheet,
} from './pdf-sheet.ts';
import type { TextStyle } from './pdf-text.ts';

const SUBTOTAL_BACKGROUND = '#f1f5f9';
const CELL_STYLE: TextStyle = { size: 8.5, colour: TEXT_COLOUR };
const HEADING_STYLE: TextStyle = { size: 8, weight: 'bold', colour: MUTED_COLOUR };
/** Small enough for a month of one person, with sums and signature lines, to fit on one page. */
const LINE_HEIGHT = 10.5;
const PADDING = 4;
const SPACE_ABOVE_TEXT = 3;
/** Space after right-aligned figures, to keep them apart from the text beside them. */
const AFTER_FIGURES = 12;
/** Most lines of a cell. Notes of 500 characters, the longest allowed, need fewer. */
const CELL_LINES_MAX = 12;
/** Rows per turn of the event loop, so that the browser stays responsive. */
const ROWS_PER_TURN = 40;

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

interface PlacedCell {
  readonly lines: readonly string[];
  readonly style: TextStyle;
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly spaceAfter: number;
}

/** Draws the rows of a PDF's table, with the headings on each page. */
export class Table {
  readonly #sheet: Sheet;
  readonly #content: PdfContent;
  readonly #widths: readonly number[];

  constructor(sheet: Sheet, content: PdfContent) {
    this.#sheet = sheet;
    this.#content = content;
    this.#widths = this.#columnWidths();
  }

  /** Columns with room left give some to those whose headings are longer than their share. */
  #columnWidths(): number[] {
    const { columns } = this.#content;
    const shares = columns.reduce((sum, { width }) => sum + width, 0);
    const rooms = columns.map(({ title, width }) => {
      const share = (width / shares) * this.#sheet.width;
      const heading = this.#sheet.pen.width(title, HEADING_STYLE) + AFTER_FIGURES - PADDING;
      return { share, room: share - heading };
    });
    const sumOf = (sign: 1 | -1): number =>
      rooms.reduce((sum, { room }) => sum + Math.max(0, sign * room), 0);
    const given = Math.min(1, sumOf(-1) / sumOf(1));
    return rooms.map(({ share, room }) => share - (room > 0 ? room * given : room));
  }

  async draw(signal: AbortSignal): Promise<void> {
    const { rows, empty } = this.#content;
    const table = this.#sheet.tags.group('Table');
    const head = this.#sheet.tags.group('TR', table);
    this.#tableHead((draw) => this.#sheet.tags.text('TH', draw, head, { scope: 'Column' }));
    if (rows.length === 0)
      this.#sheet.tags.text('P', () =>
        this.#sheet.pen.draw(empty, MARGIN + PADDING, (this.#sheet.y += 16), {
          ...CELL_STYLE,
          colour: MUTED_COLOUR,
        }),
      );
    for (const [index, row] of rows.entries()) {
      if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) {
        await nextTurn();
        signal.throwIfAborted();
      }
      this.#row(row, table);
    }
  }

  #after(column: number): number {
    return column === this.#content.columns.length - 1 ? PADDING : AFTER_FIGURES;
  }

  #tableHead(draws: (draw: () => void) => void): void {
    let x = MARGIN;
    for (const [index, { title, align }] of this.#content.columns.entries()) {
      const width = this.#widths[index] ?? 0;
      const at =
        align === 'right'
          ? x + width - this.#after(index) - this.#sheet.pen.width(title, HEADING_STYLE)
          : x + PADDING;
      draws(() => this.#sheet.pen.draw(title, at, this.#sheet.y + 11, HEADING_STYLE));
      x += width;
    }
    this.#sheet.y += 17;
    this.#sheet.rule(this.#sheet.y, MUTED_COLOUR, 1);
  }

  #row(row: PdfRow, table: StructureElement): void {
    const cells = this.#placed(row);
    const height =
      Math.max(...cells.map(({ lines }) => lines.length)) * LINE_HEIGHT + 2 * SPACE_ABOVE_TEXT - 1;
    if (this.#sheet.y + height > this.#sheet.bottom) {
      this.#sheet.newPage();
      // On further pages, headings are decoration: screen readers read them only at the start of the table.
      this.#tableHead((draw) => this.#sheet.tags.decoration(draw, 'Pagination'));
    }
    const top = this.#sheet.y;
    if (row.subtotal === 'many')
      this.#sheet.tags.decoration(() =>
        this.#sheet.document.rect(MARGIN, top, this.#sheet.width, height).fill(SUBTOTAL_BACKGROUND),
      );
    const tagged = this.#sheet.tags.group('TR', table);
    for (const [index, cell] of cells.entries()) {
      const draw = () => this.#cell(cell, top);
      if (cell.lines.every((line) => line === '')) this.#sheet.tags.emptyCell(tagged);
      else if (index === 0) this.#sheet.tags.text('TH', draw, tagged, { scope: 'Row' });
      else this.#sheet.tags.text('TD', draw, tagged);
    }
    this.#sheet.y += height;
    this.#sheet.rule(this.#sheet.y, LINE_COLOUR, 0.5);
  }

  #placed({ cells, subtotal }: PdfRow): PlacedCell[] {
    let x = MARGIN;
    return cells.map((cell, index) => {
      const style = styleOf(cell, subtotal);
      const own = this.#widths[index] ?? 0;
      const width = subtotal && index === 0 ? this.#widthOverEmpty(cells) : own;
      const placed: PlacedCell = {
        style,
        lines: this.#sheet.pen.lines(textOfCell(cell), width - 2 * PADDING, style, CELL_LINES_MAX),
        x,
        width: own,
        align: this.#content.columns[index]?.align ?? 'left',
        spaceAfter: this.#after(index),
      };
      x += own;
      return placed;
    });
  }

  #widthOverEmpty(cells: readonly PdfCell[]): number {
    const filled = cells.findIndex((cell, index) => index > 0 && textOfCell(cell) !== '');
    return this.#widths.slice(0, filled === -1 ? undefined : filled).reduce((sum, width) => sum + width, 0);
  }

  #cell({ lines, style, x, width, align, spaceAfter }: PlacedCell, top: number): void {
    for (const [at, line] of withBlankAtLineEnds(lines).entries()) {
      const from =
        align === 'right'
          ? x + width - spaceAfter - this.#sheet.pen.width(line.trimEnd(), style)
          : x + PADDING;
      this.#sheet.pen.draw(line, from, top + SPACE_ABOVE_TEXT + 7.5 + at * LINE_HEIGHT, style);
    }
  }
}

function styleOf(cell: PdfCell, subtotal: PdfRow['subtotal']): TextStyle {
  if (typeof cell === 'object' && 'warning' in cell)
    return { ...CELL_STYLE, colour: WARNING_COLOUR, weight: 'bold' };
  if (subtotal === 'few') return { ...CELL_STYLE, colour: MUTED_COLOUR };
  return subtotal === 'many' ? { ...CELL_STYLE, weight: 'bold' } : CELL_STYLE;
}
