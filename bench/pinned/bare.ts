/**
 * Measures the limit of the machine: pgbench (of Debian's `postgresql`) runs the same transactions and queries on the
 * same PostgreSQL, without the product. Without pgbench this process runs them more slowly, and limits do not apply.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { personId } from '../screens/fill.ts';
import { count, rounds, SECONDS } from './figure.ts';
import { asOwner, type Server } from './server.ts';

export interface Bare {
  /** @returns punches a second; each starts or ends an entry and adds an audit row, in its own commit */
  punches(clients: number, seconds: number): Promise<number>;
  /** @returns milliseconds of the query, in which `:who` stands for a person's number */
  query(sql: string, seconds: number): Promise<number>;
  /** False without pgbench: the figures are then not the limit of the machine. */
  readonly isLimit: boolean;
}

const run = promisify(execFile);

/**
 * The least that a punch needs: our columns, a primary key each, and at most one open entry a person. Starts with a
 * copy of our closed entries.
 */
const TABLES = `
  CREATE SCHEMA bare;
  CREATE TABLE bare.counted_entry (LIKE public.counted_entry INCLUDING DEFAULTS);
  INSERT INTO bare.counted_entry SELECT * FROM public.counted_entry WHERE clock_out IS NOT NULL;
  ALTER TABLE bare.counted_entry ADD PRIMARY KEY (id);
  CREATE UNIQUE INDEX ON bare.counted_entry (user_id) WHERE clock_out IS NULL;
  CREATE TABLE bare.audit (LIKE public.ledger INCLUDING DEFAULTS INCLUDING IDENTITY);
  ALTER TABLE bare.audit ADD PRIMARY KEY (seq);
  VACUUM ANALYZE bare.counted_entry`;

const AUDIT = (kind: string): string => `
  INSERT INTO bare.audit (chain, n, at, actor, kind, body, hash)
  SELECT user_id, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, now(), user_id, '${kind}', 'entry ' || id, sha256('') FROM e`;
const punchesBy = (who: string): readonly string[] => [
  `WITH e AS (
    INSERT INTO bare.counted_entry (id, user_id, clock_in, created_at, updated_at)
    VALUES (gen_random_uuid(), ${personId(who)}, now(), now(), now()) RETURNING id, user_id
  ) ${AUDIT('clock_in')}`,
  `WITH e AS (
    UPDATE bare.counted_entry SET clock_out = now(), updated_at = now()
    WHERE user_id = ${personId(who)} AND clock_out IS NULL RETURNING id, user_id
  ) ${AUDIT('clock_out')}`,
];

/** Creates its tables in the product's database, in a schema of their own. */
export async function openBare(server: Server): Promise<Bare> {
  await asOwner(server, async (owner) => {
    for (const statement of TABLES.split(';')) await owner.query(statement);
  });
  const isLimit = await run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
  if (!isLimit)
    console.log(
      '  No pgbench (apt-get install postgresql): the limits are this program’s, and judge nothing.',
    );
  return { ...(isLimit ? byPgbench(server) : byDriver(server)), isLimit };
}

/** Punches a second of one pgbench client on the reference machine, where the limits in milliseconds were set. */
const RATE_OF_ONE_THERE = 2_820;

/** @returns how many times slower this machine is than the reference machine; undefined without pgbench */
export async function scaleOf(bare: Bare): Promise<number | undefined> {
  // Warm-up: the first punches read the new tables for the first time.
  await bare.punches(1, SECONDS);
  const { rate } = await rounds(async () => ({ rate: await bare.punches(1, SECONDS) }));
  console.log(`  bare punches of one client: ${count(rate)}/s, there ${count(RATE_OF_ONE_THERE)}/s`);
  return bare.isLimit ? RATE_OF_ONE_THERE / rate : undefined;
}

/** Converts a limit of the reference machine to this machine; undefined if the limit or the scale is unknown. */
export const scaled = (there: number | undefined, scale: number | undefined): number | undefined =>
  there === undefined || scale === undefined ? undefined : there * scale;

function byPgbench({ sockets, size }: Server): Omit<Bare, 'isLimit'> {
  const pgbench = async (clients: number, seconds: number, lines: readonly string[]): Promise<string> => {
    const folder = mkdtempSync(path.join(tmpdir(), 'punctual-bench-'));
    const script = path.join(folder, 'script.sql');
    writeFileSync(script, `${lines.join('\n')}\n`);
    const where = ['-h', sockets, '-p', '5432', '-U', 'postgres', 'punctual'];
    const how = ['-n', '-M', 'prepared', '-j', '1', '-c', String(clients), '-T', String(Math.ceil(seconds))];
    return run('pgbench', [...how, '-f', script, ...where])
      .then(({ stdout }) => stdout)
      .finally(() => rmSync(folder, { recursive: true }));
  };
  const told = (output: string, what: RegExp): number => Number(what.exec(output)?.[1]);
  return {
    async punches(clients, seconds) {
      const own = Math.floor(size.people / clients);
      const who = `\\set who 1 + random(0, ${own - 1}) * ${clients} + :client_id`;
      const output = await pgbench(clients, seconds, [who, ...punchesBy(':who').map(oneLine)]);
      return 2 * told(output, /^tps = ([\d.]+)/m);
    },
    async query(sql, seconds) {
      const output = await pgbench(1, seconds, [`\\set who random(1, ${size.people})`, oneLine(sql)]);
      return told(output, /^latency average = ([\d.]+) ms/m);
    },
  };
}

const oneLine = (sql: string): string => `${sql.replaceAll(/\s+/g, ' ')};`;

function byDriver(server: Server): Omit<Bare, 'isLimit'> {
  const { people } = server.size;
  /** @returns statements a second */
  const loop = async (clients: number, seconds: number, statements: readonly string[]): Promise<number> => {
    let done = 0;
    const end = performance.now() + seconds * 1_000;
    const own = Math.floor(people / clients);
    await Promise.all(
      Array.from({ length: clients }, (_, client) =>
        asOwner(server, async (owner) => {
          for (let turn = 0; performance.now() < end; turn += 1) {
            const values = [1 + (turn % own) * clients + client];
            for (const [index, text] of statements.entries())
              await owner.query({
                name: `bare-${index}`,
                text,
                values: text.includes('$1') ? values : [],
              });
            done += statements.length;
          }
        }),
      ),
    );
    return done / seconds;
  };
  const who = (sql: string): string => sql.replaceAll(':who', '$1::int');
  return {
    punches: (clients, seconds) => loop(clients, seconds, punchesBy('$1::int')),
    query: async (sql, seconds) => 1_000 / (await loop(1, seconds, [who(sql)])),
  };
}
