/**
 * Reads pages and text of a PDF by the rules of the format (ISO 32000). Shares no code with the writer of the files.
 * Does not read object streams.
 */
import { inflateSync } from 'node:zlib';

interface PdfObject {
  readonly dictionary: string;
  /** Decompressed; empty if the object has no stream. */
  readonly stream: string;
}

export interface ReadPdf {
  /** The text of each page: one line for each piece of text, in the order of drawing. */
  readonly pages: readonly string[];
  readonly title: string;
  readonly pictures: number;
  /** Filled or not, in points: QR codes are drawn of them. */
  readonly squares: readonly { readonly x: number; readonly y: number; readonly size: number }[];
  readonly fonts: readonly string[];
  /** The language that the file declares. */
  readonly language: string;
  /** The lines that a screen reader reads, in order: 'H1 Ada', and one line for each row of a table. */
  readonly told: readonly string[];
}

/** Converts each character to the byte of the same number. */
const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

function objectsOf(file: string): Map<number, PdfObject> {
  const found = new Map<number, PdfObject>();
  for (const match of file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, number = '', body = ''] = match;
    const [dictionary = '', rest] = body.split(/\nstream\n/);
    const raw = rest === undefined ? '' : rest.slice(0, rest.lastIndexOf('\nendstream'));
    const stream =
      raw !== '' && dictionary.includes('/FlateDecode') ? inflateSync(bytesOf(raw)).toString('latin1') : raw;
    found.set(Number(number), { dictionary, stream });
  }
  return found;
}

const reference = (dictionary: string, key: string): number =>
  Number(new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1] ?? -1);
const fromUtf16 = (hex: string): string =>
  String.fromCharCode(
    ...(hex.replace(/\s/g, '').match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)),
  );

/** Maps glyphs to text. Reads only the ranges with lists of a ToUnicode map. */
function unicodeMap(cmap: string): Map<number, string> {
  const map = new Map<number, string>();
  for (const [, first = '0', , list = ''] of cmap.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi)) {
    for (const [index, [, hex = '']] of [...list.matchAll(/<([^>]*)>/g)].entries())
      map.set(Number.parseInt(first, 16) + index, fromUtf16(hex));
  }
  return map;
}

/** Decodes a literal string: replaces escapes, and reads UTF-16 if a byte order mark comes first. */
function literal(text: string): string {
  const plain = text.replace(
    /\\([nrtbf()\\])/g,
    (_, one: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[one] ?? one,
  );
  if (!plain.startsWith('\u00FE\u00FF')) return plain;
  return bytesOf(plain.slice(2)).swap16().toString('utf16le');
}

interface Piece {
  readonly text: string;
  /** Id of this piece in the document's structure; undefined for decoration. */
  readonly mark: number | undefined;
}

function squaresOf(content: string): ReadPdf['squares'] {
  const rectangles = [...content.matchAll(/^(-?[\d.]+) (-?[\d.]+) ([\d.]+) ([\d.]+) re$/gm)];
  return rectangles
    .filter(([, , , width, height]) => width === height)
    .map(([, x, y, size]) => ({ x: Number(x), y: Number(y), size: Number(size) }));
}

function piecesOf(content: string, maps: ReadonlyMap<string, ReadonlyMap<number, string>>): Piece[] {
  const found: Piece[] = [];
  let map: ReadonlyMap<number, string> = new Map();
  const open: { readonly mark?: number; readonly isActual?: boolean }[] = [];
  const add = (text: string) =>
    found.push({ text, mark: open.findLast(({ mark }) => mark !== undefined)?.mark });
  const tokens =
    /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|\/Span <<\s*\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)\s*>> BDC|\/\w+ <<\s*\/MCID (\d+)\s*>> BDC|\/\w+ (?:<<[^>]*>> BDC|BMC)|\bEMC\b/g;
  for (const [token, font, pieces, replacement, mark] of content.matchAll(tokens)) {
    if (font !== undefined) map = maps.get(font) ?? new Map();
    else if (replacement !== undefined) {
      add(literal(replacement));
      open.push({ isActual: true });
    } else if (mark !== undefined) open.push({ mark: Number(mark) });
    else if (token === 'EMC') open.pop();
    else if (pieces === undefined) open.push({});
    // Text that an ActualText replaces is not read from its glyphs as well.
    else if (!open.some(({ isActual }) => isActual)) {
      const glyphs = [...pieces.matchAll(/<([0-9a-f]+)>/gi)].flatMap(
        ([, hex = '']) => hex.match(/.{4}/g) ?? [],
      );
      add(glyphs.map((glyph) => map.get(Number.parseInt(glyph, 16)) ?? '\uFFFD').join(''));
    }
  }
  return found;
}

/** Walks the structure tree and returns one line for each leaf or table row. */
function toldBy(
  objects: ReadonlyMap<number, PdfObject>,
  pieces: ReadonlyMap<number, readonly Piece[]>,
): string[] {
  const all = [...objects.values()];
  const partsOf = (dictionary: string): string[] =>
    (/\/K \[([^\]]*)\]/.exec(dictionary)?.[1] ?? '').match(/\d+ 0 R|\d+/g) ?? [];
  const tell = (number: number): string[] => {
    const dictionary = objects.get(number)?.dictionary ?? '';
    const kind = /\/S \/(\w+)/.exec(dictionary)?.[1] ?? '';
    const scope = /\/Scope \/(\w+)/.exec(dictionary)?.[1];
    const page = pieces.get(reference(dictionary, 'Pg')) ?? [];
    const parts = partsOf(dictionary);
    const own = parts
      .filter((part) => !part.endsWith('R'))
      .flatMap((mark) => page.filter((piece) => piece.mark === Number(mark)).map(({ text }) => text))
      .join('');
    const lines = parts
      .filter((part) => part.endsWith('R'))
      .flatMap((part) => tell(Number.parseInt(part, 10)));
    if (kind === 'TR') return [`TR ${lines.join(' | ')}`];
    if (kind === 'TD' || kind === 'TH') return [scope === undefined ? own : `${own} (${scope})`];
    return own === '' ? lines : [`${kind} ${own}`, ...lines];
  };
  const root = all.find(({ dictionary }) => /\/Type \/StructTreeRoot\b/.test(dictionary));
  return partsOf(root?.dictionary ?? '').flatMap((part) => tell(Number.parseInt(part, 10)));
}

export function readPdf(bytes: Uint8Array): ReadPdf {
  const file = Buffer.from(bytes).toString('latin1');
  if (!file.startsWith('%PDF-1.') || !file.trimEnd().endsWith('%%EOF'))
    throw new Error('This is not a whole PDF file.');
  const objects = objectsOf(file);
  const all = [...objects.values()];
  const maps = new Map<string, Map<number, string>>();
  for (const { dictionary } of all) {
    for (const [, name = '', number = ''] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(Number(number));
      maps.set(name, unicodeMap(objects.get(reference(font?.dictionary ?? '', 'ToUnicode'))?.stream ?? ''));
    }
  }
  const kids =
    /\/Kids \[([^\]]*)\]/.exec(
      all.find(({ dictionary }) => /\/Type \/Pages\b/.test(dictionary))?.dictionary ?? '',
    )?.[1] ?? '';
  const pieces = new Map(
    [...kids.matchAll(/(\d+) 0 R/g)].map(([, number]) => {
      const page = objects.get(Number(number))?.dictionary ?? '';
      return [
        Number(number),
        piecesOf(objects.get(reference(page, 'Contents'))?.stream ?? '', maps),
      ] as const;
    }),
  );
  return {
    pages: [...pieces.values()].map((page) => page.map(({ text }) => text).join('\n')),
    language: literal(/\/Lang \(([^)]*)\)/.exec(file)?.[1] ?? ''),
    told: toldBy(objects, pieces),
    title: literal(
      /^\(([\s\S]*)\)$/.exec(
        objects.get(Number(/\/Title (\d+) 0 R/.exec(file)?.[1]))?.dictionary ?? '',
      )?.[1] ?? '',
    ),
    pictures: all.filter(({ dictionary }) => /\/Subtype \/Image\b/.test(dictionary)).length,
    squares: all.flatMap(({ stream }) => squaresOf(stream)),
    fonts: [
      ...new Set([...file.matchAll(/\/FontName \/\w+\+([\w-]+)/g)].map(([, name = '']) => name)),
    ].toSorted(),
  };
}
