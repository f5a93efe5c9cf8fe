/** Which key signs. */
import { named, type Queryable } from '../../database/pool.ts';

/** The public half, DER; null before the first file was signed. */
export async function readSigningKey(tx: Queryable): Promise<Buffer | null> {
  const [row] = await named<{ public_key: Buffer }>(tx, 'signing_key', 'SELECT public_key FROM signing_key');
  return row?.public_key ?? null;
}
