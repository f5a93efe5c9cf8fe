/** Encrypts secrets that a backup must not reveal. The key is in the environment or a file, never in the database. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../platform/config.ts';
import { createByteSeal } from '../../platform/byte-seal.ts';

const ID_BYTES = 8;

export type SecretBox = ReturnType<typeof createSecretBox>;

/** Uses the key of SECRET_KEY, or of a file in the data folder. The first secret creates that file. */
export function createSecretBox({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>) {
  const file = path.join(dataDir, 'secret-key');
  let known: { readonly key: Buffer; readonly id: Buffer } | undefined;
  const keyFrom = (secret: string) => ({
    key: Buffer.from(secret),
    id: createHash('sha256').update(`which key ${secret}`).digest().subarray(0, ID_BYTES),
  });
  const find = () => {
    const secret = secretKey ?? readIfThere(file);
    return secret === null ? undefined : (known ??= keyFrom(secret));
  };
  return {
    /** Id of the key; each sealed secret begins with it. Null before the first key. */
    id: (): Buffer | null => find()?.id ?? null,
    /** @param owner id of the secret's owner: the secret cannot be opened for anybody else */
    seal(secret: string, owner: string): Buffer {
      const { id, key } = find() ?? keyFrom(makeKey(file));
      return Buffer.concat([id, Buffer.from(createByteSeal(key, owner).close(Buffer.from(secret)))]);
    },
    /** HMAC-SHA-256 of a value that may be guessed: without the key, a database tells nothing of it. */
    digest(value: string, purpose: string): Buffer {
      const { key } = find() ?? keyFrom(makeKey(file));
      return createHmac('sha256', key).update(`${purpose} ${value}`).digest();
    },
    /** Null if another key sealed it. */
    open(sealed: Buffer, owner: string): string | null {
      const found = find();
      if (!found?.id.equals(sealed.subarray(0, ID_BYTES))) return null;
      return createByteSeal(found.key, owner).open(sealed.subarray(ID_BYTES).toString())?.toString() ?? null;
    },
  };
}

/** Null also for an unreadable file: the server still starts, and logs that the key is missing. */
function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    return null;
  }
}

/** Concurrent servers reuse the first key. */
function makeKey(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
