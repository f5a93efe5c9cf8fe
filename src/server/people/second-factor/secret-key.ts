/** Encrypts what a backup must not reveal. The key is in the environment or in a file, never in the database. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config.ts';

const ID_BYTES = 8;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export type SecretBox = ReturnType<typeof createSecretBox>;

/** The key of SECRET_KEY, else of a file in the data folder, which the first secret makes. */
export function createSecretBox({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>) {
  const file = path.join(dataDir, 'secret-key');
  let known: { readonly key: Buffer; readonly id: Buffer } | undefined;
  const keyFrom = (secret: string) => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'punctual second factor', 32));
    return { key, id: createHash('sha256').update(key).digest().subarray(0, ID_BYTES) };
  };
  const find = () => {
    const secret = secretKey ?? readIfThere(file);
    return secret === null ? undefined : (known ??= keyFrom(secret));
  };
  return {
    /** Tells the key's secrets from others; null before the first. */
    id: (): Buffer | null => find()?.id ?? null,
    /** @param owner whose secret it is: nobody else's row opens it */
    seal(secret: string, owner: string): Buffer {
      if (!find()) makeKey(file);
      const found = find();
      if (!found) throw new Error(`${file} was not made.`);
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', found.key, iv).setAAD(Buffer.from(owner));
      const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([found.id, iv, cipher.getAuthTag(), content]);
    },
    /** Null if another key sealed it. @throws Error when it was altered */
    open(sealed: Buffer, owner: string): string | null {
      const found = find();
      if (!found?.id.equals(sealed.subarray(0, ID_BYTES))) return null;
      const at = ID_BYTES + IV_BYTES;
      const decipher = createDecipheriv('aes-256-gcm', found.key, sealed.subarray(ID_BYTES, at))
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(at, at + TAG_BYTES));
      return decipher.update(sealed.subarray(at + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

/** Null also where it cannot be read: the start goes on, and says that the key is not here. */
function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    return null;
  }
}

/** Concurrent servers reuse the first key. */
function makeKey(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
