/** Makes PDF documents. Loaded on demand. Deterministic: the same content gives the same bytes. */
import { languageOfReader } from '#texts/say';
import PdfKit from 'pdfkit';
import { valueText } from '#domain/file/table';
import { loadFonts, fontName } from './pdf-text.ts';
import { dateOfSignature, textOfCell, type PdfContent } from './content.ts';
import { drawSignatures, drawFooters, drawHead } from './pdf-head.ts';
import { Sheet } from './pdf-sheet.ts';
import { Table } from './pdf-table.ts';

const PRODUCT = 'Punctual';

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
    PRODUCT,
    dateOfSignature(),
    '…',
  ];
  for (const { label, value, rule } of content.figures) yield* [label, valueText(value), rule];
  for (const { title } of content.columns) yield title;
  for (const { cells } of content.rows) for (const cell of cells) yield textOfCell(cell);
}

/** @throws if a font cannot be loaded; the signal's reason if the signal is aborted */
export const makePdf = (content: PdfContent, signal: AbortSignal): Promise<Buffer> =>
  drawPdf(content, textsOf(content), async (sheet) => {
    drawHead(sheet, content, PRODUCT);
    await new Table(sheet, content).draw(signal);
    drawSignatures(sheet, content);
    drawFooters(sheet, content);
  });

/** @param texts all that `draw` writes, for which fonts are loaded */
export async function drawPdf(
  { title, generatedAt, isLandscape }: Pick<PdfContent, 'title' | 'generatedAt' | 'isLandscape'>,
  texts: Iterable<string>,
  draw: (sheet: Sheet) => Promise<void> | void,
): Promise<Buffer> {
  const fonts = await loadFonts(texts);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let finish = (): void => {};
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  // The queue of pdfkit's stream takes more than a second for thousands of rows, so `push` bypasses the queue.
  class CollectingPdf extends PdfKit {
    override push(piece: Uint8Array<ArrayBuffer> | null): boolean {
      if (piece === null) finish();
      else pieces.push(piece);
      return true;
    }
  }
  const document = new CollectingPdf({
    size: 'A4',
    layout: isLandscape ? 'landscape' : 'portrait',
    margin: 0,
    bufferPages: true,
    // With a default font, pdfkit would look for Helvetica in files that its build for browsers does not have.
    font: '',
    lang: languageOfReader(),
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: title,
      Author: PRODUCT,
      Creator: PRODUCT,
      CreationDate: new Date(generatedAt),
    },
  });
  for (const { part, weight, bytes } of fonts) document.registerFont(fontName(part, weight), bytes);
  await draw(new Sheet(document));
  document.end();
  await ended;
  return Buffer.concat(pieces);
}
