/**
 * Places in the feed, and the texts ('cursors') that readers know them by. Each names a row by a part of its
 * hash besides its numbers, since numbers survive a restore and may be given out anew after a crash: a place
 * whose row is not found is none, and its reader loads everything anew.
 */
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';

/** An admin's place: a transaction and a sequence number. Sequences commit out of order, transactions bound them. */
export interface Position {
  /** xid8: 64 bits without sign, so never a number. */
  readonly txid: bigint;
  readonly seq: bigint;
  /**
   * In hex, 8 bytes of the row's hash and the 4 of the transaction that wrote it into this database, which is
   * another one than `txid` after a restore. Zeros before the first row.
   */
  readonly mark: string;
}

/** An employee's place: how much of their own chain they know, and how much of the settings'. */
export interface Heads {
  readonly own: Head;
  readonly settings: Head;
}
export interface Head {
  readonly n: number;
  /** 8 bytes of the row's hash in hex, which tells it and all rows of the chain before it; '' for n = 0. */
  readonly mark: string;
}

export const START: Position = { txid: 0n, seq: 0n, mark: '0'.repeat(24) };

export const isAfter = (a: Position, b: Position): boolean =>
  a.txid === b.txid ? a.seq > b.seq : a.txid > b.txid;

/** Whether the row was written where it stands; one of a restored backup was written long ago, elsewhere. */
export const isWrittenHere = ({ txid, mark }: Position): boolean =>
  BigInt.asUintN(32, txid) === BigInt(`0x${mark.slice(16)}`);

/** Start of every cursor; a constant. */
const PREFIX = '9999999999999999-0-';

export const cursorOfHeads = ({ own, settings }: Heads): string =>
  `${PREFIX}${own.n}.${own.mark}-${settings.n}.${settings.mark}`;

/** Undefined for a text that is no employee's cursor. */
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

/** Makes cursors of positions and positions of cursors; the same one of the same, with the same key. */
export interface Seal {
  close(position: Position): string;
  /** Undefined for a text that was not closed with this key. */
  open(cursor: string): Position | undefined;
}

/** @param key 32 bytes, the installation's own */
export function createSeal(key: Buffer): Seal {
  const derived = (purpose: string): Buffer => createHmac('sha256', key).update(purpose).digest();
  const [forTag, forContent] = [derived('tag'), derived('content')];
  // The tag begins the encryption, too: the same place is always the same text, which readers compare.
  const tagOf = (content: Buffer): Buffer =>
    createHmac('sha256', forTag).update(content).digest().subarray(0, 16);
  return {
    close({ txid, seq, mark }) {
      const content = Buffer.alloc(28);
      content.writeBigUInt64BE(txid, 0);
      content.writeBigInt64BE(seq, 8);
      content.write(mark, 16, 'hex');
      const tag = tagOf(content);
      const cipher = createCipheriv('aes-256-ctr', forContent, tag);
      return `${PREFIX}${Buffer.concat([tag, cipher.update(content), cipher.final()]).toString('base64url')}`;
    },
    open(cursor) {
      if (!cursor.startsWith(PREFIX)) return undefined;
      const sealed = Buffer.from(cursor.slice(PREFIX.length), 'base64url');
      if (sealed.length !== 44) return undefined;
      const tag = sealed.subarray(0, 16);
      const decipher = createDecipheriv('aes-256-ctr', forContent, tag);
      const content = Buffer.concat([decipher.update(sealed.subarray(16)), decipher.final()]);
      if (!timingSafeEqual(tagOf(content), tag)) return undefined;
      return {
        txid: content.readBigUInt64BE(0),
        seq: content.readBigInt64BE(8),
        mark: content.toString('hex', 16),
      };
    },
  };
}
