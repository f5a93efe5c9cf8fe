/** Seals data that a browser or the database stores for us: without the key, nobody can read or change the data. */
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';

const TAG_BYTES = 16;

/** @param key the same on all servers of the installation; @param purpose `open` needs the same purpose as `close` */
export function createByteSeal(key: Buffer, purpose = '') {
  const derived = (use: string): Buffer => createHmac('sha256', key).update(`${purpose}${use}`).digest();
  const [forTag, forContent] = [derived('tag'), derived('content')];
  // The tag is also the nonce, so that equal content gives equal text: clients compare cursors as text.
  const tagOf = (content: Buffer): Buffer =>
    createHmac('sha256', forTag).update(content).digest().subarray(0, TAG_BYTES);
  return {
    /** Encrypts the content. */
    close(content: Buffer): string {
      const tag = tagOf(content);
      const cipher = createCipheriv('aes-256-ctr', forContent, tag);
      return Buffer.concat([tag, cipher.update(content), cipher.final()]).toString('base64url');
    },
    /** Undefined if the text was not sealed with this key for this purpose. */
    open(text: string): Buffer | undefined {
      const sealed = Buffer.from(text, 'base64url');
      if (sealed.length < TAG_BYTES) return undefined;
      const tag = sealed.subarray(0, TAG_BYTES);
      const decipher = createDecipheriv('aes-256-ctr', forContent, tag);
      const content = Buffer.concat([decipher.update(sealed.subarray(TAG_BYTES)), decipher.final()]);
      return timingSafeEqual(tagOf(content), tag) ? content : undefined;
    },
  };
}
