import { connect, type ConnectionTarget } from '#server/platform/database/connection';

/** Tables that are not in a backup, are compared separately, or lose rows over time in a running server. */
const UNCOMPARED = new Set([
  'session',
  'password_reset',
  'record_check',
  'schema_migrations',
  'ledger',
  'request_answer',
  'issued_employee_id',
]);

/** The ledger's hashes, and the row count and a checksum of each compared table. */
export async function contentOf(target: ConnectionTarget) {
  const client = await connect(target);
  try {
    const { rows: ledger } = await client.query('SELECT seq, chain, n, hash FROM ledger ORDER BY seq');
    const { rows: tables } = await client.query<{ table: string }>(
      `SELECT relname AS table FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY 1`,
    );
    const sums: Record<string, unknown> = {};
    for (const { table } of tables)
      if (!UNCOMPARED.has(table))
        sums[table] = (
          await client.query(
            `SELECT count(*), md5(string_agg(t::text, E'\\n' ORDER BY t::text)) FROM ${table} t`,
          )
        ).rows[0];
    return { ledger, sums };
  } finally {
    await client.end();
  }
}
