/** The key to which tablets encrypt what they keep: RSA-OAEP, since browsers do it in one call. */
import { constants, createPrivateKey, generateKeyPair, privateDecrypt, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { Who } from '#contract/kiosk/kiosk';
import { withoutDeadline } from '../../platform/async/deadline.ts';
import type { Context } from '../../platform/context.ts';
import type { SecretBox } from '../second-factor/secret-key.ts';
import { storeKioskKey } from './commands.ts';
import { readKioskKey } from './queries.ts';

const OWNER = 'kiosk key';
const MODULUS_BITS = 3072;

interface SealKey {
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

export function createSealing(
  { database: { pool }, log }: Pick<Context, 'database' | 'log'>,
  box: SecretBox,
) {
  /** `key` is null if there is none, or if another secret sealed it: that one is `unreadable`. */
  const read = async (): Promise<{ readonly key: SealKey | null; readonly unreadable: Buffer | null }> => {
    const stored = await readKioskKey(pool);
    const pem = stored && box.open(stored.privateKey, OWNER);
    if (!pem) return { key: null, unreadable: stored?.publicKey ?? null };
    const publicKey = stored.publicKey.toString('base64url');
    return { key: { publicKey, privateKey: createPrivateKey(pem) }, unreadable: null };
  };
  /** Concurrent servers reuse the first key. */
  const readOrMake = async (): Promise<SealKey> => {
    const { key, unreadable } = await read();
    if (key) return key;
    const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
      modulusLength: MODULUS_BITS,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    await storeKioskKey(pool, publicKey, box.seal(privateKey, OWNER), unreadable);
    const { key: made } = await read();
    if (!made) throw new Error('The key of kiosks was stored and cannot be read.');
    return made;
  };
  let known: Promise<SealKey> | undefined;
  /** Making a key takes seconds on a small machine: a request that gives up leaves the work to the next. */
  const sealKey = (): Promise<SealKey> =>
    (known ??= withoutDeadline(readOrMake).catch((error: unknown) => {
      known = undefined;
      throw error;
    }));
  return {
    /** Logs that another key was used before: badges and PINs are digests by it. */
    async checkKey(): Promise<void> {
      if ((await read()).unreadable)
        log.error(
          'Kiosks may know no badge and no PIN, since another key was used before. Set SECRET_KEY as before, or put the file secret-key into DATA_DIR. Without it, register badges and choose PINs again.',
        );
    },
    /** Public half: SPKI, base64url. */
    sealKey: async (): Promise<string> => (await sealKey()).publicKey,
    /** Null for anything that was not encrypted for this key and this press (`pressText`). */
    async unseal(sealed: string, press: string): Promise<Who | null> {
      const { privateKey: key } = await sealKey();
      try {
        const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
        const opened = privateDecrypt({ key, ...padding }, Buffer.from(sealed, 'base64url'));
        const { press: own, ...who } = JSON.parse(opened.toString()) as { readonly press?: unknown };
        return own === press ? (Who.safeParse(who).data ?? null) : null;
      } catch {
        return null;
      }
    },
  };
}
