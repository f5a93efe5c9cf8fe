/** The pages of a document and where on them the next thing stands; what is drawn is tagged. */
import { Tags } from './pdf-tags.ts';
import { TextPen, type ForeignText, type TextStyle } from './pdf-text.ts';

export const INK = '#0f172a';
export const MUTED = '#475569';
export const LINE = '#cbd5e1';
export const SMALL: TextStyle = { size: 8, colour: MUTED };
export const MARGIN = 42;
const TOP = 30;
const BOTTOM = 46;

/** Who reads the text one line after the other has a blank between the words that a line's end parts. */
export const flowing = (lines: readonly string[]): string[] =>
  lines.map((line, index) => (index < lines.length - 1 ? `${line} ` : line));

export class Sheet {
  readonly document: PDFKit.PDFDocument;
  readonly pen: TextPen;
  readonly tags: Tags;
  /** Between the margins, in points as all here. */
  readonly width: number;
  /** Down to where there is room for anything but the footer. */
  readonly bottom: number;
  /** Where the next thing begins. */
  y = TOP;

  constructor(document: PDFKit.PDFDocument, foreign: ForeignText) {
    this.document = document;
    this.pen = new TextPen(document, foreign);
    this.tags = new Tags(document);
    this.width = document.page.width - 2 * MARGIN;
    this.bottom = document.page.height - BOTTOM;
  }

  newPage(): void {
    this.document.addPage();
    this.y = TOP;
  }

  /** Over the whole width, two lines of it at most. */
  paragraph(type: 'H1' | 'P', text: string, style: TextStyle, lineHeight: number): void {
    const lines = flowing(this.pen.lines(text, this.width, style, 2));
    this.tags.text(type, () => {
      for (const line of lines) this.pen.draw(line, MARGIN, (this.y += lineHeight), style);
    });
  }

  /** A line over the whole width, or from `x` on so far. */
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
