/** Which installation a database is. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { EpochMs } from '#domain/time';
import { asTimestamp } from './wire-types.ts';

/** The installation's id, made at the first call. Of two servers that start at once, both get the same. */
export async function installationId(owner: pg.ClientBase, now: EpochMs): Promise<string> {
  await owner.query('INSERT INTO installation (id, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    randomUUID(),
    asTimestamp(now),
  ]);
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM installation');
  const [row] = rows;
  if (!row) throw new Error('The database has no installation id.');
  return row.id;
}
