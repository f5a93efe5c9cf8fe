/**
 * A cursor says up to which ledger row a browser has loaded. It contains part of the row's hash, since another row may
 * get the same number after a restore or a crash. A browser whose row is gone loads everything.
 */
import { createByteSeal } from './byte-seal.ts';

/** Place in the feed that an admin has read. Sequence numbers commit out of order, so rows sort by transaction id. */
export interface Position {
  /** xid8: unsigned 64 bits, too large for a number. */
  readonly txid: bigint;
  readonly seq: bigint;
  /** Hex: 8 bytes of the row's hash, then 4 bytes of its xmin. After a restore, xmin differs from `txid`. */
  readonly mark: string;
}

/** Last rows that an employee's browser knows of two chains: the employee's own, and the settings'. */
export interface Heads {
  readonly own: Head;
  readonly settings: Head;
}
export interface Head {
  /** Number of the row in its chain. */
  readonly n: number;
  /** First 8 bytes of the row's hash, in hex. Detects a cursor of another ledger. '' for n = 0, before the first row. */
  readonly mark: string;
}

export const START: Position = { txid: 0n, seq: 0n, mark: '0'.repeat(24) };

export const isAfter = (a: Position, b: Position): boolean =>
  a.txid === b.txid ? a.seq > b.seq : a.txid > b.txid;

/** False for rows from a restored backup: their xmin differs from `txid`. */
export const isWrittenHere = ({ txid, mark }: Position): boolean =>
  BigInt.asUintN(32, txid) === BigInt(`0x${mark.slice(16)}`);

/** Start of every cursor. An open page of version 1.6.4 reads this as the latest position, so it still loads data. */
const PREFIX = '9999999999999999-0-';

export const cursorOfHeads = ({ own, settings }: Heads): string =>
  `${PREFIX}${own.n}.${own.mark}-${settings.n}.${settings.mark}`;

export function headsOfCursor(cursor: string): Heads | undefined {
  if (!cursor.startsWith(PREFIX)) return undefined;
  const found = /^(\d{1,15})\.([0-9a-f]{16}|)-(\d{1,15})\.([0-9a-f]{16}|)$/.exec(cursor.slice(PREFIX.length));
  if (!found) return undefined;
  const [, ownN, ownMark = '', settingsN, settingsMark = ''] = found;
  return {
    own: { n: Number(ownN), mark: ownMark },
    settings: { n: Number(settingsN), mark: settingsMark },
  };
}

export type Seal = ReturnType<typeof createSeal>;

export function createSeal(key: Buffer) {
  const seal = createByteSeal(key);
  return {
    /** Encrypts the position as a cursor. */
    close({ txid, seq, mark }: Position): string {
      const content = Buffer.alloc(28);
      content.writeBigUInt64BE(txid, 0);
      content.writeBigInt64BE(seq, 8);
      content.write(mark, 16, 'hex');
      return `${PREFIX}${seal.close(content)}`;
    },
    /** Undefined if the cursor was sealed with another key. */
    open(cursor: string): Position | undefined {
      const content = cursor.startsWith(PREFIX) ? seal.open(cursor.slice(PREFIX.length)) : undefined;
      if (content?.length !== 28) return undefined;
      return {
        txid: content.readBigUInt64BE(0),
        seq: content.readBigInt64BE(8),
        mark: content.toString('hex', 16),
      };
    },
  };
}
