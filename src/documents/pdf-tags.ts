/**
 * What a screen reader is told of a PDF and in which order: a tree of headings, paragraphs, lists and tables beside what is
 * drawn (ISO 32000-1, 14.7 and 14.8). What is drawn outside of it has to be called decoration.
 */
type Element = PDFKit.PDFStructureElement;
export type Group = Element;
/** pdfkit knows of scopes, its types do not. */
type Options = PDFKit.Mixins.StructureElementOptions & { readonly scope?: 'Column' | 'Row' };

export class Tags {
  readonly #document: PDFKit.PDFDocument;
  readonly #root: Element;

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
    this.#root = document.struct('Document');
    document.addStructure(this.#root);
  }

  /** Holds others. They are read in the order in which they are begun. */
  group(type: 'L' | 'LI' | 'LBody' | 'Table' | 'TR' | 'Sect', within: Group = this.#root): Group {
    const group = this.#document.struct(type);
    within.add(group);
    return group;
  }

  /** A piece of text, drawn at once. */
  text(
    type: 'H1' | 'H2' | 'P' | 'Lbl' | 'TD',
    draw: () => void,
    within: Group = this.#root,
    options: Options = {},
  ): void {
    within.add(this.#document.struct(type, options, [draw]));
  }

  /** A cell that tells what the others of its column or row are. */
  heading(scope: 'Column' | 'Row', draw: () => void, row: Group): void {
    const options: Options = { scope };
    row.add(this.#document.struct('TH', options, [draw]));
  }

  /** A cell with nothing in it. */
  nothing(row: Group): void {
    row.add(this.#document.struct('TD', {}, []));
  }

  /** Lines, grounds, and what stands on each page anew. */
  decoration(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.#document.markContent('Artifact', { type });
    draw();
    this.#document.endMarkedContent();
  }
}
