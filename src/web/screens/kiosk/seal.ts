/** Encrypts who stands here for the server alone. The tablet cannot open it again. */
import type { Who } from '#contract/kiosk/kiosk';

const base64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

const RSA = { name: 'RSA-OAEP', hash: 'SHA-256' };

export async function sealWho(publicKey: string, who: Who, press: string): Promise<string> {
  const key = await crypto.subtle.importKey('spki', fromBase64Url(publicKey), RSA, false, ['encrypt']);
  const text = new TextEncoder().encode(JSON.stringify({ ...who, press }));
  return base64Url(await crypto.subtle.encrypt({ name: RSA.name }, key, text));
}
