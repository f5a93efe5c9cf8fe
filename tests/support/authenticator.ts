/** A software passkey like a phone's: ES256, by default with user verification and without a signature counter. */
import { createSign, generateKeyPairSync, hash, randomBytes } from 'node:crypto';

export const ORIGIN = 'https://clock.example.com';

export interface Ceremony {
  readonly challenge: string;
  readonly origin?: string;
  readonly rpId?: string;
  readonly isVerified?: boolean;
  readonly count?: number;
}

const [PRESENT, VERIFIED, ATTESTED] = [1, 4, 64];
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const sha256 = (bytes: Buffer | string): Buffer => hash('sha256', bytes, 'buffer');

export function makeAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [rawId, xBytes, yBytes] = [randomBytes(32), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  const id = rawId.toString('base64url');
  // In CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}
  const key = Buffer.concat([hex('a5010203262001215820'), xBytes, hex('225820'), yBytes]);
  const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, rawId.length), rawId, key]);
  const dataOf = ({ rpId = 'clock.example.com', isVerified = true, count = 0 }: Ceremony, kind = 0) =>
    Buffer.concat([sha256(rpId), Buffer.of(PRESENT | kind | (isVerified ? VERIFIED : 0), 0, 0, 0, count)]);
  const clientDataOf = (type: string, { challenge, origin = ORIGIN }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const answer = (parts: Readonly<Record<string, Buffer>>) => {
    const texts = Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64url')]);
    const response = Object.fromEntries(texts) as Readonly<Record<string, string>>;
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  };
  return {
    id,
    make(ceremony: Ceremony) {
      const data = Buffer.concat([dataOf(ceremony, ATTESTED), attested]);
      // In CBOR: {fmt: 'none', attStmt: {}, authData: data}
      const head = hex('a363666d74646e6f6e656761747453746d74a068617574684461746158');
      const attestationObject = Buffer.concat([head, Buffer.of(data.length), data]);
      return answer({ clientDataJSON: clientDataOf('webauthn.create', ceremony), attestationObject });
    },
    present(ceremony: Ceremony) {
      const [authenticatorData, clientDataJSON] = [dataOf(ceremony), clientDataOf('webauthn.get', ceremony)];
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
      const signature = createSign('sha256').update(signed).sign(privateKey);
      return answer({ clientDataJSON, authenticatorData, signature });
    },
  };
}
