/** What a document ends with, and what each of its pages does. */
import { DATE_OF_SIGNATURE, type PdfContent } from './pdf-content.ts';
import { MARGIN, MUTED, SMALL, type Sheet } from './pdf-sheet.ts';
import { drawable } from './pdf-text.ts';

/** From what stands above to the line to sign on, and on to what stands below it. */
const ROOM_TO_SIGN = 34;
const BELOW_LINE = 12;
const BETWEEN = 28;

/** The note, and the lines to sign on, which stay together. */
export function drawEnd(sheet: Sheet, { note, signatures }: PdfContent): void {
  if (note !== undefined) {
    if (sheet.y + 30 > sheet.bottom) sheet.newPage();
    sheet.y += 4;
    sheet.paragraph('P', note, SMALL, 11);
  }
  if (sheet.y + ROOM_TO_SIGN + BELOW_LINE > sheet.bottom) sheet.newPage();
  sheet.y += ROOM_TO_SIGN;
  const width = (sheet.width - BETWEEN) / 2;
  for (const [index, who] of signatures.entries())
    drawSignature(sheet, who, MARGIN + index * (width + BETWEEN), width);
}

function drawSignature(sheet: Sheet, who: string, x: number, width: number): void {
  const date = width * 0.3;
  const name = width - date - 14;
  const { pen, tags, y } = sheet;
  sheet.rule(y, MUTED, 0.7, x, name);
  sheet.rule(y, MUTED, 0.7, x + width - date, date);
  const [shown = ''] = pen.lines(who, name, SMALL, 1);
  tags.text('P', () => pen.draw(shown, x, y + BELOW_LINE, SMALL));
  tags.text('P', () => pen.draw(DATE_OF_SIGNATURE, x + width - date, y + BELOW_LINE, SMALL));
}

/** 'Page 1 of 3' at the right, what the document is at the left. */
export function drawFooters({ document, pen, tags, width }: Sheet, { footer }: PdfContent): void {
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    const y = document.page.height - 28;
    const number = `Page ${page + 1} of ${count}`;
    const numberWidth = pen.width(number, SMALL);
    const [left = ''] = pen.lines(drawable(footer), width - numberWidth - 20, SMALL, 1);
    tags.decoration(() => {
      pen.draw(left, MARGIN, y, SMALL);
      pen.draw(number, MARGIN + width - numberWidth, y, SMALL);
    }, 'Pagination');
  }
}
