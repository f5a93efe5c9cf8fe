/** Cards with a QR code by which a kiosk's camera knows somebody: ten on a page of A4, with lines to cut along. */
import { say } from '#texts/say';
import { encodeQR } from 'qr';
import type { EpochMs } from '#domain/time/units';
import { drawPdf } from './pdf.ts';
import { LINE_COLOUR, MUTED_COLOUR, type Sheet } from './pdf-sheet.ts';

interface Card {
  readonly name: string;
  readonly employeeId: string;
  readonly department: string;
  readonly code: string;
}

/** In points; 85 x 54 mm, as bank cards have it. */
const [WIDTH, HEIGHT] = [241, 153];
const [COLUMNS, ROWS] = [2, 5];
const [LEFT, TOP] = [(595 - COLUMNS * WIDTH) / 2, (842 - ROWS * HEIGHT) / 2];
const PADDING = 14;
const QR_SIZE = 104;
/** Empty modules around the code, which cameras need. */
const QR_BORDER = 2;

export function makeCards(cards: readonly Card[], workplace: string, generatedAt: EpochMs): Promise<Buffer> {
  const title = say('cards.title');
  const texts = [title, workplace, say('cards.use'), ...cards.flatMap((card) => Object.values(card))];
  return drawPdf({ title, generatedAt, isLandscape: false }, texts, (sheet) => {
    cards.forEach((card, index) => {
      const place = index % (COLUMNS * ROWS);
      if (place === 0 && index > 0) sheet.newPage();
      const x = LEFT + (place % COLUMNS) * WIDTH;
      const y = TOP + Math.floor(place / COLUMNS) * HEIGHT;
      drawCard(sheet, card, workplace, x, y);
    });
  });
}

function drawCard(
  sheet: Sheet,
  { name, employeeId, department, code }: Card,
  workplace: string,
  x: number,
  y: number,
): void {
  const { document, pen, tags } = sheet;
  tags.decoration(() => {
    document.rect(x, y, WIDTH, HEIGHT).lineWidth(0.5).dash(3, { space: 3 }).stroke(LINE_COLOUR).undash();
    drawQr(document, code, x + WIDTH - QR_SIZE - PADDING, y + (HEIGHT - QR_SIZE) / 2);
  });
  const room = WIDTH - QR_SIZE - 3 * PADDING;
  let line = y + PADDING - 2;
  const write = (text: string, size: number, atMost: number, isStrong = false): void => {
    const style = { size, ...(isStrong ? { weight: 'bold' as const } : { colour: MUTED_COLOUR }) };
    if (text === '') return;
    tags.text('P', () => {
      for (const part of pen.lines(text, room, style, atMost)) {
        line += size * 1.2;
        pen.draw(part, x + PADDING, line, style);
      }
    });
    line += 3;
  };
  write(workplace, 8, 2);
  write(name, 12, 3, true);
  write(employeeId, 9, 1);
  write(department, 8, 2);
  write(say('cards.use'), 7, 3);
}

function drawQr(document: PDFKit.PDFDocument, code: string, x: number, y: number): void {
  const rows = encodeQR(code, 'raw', { border: QR_BORDER });
  const module = QR_SIZE / rows.length;
  for (const [row, modules] of rows.entries())
    for (const [column, isDark] of modules.entries())
      if (isDark) document.rect(x + column * module, y + row * module, module, module);
  document.fill('#000');
}
