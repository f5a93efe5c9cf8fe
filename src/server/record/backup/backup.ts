import type { Connection } from '../../platform/database/connection.ts';
import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, rename, rm, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { to as copyTo } from 'pg-copy-streams';
import type { EpochMs } from '#domain/time/units';
import type { Database } from '../../platform/database/pool.ts';
import { beginSnapshot } from '../verification/queries.ts';
import { StartError } from '../../platform/start-error.ts';
import { END_OF_ROWS, FORMAT, jsonLine, withChecksum, type BackupHeader } from './file.ts';
import { appliedMigrations, toCopyOutSql, EXCLUDED_TABLES, readHeads, tablesToBackUp } from './queries.ts';

/**
 * The file gets its final name when it is complete. A second file, for `verify --against`, has each chain's last hash.
 * @returns the SHA-256 of the second file, to be kept elsewhere
 */
export async function writeBackup(
  database: Pick<Database, 'connect'>,
  { file, version, now, signal }: { file: string; version: string; now: EpochMs; signal?: AbortSignal },
  leftOut: readonly string[] = EXCLUDED_TABLES,
): Promise<string> {
  // Random, since process ids repeat in containers.
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.part`;
  const client = await database.connect('punctual backup');
  try {
    await beginSnapshot(client);
    await pipeline(
      Readable.from(withChecksum(contentOf(client, version, now, leftOut))),
      createGzip({ level: 6 }),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
      signal ? { signal } : {},
    );
    // A link never replaces a file, but a rename does. FAT has no links: an empty file reserves the name first.
    await link(unfinished, file).catch(async () => {
      await writeFile(file, '', { flag: 'wx' });
      await rename(unfinished, file);
    });
    const heads = await readHeads(client);
    await writeFile(`${file}.heads`, heads, { mode: 0o600, flush: true });
    return createHash('sha256').update(heads).digest('hex');
  } catch (error) {
    throw isFileError(error)
      ? new StartError('backupRefused', `${file} cannot be written: ${error.code}.`)
      : error;
  } finally {
    await rm(unfinished, { force: true });
    await client.end();
  }
}

async function* contentOf(client: Connection, version: string, now: EpochMs, leftOut: readonly string[]) {
  yield jsonLine({
    punctual: 'backup',
    format: FORMAT,
    version,
    madeAt: new Date(now).toISOString(),
    migrations: await appliedMigrations(client),
  } satisfies BackupHeader);
  for (const table of await tablesToBackUp(client, leftOut)) {
    yield jsonLine(table);
    yield* client.query(copyTo(toCopyOutSql(table))) as AsyncIterable<Buffer>;
    yield Buffer.from(END_OF_ROWS);
  }
}

const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'path' in error;
