/** The pages of a PDF with the current position (`y`), and the tags that screen readers follow. */
import { TextPen, type TextStyle } from './pdf-text.ts';

export const TEXT_COLOUR = '#0f172a';
export const MUTED_COLOUR = '#475569';
export const WARNING_COLOUR = '#92400e';
export const LINE_COLOUR = '#cbd5e1';
export const SMALL_TEXT: TextStyle = { size: 8, colour: MUTED_COLOUR };
export const MARGIN = 42;
const TOP_MARGIN = 30;
const BOTTOM_MARGIN = 46;

/** Puts a blank at line ends, so that text extracted from the file keeps its words apart. */
export const withBlankAtLineEnds = (lines: readonly string[]): string[] =>
  lines.map((line, index) => (index < lines.length - 1 ? `${line} ` : line));

export type StructureElement = PDFKit.PDFStructureElement;
/** Adds `scope`, which the types of pdfkit lack. */
type TagOptions = PDFKit.Mixins.StructureElementOptions & { readonly scope?: 'Column' | 'Row' };

/** The structure tree (ISO 32000-1, 14.7 and 14.8). Everything drawn outside it must be marked as decoration. */
export class PdfTags {
  readonly #document: PDFKit.PDFDocument;
  readonly #root: StructureElement;

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
    this.#root = document.struct('Document');
    document.addStructure(this.#root);
  }

  /** Screen readers read groups in the order in which they are created. */
  group(
    type: 'L' | 'LI' | 'LBody' | 'Table' | 'TR' | 'Sect',
    within: StructureElement = this.#root,
  ): StructureElement {
    const group = this.#document.struct(type);
    within.add(group);
    return group;
  }

  text(
    type: 'H1' | 'P' | 'Lbl' | 'TH' | 'TD',
    draw: () => void,
    within: StructureElement = this.#root,
    options: TagOptions = {},
  ): void {
    within.add(this.#document.struct(type, options, [draw]));
  }

  emptyCell(row: StructureElement): void {
    row.add(this.#document.struct('TD', {}, []));
  }

  decoration(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.#document.markContent('Artifact', { type });
    draw();
    this.#document.endMarkedContent();
  }
}

/** Draws on the pages of a PDF. Not an Excel sheet. */
export class Sheet {
  readonly document: PDFKit.PDFDocument;
  readonly pen: TextPen;
  readonly tags: PdfTags;
  /** Width between the margins, in points. */
  readonly width: number;
  readonly bottom: number;
  y = TOP_MARGIN;

  constructor(document: PDFKit.PDFDocument) {
    this.document = document;
    this.pen = new TextPen(document);
    this.tags = new PdfTags(document);
    this.width = document.page.width - 2 * MARGIN;
    this.bottom = document.page.height - BOTTOM_MARGIN;
  }

  newPage(): void {
    this.document.addPage();
    this.y = TOP_MARGIN;
  }

  paragraph(type: 'H1' | 'P', text: string, style: TextStyle, lineHeight: number, most = 2): void {
    const lines = withBlankAtLineEnds(this.pen.lines(text, this.width, style, most));
    this.tags.text(type, () => {
      for (const line of lines) this.pen.draw(line, MARGIN, (this.y += lineHeight), style);
    });
  }

  rule(y: number, colour: string, lineWidth: number, x = MARGIN, width = this.width): void {
    this.tags.decoration(() =>
      this.document
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(lineWidth)
        .stroke(colour),
    );
  }
}
