/** The key to which tablets encrypt what they keep: RSA-OAEP, since browsers do it in one call. */
import { constants, createPrivateKey, generateKeyPair, privateDecrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { Who } from '#contract/kiosk/kiosk';
import { OverloadedError, withoutDeadline } from '../../platform/async/deadline.ts';
import type { Context } from '../../platform/context.ts';
import type { SecretBox } from '../second-factor/secret-key.ts';
import { storeKioskKey } from './commands.ts';
import { readKioskKey, type KioskKey } from './queries.ts';

const OWNER = 'kiosk key';
const MODULUS_BITS = 3072;

export function createSealing(
  { database: { pool }, log }: Pick<Context, 'database' | 'log'>,
  box: SecretBox,
) {
  /** Null for a key that was sealed by another secret. */
  const open = ({ publicKey, privateKey }: KioskKey) => {
    const pem = box.open(privateKey, OWNER);
    return pem && { publicKey: publicKey.toString('base64url'), privateKey: createPrivateKey(pem) };
  };
  const readOrMake = async (mayReplace: boolean) => {
    const stored = await readKioskKey(pool);
    const known = stored && open(stored);
    if (known) return known;
    // Only that key opens what tablets keep. A server with a wrong SECRET_KEY must not replace it.
    if (stored && !mayReplace)
      throw new OverloadedError('The key of kiosks was sealed by another SECRET_KEY.');
    const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
      modulusLength: MODULUS_BITS,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    await storeKioskKey(pool, publicKey, box.seal(privateKey, OWNER), stored?.publicKey ?? null);
    // Concurrent servers reuse the first key.
    const first = await readKioskKey(pool);
    const key = first && open(first);
    if (!key) throw new Error('The key of kiosks was stored and cannot be read.');
    return key;
  };
  let known: ReturnType<typeof readOrMake> | undefined;
  /** Making a key takes seconds on a small machine: a request that gives up leaves the work to the next. */
  const sealKey = (mayReplace = false) =>
    (known ??= withoutDeadline(() => readOrMake(mayReplace)).catch((error: unknown) => {
      known = undefined;
      throw error;
    }));
  return {
    /** Logs that another key was used before: badges and PINs are digests by it. */
    async checkKey(): Promise<void> {
      const stored = await readKioskKey(pool);
      if (stored && !open(stored))
        log.error(
          'Kiosks may know no badge and no PIN, since another key was used before. Set SECRET_KEY as before, or put the file secret-key into DATA_DIR. Without it, add a kiosk again, register badges and choose PINs.',
        );
    },
    /** Public half: SPKI, base64url. @param mayReplace replaces a key that was sealed by another secret */
    sealKey: async (mayReplace?: boolean): Promise<string> => (await sealKey(mayReplace)).publicKey,
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
