/** Writes a backup of a database that others work on meanwhile. */
import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, rename, rm, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { EpochMs } from '#domain/time/units';
import type { Database } from '../../platform/database/pool.ts';
import { StartError } from '../../start-error.ts';
import { END_OF_ROWS, FORMAT, jsonLine, withChecksum, type Header } from './file.ts';
import { appliedMigrations, beginReading, copyOut, readHeads, tablesToKeep } from './queries.ts';

/**
 * All tables as they are at one instant, streamed. The file has its name only once it is whole and on the
 * disk; only its owner may read it. Beside it stands where each chain of the ledger ends, for `verify --against`.
 * @param version of Punctual
 * @returns the SHA-256 of that second file, to be kept elsewhere
 * @throws StartError when the file is there already or cannot be written
 */
export async function writeBackup(
  database: Pick<Database, 'connect'>,
  {
    file,
    version,
    now,
    signal,
  }: {
    readonly file: string;
    readonly version: string;
    readonly now: EpochMs;
    readonly signal?: AbortSignal;
  },
): Promise<string> {
  // Of nobody else: in a container a process that was killed had the same number.
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.part`;
  const client = await database.connect('punctual backup');
  try {
    await beginReading(client);
    await pipeline(
      Readable.from(withChecksum(contentOf(client, version, now))),
      createGzip({ level: 6 }),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
      signal ? { signal } : {},
    );
    // Unlike a renaming alone, neither takes anybody's place; not everywhere are there hard links (FAT).
    await link(unfinished, file).catch(async () => {
      await writeFile(file, '', { flag: 'wx' });
      await rename(unfinished, file);
    });
    const heads = await readHeads(client);
    await writeFile(`${file}.heads`, heads, { mode: 0o600, flush: true });
    return createHash('sha256').update(heads).digest('hex');
  } catch (error) {
    throw isOfFiles(error)
      ? new StartError('backupRefused', `${file} cannot be written: ${error.code}.`)
      : error;
  } finally {
    await rm(unfinished, { force: true });
    await client.end();
  }
}

async function* contentOf(client: pg.Client, version: string, now: EpochMs): AsyncGenerator<Buffer> {
  yield jsonLine({
    punctual: 'backup',
    format: FORMAT,
    version,
    madeAt: new Date(now).toISOString(),
    migrations: await appliedMigrations(client),
  } satisfies Header);
  for (const table of await tablesToKeep(client)) {
    yield jsonLine(table);
    yield* client.query(copyTo(copyOut(table))) as AsyncIterable<Buffer>;
    yield Buffer.from(END_OF_ROWS);
  }
}

const isOfFiles = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'path' in error;
