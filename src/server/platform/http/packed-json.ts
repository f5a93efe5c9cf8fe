/** Joins JSON parts, each compressed once, into one gzip member: browsers do not read a second member. */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

export interface PackedPart {
  readonly plain: Buffer;
  /** `plain` as DEFLATE blocks that end on a whole byte. No block is marked as the last, so parts can be joined. */
  readonly packed: Buffer;
}

const compress = promisify(deflateRaw);
/** Higher levels save a tenth of the bytes and take three times as long. */
export const GZIP_LEVEL = 1;

export async function pack(text: string): Promise<PackedPart> {
  const plain = Buffer.from(text);
  const packed = await compress(plain, { level: GZIP_LEVEL, finishFlush: constants.Z_SYNC_FLUSH });
  return { plain, packed };
}

/** Makes an uncompressed block of a short text: 65,535 bytes at most. */
export function packUncompressed(text: string): PackedPart {
  const plain = Buffer.from(text);
  return { plain, packed: storedBlock(plain, NOT_LAST) };
}

const [NOT_LAST, LAST] = [0, 1];

function storedBlock(plain: Buffer, isLast: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(isLast, 0);
  head.writeUInt16LE(plain.length, 1);
  head.writeUInt16LE(plain.length ^ 0xff_ff, 3);
  return Buffer.concat([head, plain]);
}

/** zlib's crc32 returns 0 for an empty text, which would lose the checksum so far: return `crc` unchanged. */
const updateCrc = (crc: number, plain: Buffer): number => (plain.length === 0 ? crc : crc32(plain, crc));

/** gzip header without name, time and system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

export class PackedJson {
  readonly plain: readonly Buffer[];
  readonly packed: Buffer;
  readonly length: number;
  readonly crc: number;

  constructor(parts: readonly PackedPart[]) {
    this.plain = parts.map(({ plain }) => plain);
    this.packed = Buffer.concat([GZIP_HEAD, ...parts.map(({ packed }) => packed)]);
    this.length = this.plain.reduce((sum, { length }) => sum + length, 0);
    this.crc = this.plain.reduce(updateCrc, 0);
  }
}

/** Begins with JSON that many answers share, and ends with text of this answer only. */
export class PackedAnswer {
  readonly length: number;
  readonly #beginning: PackedJson;
  readonly #end: Buffer;

  /** @param end at most 65,535 bytes, since it becomes one uncompressed block */
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
    sums.writeUInt32LE(updateCrc(this.#beginning.crc, this.#end), 0);
    sums.writeUInt32LE(this.length % 2 ** 32, 4);
    return Buffer.concat([this.#beginning.packed, storedBlock(this.#end, LAST), sums]);
  }
}
