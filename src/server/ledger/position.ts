/**
 * A reader's place in the feed: a transaction and a sequence number. Sequences commit out of order,
 * transactions bound them.
 */

export interface Position {
  /** xid8: 64 bits without sign, so never a number. */
  readonly txid: bigint;
  readonly seq: bigint;
}

const LARGEST_TXID = 2n ** 63n;
const LARGEST_SEQ = 2n ** 63n - 1n;

export const START: Position = { txid: 0n, seq: 0n };

export const cursorOf = ({ txid, seq }: Position): string => `${txid}-${seq}`;

/** Undefined for a text that is no cursor of ours, or one beyond what a database can have. */
export function positionOf(cursor: string): Position | undefined {
  const found = /^(\d{1,20})-(\d{1,19})$/.exec(cursor);
  if (!found) return undefined;
  const position = { txid: BigInt(found[1] ?? '0'), seq: BigInt(found[2] ?? '0') };
  return position.txid < LARGEST_TXID && position.seq <= LARGEST_SEQ ? position : undefined;
}

export const isAfter = (a: Position, b: Position): boolean =>
  a.txid === b.txid ? a.seq > b.seq : a.txid > b.txid;

export const later = (a: Position, b: Position): Position => (isAfter(a, b) ? a : b);
