/**
 * JSON put together of parts, each compressed by itself and only once: an answer of megabytes that many ask for
 * costs its readers a copy, and a change in it the compression of the part where it lies. All parts stand in one
 * gzip member, since browsers read no second one: DEFLATE lets blocks of any origin follow each other.
 */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

export interface PackedPart {
  readonly plain: Buffer;
  /** The same as blocks of DEFLATE, none of them the last, that end with a whole byte. */
  readonly packed: Buffer;
}

const compress = promisify(deflateRaw);
/** The quickest: a better one would save a tenth of the bytes and cost three times the work. */
export const LEVEL = 1;

/** Compresses off the main thread. */
export async function pack(text: string): Promise<PackedPart> {
  const plain = Buffer.from(text);
  const packed = await compress(plain, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH });
  return { plain, packed };
}

/** A short text that would not get shorter: one block that says it as it is. At most 65,535 bytes. */
export function unpacked(text: string): PackedPart {
  const plain = Buffer.from(text);
  return { plain, packed: stored(plain, NOT_LAST) };
}

const [NOT_LAST, LAST] = [0, 1];

function stored(plain: Buffer, isLast: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(isLast, 0);
  head.writeUInt16LE(plain.length, 1);
  head.writeUInt16LE(plain.length ^ 0xff_ff, 3);
  return Buffer.concat([head, plain]);
}

/** Of nothing zlib says 0, whatever came before it. */
const crcAfter = (crc: number, plain: Buffer): number => (plain.length === 0 ? crc : crc32(plain, crc));

/** Deflated, without name and time, of no system in particular. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** What all readers get alike. */
export class PackedJson {
  readonly plain: readonly Buffer[];
  /** The beginning of a gzip file. */
  readonly packed: Buffer;
  /** Bytes of the text. */
  readonly length: number;
  readonly crc: number;

  constructor(parts: readonly PackedPart[]) {
    this.plain = parts.map(({ plain }) => plain);
    this.packed = Buffer.concat([GZIP_HEAD, ...parts.map(({ packed }) => packed)]);
    this.length = this.plain.reduce((sum, { length }) => sum + length, 0);
    this.crc = this.plain.reduce(crcAfter, 0);
  }
}

/** What one reader gets: what all get alike, and an end of its own with which the text is complete. */
export class PackedAnswer {
  readonly length: number;
  readonly #beginning: PackedJson;
  readonly #end: Buffer;

  /** @param end at most 65,535 bytes */
  constructor(beginning: PackedJson, end: string) {
    this.#beginning = beginning;
    this.#end = Buffer.from(end);
    this.length = beginning.length + this.#end.length;
  }

  plain(): Buffer {
    return Buffer.concat([...this.#beginning.plain, this.#end]);
  }

  gzip(): Buffer {
    const sums = Buffer.alloc(8);
    sums.writeUInt32LE(crcAfter(this.#beginning.crc, this.#end), 0);
    sums.writeUInt32LE(this.length % 2 ** 32, 4);
    return Buffer.concat([this.#beginning.packed, stored(this.#end, LAST), sums]);
  }
}
