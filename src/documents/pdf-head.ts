/** The parts around a PDF's table: letterhead, subject and figures above, note and signatures below, footers. */
import { say } from '#texts/say';
import { valueText } from '#domain/file/table';
import { dateOfSignature, type PdfContent } from './content.ts';
import {
  LINE_COLOUR,
  MARGIN,
  MUTED_COLOUR,
  SMALL_TEXT,
  WARNING_COLOUR,
  type Sheet,
  withBlankAtLineEnds,
} from './pdf-sheet.ts';
import { type TextStyle, toPrintable } from './pdf-text.ts';

/** Empty space above and below each signature line and between two of them, each in PDF points. */
const ROOM_TO_SIGN = 34;
const BELOW_LINE = 12;
const BETWEEN_SIGNATURES = 28;
/** Most lines of a note; a year of holidays takes four. */
const NOTE_LINES_MAX = 8;

/** The signature lines stay together on one page. */
export function drawSignatures(sheet: Sheet, { note, signatures }: PdfContent): void {
  if (note !== undefined) {
    const { length } = sheet.pen.lines(note, sheet.width, SMALL_TEXT, NOTE_LINES_MAX);
    if (sheet.y + Math.max(2, length) * 11 + 8 > sheet.bottom) sheet.newPage();
    sheet.y += 4;
    sheet.paragraph('P', note, SMALL_TEXT, 11, NOTE_LINES_MAX);
  }
  if (sheet.y + ROOM_TO_SIGN + BELOW_LINE > sheet.bottom) sheet.newPage();
  sheet.y += ROOM_TO_SIGN;
  const width = (sheet.width - BETWEEN_SIGNATURES) / 2;
  for (const [index, who] of signatures.entries())
    drawSignature(sheet, who, MARGIN + index * (width + BETWEEN_SIGNATURES), width);
}

function drawSignature(sheet: Sheet, who: string, x: number, width: number): void {
  const date = width * 0.3;
  const name = width - date - 14;
  const { pen, tags, y } = sheet;
  sheet.rule(y, MUTED_COLOUR, 0.7, x, name);
  sheet.rule(y, MUTED_COLOUR, 0.7, x + width - date, date);
  const [shown = ''] = pen.lines(who, name, SMALL_TEXT, 1);
  tags.text('P', () => pen.draw(shown, x, y + BELOW_LINE, SMALL_TEXT));
  tags.text('P', () => pen.draw(dateOfSignature(), x + width - date, y + BELOW_LINE, SMALL_TEXT));
}

export function drawFooters({ document, pen, tags, width }: Sheet, { footer }: PdfContent): void {
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    const y = document.page.height - 28;
    const number = say('documentPart.page', { page: String(page + 1), pages: String(count) });
    const numberWidth = pen.width(number, SMALL_TEXT);
    const [left = ''] = pen.lines(toPrintable(footer), width - numberWidth - 20, SMALL_TEXT, 1);
    tags.decoration(() => {
      pen.draw(left, MARGIN, y, SMALL_TEXT);
      pen.draw(number, MARGIN + width - numberWidth, y, SMALL_TEXT);
    }, 'Pagination');
  }
}

const ACCENT = '#4f46e5';
const FIGURE_BACKGROUND = '#eef2ff';

export function drawHead(sheet: Sheet, content: PdfContent, product: string): void {
  drawLetterhead(sheet, content, product);
  sheet.paragraph('H1', content.heading, { size: 20, weight: 'bold' }, 24);
  sheet.y += 4;
  for (const fact of content.facts) sheet.paragraph('P', fact, { size: 9, colour: MUTED_COLOUR }, 13);
  if (content.warning !== undefined) {
    sheet.y += 2;
    sheet.paragraph('P', content.warning, { size: 9, weight: 'bold', colour: WARNING_COLOUR }, 13);
  }
  sheet.y += 12;
  drawFigures(sheet, content);
}

/** Draws the same logo as the screens (`frame/header-bar.tsx`). */
function drawLetterhead(sheet: Sheet, { title }: PdfContent, product: string): void {
  const { document, pen, tags, y: top } = sheet;
  tags.decoration(() => {
    document
      .save()
      .translate(MARGIN, top)
      .scale(22 / 32)
      .lineCap('round')
      .lineJoin('round');
    document.roundedRect(0, 0, 32, 32, 8).fill(ACCENT);
    document.path('M9 26V13.4a8 8 0 1 1 8 8').lineWidth(2.8).stroke('#ffffff');
    document.path('M13.7 13.6l2.3 2.4 4.1-5').lineWidth(2.5).stroke('#ffffff').restore();
  });
  tags.text('P', () => pen.draw(product, MARGIN + 29, top + 15.5, { size: 13, weight: 'bold' }));
  const style: TextStyle = { size: 10, colour: MUTED_COLOUR };
  const [shown = ''] = pen.lines(title, sheet.width / 2, style, 1);
  const x = MARGIN + sheet.width - pen.width(shown, style);
  tags.text('P', () => pen.draw(shown, x, top + 15, style));
  sheet.rule(top + 32, LINE_COLOUR, 0.75);
  sheet.y = top + 38;
}

function drawFigures(sheet: Sheet, { figures }: PdfContent): void {
  const { document, pen, tags, y } = sheet;
  const gap = 8;
  const width = (sheet.width - gap * (figures.length - 1)) / figures.length;
  const rules = figures.map(({ rule }) => pen.lines(rule, width - 16, { size: 7 }, 3));
  const height = 44 + Math.max(...rules.map((lines) => lines.length)) * 9;
  const list = tags.group('L');
  for (const [index, { label, value }] of figures.entries()) {
    const x = MARGIN + index * (width + gap);
    tags.decoration(() => document.roundedRect(x, y, width, height, 5).fill(FIGURE_BACKGROUND));
    const item = tags.group('LI', list);
    const [shown = ''] = pen.lines(label, width - 16, { size: 8 }, 1);
    tags.text('Lbl', () => pen.draw(shown, x + 8, y + 15, SMALL_TEXT), item);
    const body = tags.group('LBody', item);
    tags.text('P', () => pen.draw(valueText(value), x + 8, y + 34, { size: 16, weight: 'bold' }), body);
    const drawRule = (): void => {
      for (const [line, text] of withBlankAtLineEnds(rules[index] ?? []).entries())
        pen.draw(text, x + 8, y + 46 + line * 9, { size: 7, colour: MUTED_COLOUR });
    };
    tags.text('P', drawRule, body);
  }
  sheet.y += height + 10;
}
