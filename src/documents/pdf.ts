/**
 * PDF documents with our letterhead, figures, a table over as many pages as it takes, lines to sign on, and page numbers.
 * Loaded when somebody asks for one. Nothing in it is of the hour or of chance but what the content says.
 */
import PdfKit from 'pdfkit';
import { loadFonts, type LoadFont } from './fonts.ts';
import { DATE_OF_SIGNATURE, textOfCell, type PdfContent, type PdfProgress } from './pdf-content.ts';
import { drawEnd, drawFooters, drawHead } from './pdf-head.ts';
import { Sheet } from './pdf-sheet.ts';
import { Table } from './pdf-table.ts';
import { fontName, type ForeignText } from './pdf-text.ts';

/** What browsers have and the server has, each in its own way. */
export interface PdfMeans {
  /** In the letterhead, and the file's author. */
  readonly product: string;
  readonly loadFont: LoadFont;
  readonly foreign: ForeignText;
}

function* textsOf(content: PdfContent, product: string): Generator<string> {
  yield* [
    content.title,
    content.heading,
    ...content.facts,
    content.warning ?? '',
    content.empty,
    content.note ?? '',
    ...content.signatures,
    content.footer,
    product,
    DATE_OF_SIGNATURE,
    '…',
  ];
  for (const { label, value, rule } of content.figures) yield* [label, value, rule];
  for (const { title } of content.columns) yield title;
  for (const { cells } of content.rows) for (const cell of cells) yield textOfCell(cell);
}

/** The file's pieces, the same for the same content and means. @throws when a font cannot be loaded, and the signal's reason once it is aborted */
export async function makePdf(
  content: PdfContent,
  { product, loadFont, foreign }: PdfMeans,
  { report, signal }: PdfProgress,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const fonts = await loadFonts(textsOf(content, product), loadFont);
  const info = {
    Title: content.title,
    Author: product,
    Creator: product,
    CreationDate: new Date(content.generatedAt),
  };
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let isOver = (): void => {};
  const ended = new Promise<void>((resolve) => {
    isOver = resolve;
  });
  // pdfkit's own queue takes more than a second to hand on what thousands of rows are written in: each piece is taken at once.
  class Taken extends PdfKit {
    override push(piece: Uint8Array<ArrayBuffer> | null): boolean {
      if (piece === null) isOver();
      else pieces.push(piece);
      return true;
    }
  }
  const document = new Taken({
    // No standard font: the text below names its own, and pdfkit would look for Helvetica in files the
    // browser does not have.
    size: 'A4',
    layout: content.isLandscape ? 'landscape' : 'portrait',
    margin: 0,
    bufferPages: true,
    font: '',
    lang: 'en',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    info,
  });
  for (const { part, weight, bytes } of fonts) document.registerFont(fontName(part, weight), bytes);
  const sheet = new Sheet(document, foreign);
  drawHead(sheet, content, product);
  await new Table(sheet, content).draw(report, signal);
  drawEnd(sheet, content);
  drawFooters(sheet, content);
  document.end();
  await ended;
  return pieces;
}
