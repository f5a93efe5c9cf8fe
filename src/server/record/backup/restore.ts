import type { Connection } from '../../platform/database/connection.ts';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { EpochMs } from '#domain/time/units';
import { migrate, ownMigrations } from '../../platform/database/migrate.ts';
import {
  isSigningKeyRecorded,
  readSigningKey,
  recordSigningKey,
} from '../../payroll/periods/signing/commands.ts';
import { StartError } from '../../platform/start-error.ts';
import { END_OF_ROWS, linesOf, parseLine, TableLine, type BackupHeader } from './file.ts';
import {
  toAnalyzeSql,
  resetSequences,
  toCopyInSql,
  isDatabaseEmpty,
  toEmptyTableSql,
  toEnableTriggersSql,
} from './queries.ts';

const BATCH_BYTES = 64 * 1024;

/** Restores in one transaction. Newer migrations run afterwards. @throws StartError when the database is not empty */
export async function restore(owner: Connection, file: string, { migrations }: BackupHeader, now: EpochMs) {
  if (!(await isDatabaseEmpty(owner)))
    throw new StartError(
      'backupRefused',
      'There are accounts in this database already. A backup is restored in an empty one: set DATA_DIR to a new folder, or DATABASE_URL to a new database.',
    );
  await migrate(owner, ownMigrations().slice(0, migrations.length), now);
  await owner.query('BEGIN');
  try {
    await restoreTables(owner, file);
    await resetSequences(owner);
    if ((await isSigningKeyRecorded(owner)) && (await readSigningKey(owner)) === null)
      await recordSigningKey(owner, null, now);
    await owner.query('COMMIT');
  } catch (error) {
    await owner.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function restoreTables(owner: Connection, file: string): Promise<void> {
  const lines = linesOf(file);
  await lines.next();
  for (;;) {
    const { value: line, done } = await lines.next();
    const table = done ? undefined : parseLine(TableLine, line);
    // This line is the checksum, the last line of the file: all tables are restored.
    if (!table) return;
    await owner.query(toEmptyTableSql(table));
    await pipeline(Readable.from(rowsOf(lines)), owner.query(copyFrom(toCopyInSql(table))));
    await owner.query(toEnableTriggersSql(table));
    await owner.query(toAnalyzeSql(table));
  }
}

async function* rowsOf(lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let batch: Buffer[] = [];
  let size = 0;
  for (;;) {
    const { value: line, done } = await lines.next();
    if (done || line.equals(END)) break;
    batch.push(line);
    size += line.length;
    if (size < BATCH_BYTES) continue;
    yield Buffer.concat(batch);
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield Buffer.concat(batch);
}
const END = Buffer.from(END_OF_ROWS);
