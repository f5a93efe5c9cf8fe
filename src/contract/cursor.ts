/**
 * Positions in the stream of changes: a transaction and a sequence number (sequences commit out of order;
 * transactions bound them).
 */

/**
 * Negative when `a` is before `b`, 0 when equal, positive when after. Both look like
 * '<transaction>-<sequence>'.
 */
export function compareCursors(a: string, b: string): number {
  const [aTransaction = '0', aSequence = '0'] = a.split('-');
  const [bTransaction = '0', bSequence = '0'] = b.split('-');
  const byTransaction = BigInt(aTransaction) - BigInt(bTransaction);
  const difference = byTransaction !== 0n ? byTransaction : BigInt(aSequence) - BigInt(bSequence);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
