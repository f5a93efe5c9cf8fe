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

export function createSealing(
  { database: { pool }, log }: Pick<Context, 'database' | 'log'>,
  box: SecretBox,
) {
  let known: { readonly publicKey: string; readonly privateKey: KeyObject } | undefined;
  const read = async () => {
    const stored = await readKioskKey(pool);
    const pem = stored && box.open(stored.privateKey, OWNER);
    if (pem) known = { publicKey: stored.publicKey.toString('base64url'), privateKey: createPrivateKey(pem) };
    return { isKnown: Boolean(pem), unreadable: stored?.publicKey ?? null };
  };
  /** Concurrent servers reuse the first key. */
  const load = async () => {
    const { isKnown, unreadable } = await read();
    if (!isKnown) {
      const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
        modulusLength: MODULUS_BITS,
        publicKeyEncoding: { type: 'spki', format: 'der' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      });
      await storeKioskKey(pool, publicKey, box.seal(privateKey, OWNER), unreadable);
      await read();
    }
    if (!known) throw new Error('The key of kiosks was stored and cannot be read.');
    return known;
  };
  let loading: ReturnType<typeof load> | undefined;
  /** Making a key takes seconds on a small machine: a request that gives up leaves the work to the next. */
  const key = async () =>
    known ?? (await (loading ??= withoutDeadline(load).finally(() => (loading = undefined))));
  return {
    /** Logs that another key was used before: badges and PINs are digests by it. */
    async checkKey(): Promise<void> {
      const stored = await readKioskKey(pool);
      if (stored && box.open(stored.privateKey, OWNER) === null)
        log.error(
          'Kiosks may know no badge and no PIN, since another key was used before. Set SECRET_KEY as before, or put the file secret-key into DATA_DIR. Without it, register badges and choose PINs again.',
        );
    },
    /** Public half: SPKI, base64url. */
    sealKey: async (): Promise<string> => (await key()).publicKey,
    /** Null for anything that was not encrypted for this key. */
    async unseal(sealed: string): Promise<Who | null> {
      const { privateKey } = await key();
      try {
        const opened = privateDecrypt(
          { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
          Buffer.from(sealed, 'base64url'),
        );
        return Who.safeParse(JSON.parse(opened.toString())).data ?? null;
      } catch {
        return null;
      }
    },
  };
}
