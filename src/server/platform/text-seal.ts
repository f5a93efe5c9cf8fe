/** Seals short texts that a browser keeps for us, so that it can neither read nor change them. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type TextSeal = ReturnType<typeof createTextSeal>;

/** @param key the installation's: all of its servers open what one has closed */
export function createTextSeal(key: Buffer) {
  const derived = createHmac('sha256', key).update('sealed text').digest();
  return {
    /** @param purpose opens nothing under another one */
    close(purpose: string, text: string): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', derived, nonce).setAAD(Buffer.from(purpose));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url');
    },
    /** Undefined if this key did not seal it for this purpose. */
    open(purpose: string, sealed: string): string | undefined {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
      const decipher = createDecipheriv('aes-256-gcm', derived, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(rest.subarray(0, TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
