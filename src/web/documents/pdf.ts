/**
 * PDF documents with our letterhead, figures, a table over as many pages as it takes, lines to sign on, and page numbers.
 * Loaded when somebody asks for one.
 */
import PdfKit from 'pdfkit';
import { PRODUCT_NAME } from '#web/product.ts';
import { loadFonts } from './fonts.ts';
import { DATE_OF_SIGNATURE, textOfCell, type PdfContent, type PdfProgress } from './pdf-content.ts';
import { drawEnd, drawFooters } from './pdf-foot.ts';
import { drawHead } from './pdf-head.ts';
import { Sheet } from './pdf-sheet.ts';
import { Table } from './pdf-table.ts';
import { fontName } from './pdf-text.ts';

function* textsOf(content: PdfContent): Generator<string> {
  yield* [
    content.title,
    content.heading,
    ...content.facts,
    content.warning ?? '',
    content.empty,
    content.note ?? '',
    ...content.signatures,
    content.footer,
    PRODUCT_NAME,
    DATE_OF_SIGNATURE,
    '…',
  ];
  for (const { label, value, rule } of content.figures) yield* [label, value, rule];
  for (const { title } of content.columns) yield title;
  for (const { cells } of content.rows) for (const cell of cells) yield textOfCell(cell);
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
    tagged: true,
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
  const sheet = new Sheet(document);
  drawHead(sheet, content);
  await new Table(sheet, content).draw(report, signal);
  drawEnd(sheet, content);
  drawFooters(sheet, content);
  document.end();
  await ended;
  return pieces;
}
