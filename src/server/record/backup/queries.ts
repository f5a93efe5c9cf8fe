import pg from 'pg';
import type { Queryable } from '../../platform/database/connection.ts';
import type { BackupHeader, Table } from './file.ts';

/**
 * Tables that no backup contains. Old sessions, sign-ins in progress, reset links and calendar addresses must not
 * become valid again. Results of ledger checks and counters of rate limits describe only the old database. A restored
 * server makes its own signing key.
 */
export const EXCLUDED_TABLES: readonly string[] = [
  'schema_migrations',
  'session',
  'second_step',
  'password_reset',
  'calendar_key',
  'record_check',
  'signing_key',
  'rate_limit',
];

export const appliedMigrations = (tx: Queryable): Promise<BackupHeader['migrations']> =>
  tx.run('SELECT name, checksum FROM schema_migrations ORDER BY number');

/** Sorts referenced tables first. Leaves out columns with transaction ids, since another cluster has its own ids. */
export async function tablesToBackUp(tx: Queryable, leftOut = EXCLUDED_TABLES): Promise<Table[]> {
  const rows = await tx.run<Table & { needs: string[] }>(
    `SELECT c.relname AS table,
       ARRAY (SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped
         AND attgenerated = '' AND atttypid <> 'xid8'::regtype ORDER BY attnum) AS columns,
       ARRAY (SELECT f.relname::text FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
         WHERE k.conrelid = c.oid AND k.contype = 'f' AND f.oid <> c.oid) AS needs
     FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
       AND c.relname <> ALL ($1) ORDER BY c.relname`,
    [leftOut],
  );
  const ordered: Table[] = [];
  const place = (name: string): void => {
    const row = rows.find(({ table }) => table === name);
    if (!row || ordered.some(({ table }) => table === name)) return;
    for (const needed of row.needs) place(needed);
    ordered.push({ table: row.table, columns: row.columns });
  };
  for (const { table } of rows) place(table);
  return ordered;
}

const columnsOf = ({ table, columns }: Table): string =>
  `${pg.escapeIdentifier(table)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;

export const toCopyOutSql = (table: Table): string => `COPY ${columnsOf(table)} TO STDOUT`;
export const toCopyInSql = (table: Table): string => `COPY ${columnsOf(table)} FROM STDIN`;

/** Deletes rows that migrations made. Disables triggers: some would refuse rows that were valid when written. */
export const toEmptyTableSql = ({ table }: Table): string =>
  `ALTER TABLE ${pg.escapeIdentifier(table)} DISABLE TRIGGER USER; DELETE FROM ${pg.escapeIdentifier(table)}`;
export const toEnableTriggersSql = ({ table }: Table): string =>
  `SET CONSTRAINTS ALL IMMEDIATE; ALTER TABLE ${pg.escapeIdentifier(table)} ENABLE TRIGGER USER`;
/** One table at a time, since a plain ANALYZE warns about each system table that it skips. */
export const toAnalyzeSql = ({ table }: Table): string => `ANALYZE ${pg.escapeIdentifier(table)}`;

/** Returns number and hash of the last row of each chain, one `chain n hash` per line. */
export async function readHeads(tx: Queryable): Promise<string> {
  const rows = await tx.run<{ line: string }>(
    `SELECT concat_ws(' ', chain, n, encode(hash, 'hex')) || E'\n' AS line FROM ledger_head WHERE n > 0 ORDER BY chain`,
  );
  return rows.map(({ line }) => line).join('');
}

export async function isDatabaseEmpty(tx: Queryable): Promise<boolean> {
  const [tables] = await tx.run<{ there: boolean }>(
    `SELECT to_regclass('account') IS NOT NULL AND to_regclass('ledger') IS NOT NULL AS there`,
  );
  if (!tables?.there) return true;
  const [rows] = await tx.run<{ empty: boolean }>(
    'SELECT NOT EXISTS (SELECT 1 FROM account) AND NOT EXISTS (SELECT 1 FROM ledger) AS empty',
  );
  return rows?.empty === true;
}

/** Lets identity columns continue after the highest restored value. */
export async function resetSequences(tx: Queryable): Promise<void> {
  const columns = await tx.run<{
    table: string;
    column: string;
  }>(`SELECT c.relname AS table, a.attname AS column FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE a.attidentity <> '' AND c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace`);
  for (const { table, column } of columns)
    await tx.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), coalesce(max(${pg.escapeIdentifier(column)}), 0) + 1, false)
       FROM ${pg.escapeIdentifier(table)}`,
      [pg.escapeIdentifier(table), column],
    );
}
