/**
 * Text in scripts the embedded font does not have (Chinese, Arabic, emoji, ...), drawn by the browser's own
 * fonts as on the screen, shaped and in the right direction. The PDF holds it as a picture with the text
 * behind it.
 */
import type { Weight } from '#documents/fonts';
import type { ForeignText } from '#documents/pdf-text';

const FAMILY = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
/** Pixels a point: 8 pt then stand on 48 pixels, sharp in print. */
const SCALE = 6;

interface PictureText {
  readonly bytes: Uint8Array;
  /** In units of the font size, the baseline at `ascent` below the top. */
  readonly width: number;
  readonly height: number;
  readonly ascent: number;
}

/** Room above and below the baseline, in units of the font size; enough for stacked marks. */
const ASCENT = 1.15;
const DESCENT = 0.45;

const fontOf = (pixels: number, weight: Weight): string =>
  `${weight === 'bold' ? 600 : 400} ${pixels}px ${FAMILY}`;

function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('This browser cannot draw text.');
  return drawing;
}

let measuring: CanvasRenderingContext2D | undefined;

/** In units of the font size. */
function pictureWidth(text: string, weight: Weight): number {
  measuring ??= context(document.createElement('canvas'));
  measuring.font = fontOf(100, weight);
  return measuring.measureText(text).width / 100;
}

/** A JPEG on white, since that is what PDFs hold without more ado. */
function pictureOf(text: string, size: number, weight: Weight, colour: string): PictureText {
  const width = pictureWidth(text, weight);
  const pixels = size * SCALE;
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.ceil(width * pixels));
  canvas.height = Math.ceil((ASCENT + DESCENT) * pixels);
  const drawing = context(canvas);
  drawing.fillStyle = '#ffffff';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.fillStyle = colour;
  drawing.font = fontOf(pixels, weight);
  drawing.textBaseline = 'alphabetic';
  drawing.fillText(text, 0, ASCENT * pixels);
  const encoded = canvas.toDataURL('image/jpeg', 0.92).split(',')[1] ?? '';
  return {
    bytes: Uint8Array.from(atob(encoded), (byte) => byte.charCodeAt(0)),
    width: canvas.width / pixels,
    height: canvas.height / pixels,
    ascent: ASCENT,
  };
}

export const pictureText: ForeignText = {
  width: pictureWidth,
  draw: (canvas, text, x, y, { size, weight, colour }) => {
    const { bytes, width, height, ascent } = pictureOf(text, size, weight, colour);
    canvas.image(bytes.buffer as ArrayBuffer, x, y - ascent * size, {
      width: width * size,
      height: height * size,
    });
  },
};
