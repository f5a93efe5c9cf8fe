import type { StudiosView } from '#contract/settings';
import type { Hub, Placement, Studio } from '#domain/people/studios';
import { named, type Queryable } from '../../platform/database/pool.ts';
import type { Transaction } from '../../platform/database/transaction.ts';

type Row = Hub & { readonly studioId: string | null };

export async function readStudios(tx: Queryable): Promise<Studio[]> {
  const rows = await named<Row>(
    tx,
    'read_studios',
    `SELECT id, NULL::uuid AS "studioId", name, is_retired AS "isRetired", place FROM studio
     UNION ALL SELECT id, studio_id, name, is_retired, place FROM hub ORDER BY place, id`,
  );
  const studios = new Map<string, Studio & { readonly hubs: Hub[] }>();
  const toHub = ({ id, name, isRetired }: Row): Hub => ({ id, name, isRetired });
  for (const row of rows) if (row.studioId === null) studios.set(row.id, { ...toHub(row), hubs: [] });
  for (const row of rows) studios.get(row.studioId ?? '')?.hubs.push(toHub(row));
  return [...studios.values()];
}

export const peopleByPlace = (tx: Queryable): Promise<StudiosView['people']> =>
  named<StudiosView['people'][number]>(
    tx,
    'people_by_place',
    'SELECT department, hub, count(*) AS count FROM account GROUP BY department, hub ORDER BY department, hub',
  );

/** In the order of locking chains. */
export const peopleIn = (
  tx: Queryable,
  departments: readonly string[],
): Promise<(Placement & { readonly id: string })[]> =>
  named<Placement & { readonly id: string }>(
    tx,
    'people_in',
    'SELECT id, department, hub FROM account WHERE department = ANY ($1::text[]) ORDER BY id',
    [departments],
  );

const STUDIOS_LOCK = 7_305_004;

/** Locks the studios, so that a rename misses nobody. Must be the first lock. */
export async function lockStudiosShared(tx: Transaction): Promise<Studio[]> {
  await named(tx, 'hold_studios', `SELECT pg_advisory_xact_lock_shared(${STUDIOS_LOCK})`);
  return readStudios(tx);
}

/** Nobody else can be put into a studio until the transaction ends. */
export const lockStudios = async (tx: Transaction): Promise<void> =>
  void (await named(tx, 'lock_studios', `SELECT pg_advisory_xact_lock(${STUDIOS_LOCK})`));
