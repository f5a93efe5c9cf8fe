import { randomUUID } from 'node:crypto';
import type { EpochMs } from '#domain/time/units';
import { FIRST_STUDIOS, findRemovedPlaces, createPlaceRenamer, type Studio } from '#domain/people/studios';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/pool.ts';
import { inTransaction, type Transaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { appendToChains, appendToLedger, lockChain } from '../../ledger/commands.ts';
import { SETTINGS_CHAIN } from '../../ledger/entry.ts';
import { refused } from '../../platform/refused.ts';
import { storeResponse, type Sender } from '../../ledger/idempotency/commands.ts';
import { lockStudios, MissingSettings, findPeopleInStudios, readSettings, readStudios } from './queries.ts';

/** Creates the specification's studios if there are none. Several servers may do so at once. Writes no ledger row. */
export async function ensureStudios(database: Database): Promise<void> {
  await inTransaction(database, async (tx) => {
    await lockStudios(tx);
    const [found] = await tx.run<{ is_known: boolean }>(
      `SELECT EXISTS (SELECT FROM studio)
         OR EXISTS (SELECT FROM ledger WHERE chain = $1 AND kind = 'studios_updated') AS is_known`,
      [SETTINGS_CHAIN],
    );
    if (found?.is_known) return;
    const fresh = (name: string) => ({ id: randomUUID(), name, isRetired: false });
    const studios = FIRST_STUDIOS.map(({ name, hubs }) => ({ ...fresh(name), hubs: hubs.map(fresh) }));
    await writeStudios(tx, studios);
  });
}

/** Refuses an old `version`, and to remove a studio or hub in use. A rename writes a ledger row per person. */
export async function saveStudios(
  database: Database,
  { at, actor, key }: Sender,
  { version, studios }: { readonly version: number; readonly studios: readonly Studio[] },
) {
  return inTransaction(database, async (tx) => {
    await lockStudios(tx);
    await lockChain(tx, SETTINGS_CHAIN);
    if ((await readSettings(tx)).version !== version) return refused('settings_changed');
    const before = await readStudios(tx);
    if (JSON.stringify(before) === JSON.stringify(studios)) return storeResponse(tx, key, at, { ok: true });
    const names = await findRemovedNamesInUse(tx, before, studios);
    if (names.length > 0) return { ...refused('studio_in_use'), names };
    await writeStudios(tx, studios);
    await moveRenamedPeople(tx, at, actor, before, studios);
    const [settings] = await tx.run<{ version: number }>(
      'UPDATE settings SET version = version + 1, updated_at = $1 RETURNING version',
      [asTimestamp(at)],
    );
    if (!settings) throw new MissingSettings();
    await appendToLedger(tx, {
      chain: SETTINGS_CHAIN,
      at,
      actor,
      kind: 'studios_updated',
      data: { studios, version: settings.version },
    });
    return storeResponse(tx, key, at, { ok: true });
  });
}

async function findRemovedNamesInUse(tx: Queryable, before: readonly Studio[], after: readonly Studio[]) {
  const { studios, hubs } = findRemovedPlaces(before, after);
  if (studios.length + hubs.length === 0) return [];
  const people = await findPeopleInStudios(tx, before);
  const departments = new Set(people.map(({ department }) => department));
  return [
    ...studios.filter(({ name }) => departments.has(name)),
    ...hubs.filter(({ name, studio }) =>
      people.some(({ department, hub }) => department === studio.name && hub === name),
    ),
  ].map(({ name }) => name);
}

async function writeStudios(tx: Transaction, studios: readonly Studio[]): Promise<void> {
  const hubs = studios.flatMap((studio) =>
    studio.hubs.map((hub, place) => ({ ...hub, studioId: studio.id, place })),
  );
  const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);
  const columns = (items: readonly { name: string; isRetired: boolean }[]) => [
    items.map(({ name }) => name),
    items.map(({ isRetired }) => isRetired),
  ];
  await tx.run('DELETE FROM hub WHERE id <> ALL ($1::uuid[])', [idsOf(hubs)]);
  await tx.run('DELETE FROM studio WHERE id <> ALL ($1::uuid[])', [idsOf(studios)]);
  await tx.run(
    `INSERT INTO studio (id, name, is_retired, place)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::boolean[]) WITH ORDINALITY
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, is_retired = excluded.is_retired, place = excluded.place`,
    [idsOf(studios), ...columns(studios)],
  );
  await tx.run(
    `INSERT INTO hub (id, name, is_retired, studio_id, place)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::boolean[], $4::uuid[], $5::integer[])
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, is_retired = excluded.is_retired, place = excluded.place`,
    [idsOf(hubs), ...columns(hubs), hubs.map(({ studioId }) => studioId), hubs.map(({ place }) => place)],
  );
}

/** Sends no notifications: one rename can move thousands of people. */
async function moveRenamedPeople(
  tx: Transaction,
  at: EpochMs,
  actor: string,
  before: readonly Studio[],
  after: readonly Studio[],
): Promise<void> {
  const moveOf = createPlaceRenamer(before, after);
  const touched = before.filter(({ name, hubs }) =>
    ['', ...hubs.map((hub) => hub.name)].some((hub) => moveOf({ department: name, hub })),
  );
  if (touched.length === 0) return;
  const moves = (await findPeopleInStudios(tx, touched)).flatMap((person) => {
    const to = moveOf(person);
    return to ? [{ ...person, to }] : [];
  });
  if (moves.length === 0) return;
  await appendToChains(
    tx,
    moves.map(({ id, department, hub, to }) => ({
      chain: id,
      at,
      actor,
      kind: 'employee_updated',
      data: {
        changes: {
          ...(department === to.department ? {} : { department: { from: department, to: to.department } }),
          ...(hub === to.hub ? {} : { hub: { from: hub, to: to.hub } }),
        },
      },
    })),
  );
  await tx.run(
    `UPDATE account SET department = moved.department, hub = moved.hub, updated_at = $4, version = version + 1
     FROM unnest($1::uuid[], $2::text[], $3::text[]) AS moved (id, department, hub) WHERE account.id = moved.id`,
    [
      moves.map(({ id }) => id),
      moves.map(({ to }) => to.department),
      moves.map(({ to }) => to.hub),
      asTimestamp(at),
    ],
  );
}
