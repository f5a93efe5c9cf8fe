/**
 * Signs payroll files (Ed25519, RFC 8032), so that whoever receives one can tell that it is as Punctual made it. All servers
 * of a database sign with one key: the first that needs it makes it, and the database keeps which one it is. A server that does
 * not have it signs nothing.
 */
import {
  type KeyObject,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { forLog } from '../../../platform/log.ts';
import { type Refused, refused } from '../../../platform/refused.ts';
import {
  isSigningKeyRecorded,
  keepSigningKey,
  lockSigningKey,
  readSigningKey,
  recordSigningKey,
} from './commands.ts';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../../config.ts';

/** The private half of the key that payroll files are signed with: a PEM file that only its owner may read. */
/** Where it is looked for. */
const keyFile = ({ signingKeyFile, dataDir }: Pick<Config, 'signingKeyFile' | 'dataDir'>): string =>
  signingKeyFile ?? path.join(dataDir, 'signing-key.pem');

/** @throws Error when the text holds no Ed25519 private key, or one that asks for a password */
export function privateKeyOf(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('This is no Ed25519 key.');
  return key;
}

/** Null where there is no file. @throws Error when it cannot be read, or holds no such key */
async function readKey(file: string): Promise<KeyObject | null> {
  try {
    return privateKeyOf(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Makes one where there is none. The file has its name only once it is whole and on the disk. */
async function makeKey(file: string): Promise<KeyObject> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.part`;
  try {
    await writeFile(unfinished, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    });
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
  return privateKey;
}

export interface Signer {
  /** 64 bytes, the same for the same bytes: what `openssl pkeyutl -verify -rawin` takes as its `-sigfile`. */
  readonly sign: (bytes: Uint8Array) => Buffer;
  /** What signatures are checked by. */
  readonly publicKeyPem: string;
  /** SHA-256 of the public key (DER), in hexadecimal, to be compared by people. */
  readonly fingerprint: string;
}

export interface Signing {
  /** The key is read, or made, when it is first needed. */
  readonly signer: () => Promise<
    { readonly ok: true; readonly signer: Signer } | Refused<'signing_key_elsewhere'>
  >;
  /** Says in the log when this server does not have the key that files are signed with. Makes none. */
  readonly check: () => Promise<void>;
}

const derOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });
const fingerprintOf = (der: Buffer): string => createHash('sha256').update(der).digest('hex');

function signerBy(privateKey: KeyObject): Signer {
  const publicKey = createPublicKey(privateKey);
  return {
    sign: (bytes) => sign(null, bytes, privateKey),
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: fingerprintOf(derOf(publicKey)),
  };
}

export function createSigning({
  config,
  database,
  clock,
  log,
}: Pick<Context, 'config' | 'database' | 'clock' | 'log'>): Signing {
  const file = keyFile(config);

  /** Null, and a line in the log, where this server has no key or another one. */
  async function ownKey(kept: Buffer): Promise<KeyObject | null> {
    const own = await readKey(file).catch((error: unknown) => {
      log.error(`${file} cannot be used to sign: ${forLog(error)}`);
      return null;
    });
    if (own !== null && derOf(createPublicKey(own)).equals(kept)) return own;
    log.error(
      `Payroll files are not signed here: they are signed with the key ${fingerprintOf(kept)}, and ${file} ${own === null ? 'does not hold it' : 'holds another'}. Give all servers of this database the same SIGNING_KEY_FILE.`,
    );
    return null;
  }

  /** The first one, for all servers: of those that come at once the others find it kept. */
  const firstKey = (): Promise<KeyObject | null> =>
    inTransaction(database, async (tx) => {
      await lockSigningKey(tx);
      const kept = await readSigningKey(tx);
      if (kept !== null) return ownKey(kept);
      const own = await readKey(file);
      if (own === null && config.signingKeyFile !== null) throw new Error(`${file} is gone.`);
      const key = own ?? (await makeKey(file));
      await keepSigningKey(tx, derOf(createPublicKey(key)), clock.now());
      return key;
    });

  let known: Signer | undefined;
  return {
    async signer() {
      if (known === undefined) {
        const kept = await readSigningKey(database.pool);
        const key = kept === null ? await firstKey() : await ownKey(kept);
        if (key === null) return refused('signing_key_elsewhere');
        known = signerBy(key);
      }
      return { ok: true, signer: known };
    },
    async check() {
      const kept = await readSigningKey(database.pool);
      if (kept === null) return;
      await ownKey(kept);
      await inTransaction(database, async (tx) => {
        if (!(await isSigningKeyRecorded(tx))) await recordSigningKey(tx, kept, clock.now());
      });
    },
  };
}
