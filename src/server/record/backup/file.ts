/**
 * The backup's format, gzipped text: a header; for each table its name and columns, rows as PostgreSQL's COPY
 * writes them, and '\.'; then the SHA-256 of all lines above.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import * as z from 'zod/mini';
import { checksum, ownMigrations } from '../../platform/database/migrate.ts';
import { codeOf } from '../../platform/log.ts';
import { StartError } from '../../platform/start-error.ts';

export const FORMAT = 1;

export const BackupHeader = z.object({
  punctual: z.literal('backup'),
  format: z.int(),
  version: z.string(),
  madeAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

export const TableLine = z.object({ table: z.string(), columns: z.array(z.string()) });
export type Table = z.infer<typeof TableLine>;
const Checksum = z.object({ sha256: z.string() });

export const END_OF_ROWS = '\\.\n';

export const jsonLine = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

export function parseLine<Schema extends z.ZodMiniType>(
  schema: Schema,
  line: Buffer,
): z.output<Schema> | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(line.toString('utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

export async function* withChecksum(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
  yield jsonLine({ sha256: hash.digest('hex') });
}

export async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const packed = createReadStream(file);
  const text = createGunzip();
  packed.on('error', (error) => text.destroy(error));
  let trailer: Buffer = Buffer.alloc(4);
  packed.on('data', (chunk) => (trailer = Buffer.concat([trailer, chunk as Buffer]).subarray(-4)));
  let rest: Buffer = Buffer.alloc(0);
  let length = 0;
  for await (const chunk of packed.pipe(text) as AsyncIterable<Buffer>) {
    const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    length += chunk.length;
    let from = 0;
    for (let at = all.indexOf(10); at !== -1; at = all.indexOf(10, from)) {
      yield all.subarray(from, at + 1);
      from = at + 1;
    }
    rest = all.subarray(from);
  }
  if (rest.length > 0) yield rest;
  // Gunzip ignores zeros after its end, and accepts a second gzip file there. The last 4 bytes are the length.
  if (trailer.readUInt32LE() !== length % 2 ** 32)
    throw Object.assign(new Error(`${file} goes on after its end.`), { code: 'Z_DATA_ERROR' });
}

export async function validateBackup(file: string): Promise<BackupHeader> {
  const refused = (why: string): StartError => new StartError('backupRefused', `${file} ${why}`);
  const hash = createHash('sha256');
  let first: Buffer | undefined;
  let last: Buffer | undefined;
  try {
    for await (const line of linesOf(file)) {
      first ??= Buffer.from(line);
      if (last) hash.update(last);
      last = line;
    }
  } catch (error) {
    const code = codeOf(error);
    throw refused(code.startsWith('Z_') ? 'is damaged, or no backup.' : `cannot be read: ${code}.`);
  }
  const header = first && parseLine(BackupHeader, first);
  if (!header) throw refused('is no backup of Punctual.');
  if (isNewer(header))
    throw refused(`was made by a newer version of Punctual (${header.version}). Restore it with that one.`);
  if (!last || parseLine(Checksum, last)?.sha256 !== hash.digest('hex'))
    throw refused('is damaged: what is in it is not what was written.');
  return header;
}

/** True if a newer version made the backup, or a modified Punctual whose migrations differ from ours. */
function isNewer({ format, migrations }: BackupHeader): boolean {
  const own = ownMigrations().map(checksum);
  return format > FORMAT || migrations.some((one, index) => own[index] !== one.checksum);
}
