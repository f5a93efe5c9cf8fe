/** Signs payroll files (Ed25519, RFC 8032). The first server makes the key; other servers need that key to sign. */
import type { EpochMs } from '#domain/time/units';
import type { Queryable } from '../../../platform/database/connection.ts';
import { type Transaction, inTransaction } from '../../../platform/database/transaction.ts';
import { asTimestamp } from '../../../platform/database/wire-types.ts';
import { appendToLedger, lockChain } from '../../../ledger/commands.ts';
import { SETTINGS_CHAIN } from '../../../ledger/entry.ts';
import {
  type KeyObject,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto';
import type { Context } from '../../../platform/context.ts';
import { toLogText } from '../../../platform/log.ts';
import { refused } from '../../../platform/refused.ts';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Advisory lock: two servers must not make two keys. */
const SIGNING_KEY_LOCK = 7_305_021;

export const lockSigningKey = async (tx: Transaction): Promise<void> =>
  void (await tx.query('SELECT pg_advisory_xact_lock($1)', [SIGNING_KEY_LOCK]));

export async function storeSigningKey(tx: Transaction, publicKey: Buffer, now: EpochMs): Promise<void> {
  await tx.run('INSERT INTO signing_key (public_key, since) VALUES ($1, $2)', [publicKey, asTimestamp(now)]);
  await recordSigningKey(tx, publicKey, now);
}

/** @param publicKey DER; null if a restored database has no key */
export const recordSigningKey = (tx: Transaction, publicKey: Buffer | null, at: EpochMs): Promise<void> =>
  appendToLedger(tx, {
    chain: SETTINGS_CHAIN,
    at,
    actor: null,
    kind: 'signing_key_kept',
    data: { publicKey: publicKey && publicKey.toString('hex') },
  });

/** False if the key was made before the ledger recorded keys. The next start then records the key. */
export async function isSigningKeyRecorded(tx: Transaction): Promise<boolean> {
  await lockChain(tx, SETTINGS_CHAIN);
  const rows = await tx.run(`SELECT FROM ledger WHERE chain = $1 AND kind = 'signing_key_kept' LIMIT 1`, [
    SETTINGS_CHAIN,
  ]);
  return rows.length > 0;
}

/** Public key (DER). Null before the first signature. */
export async function readSigningKey(tx: Queryable): Promise<Buffer | null> {
  const [row] = await tx.run<{ public_key: Buffer }>('SELECT public_key FROM signing_key');
  return row?.public_key ?? null;
}

/** @throws Error when the text holds no Ed25519 private key, or an encrypted one */
export function privateKeyOf(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('This is no Ed25519 key.');
  return key;
}

/** Null if there is no file. Throws if the file cannot be read, or holds no Ed25519 private key. */
async function readKey(file: string): Promise<KeyObject | null> {
  try {
    return privateKeyOf(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Renames the file when it is complete on disk, so that a crash leaves no half key. */
async function makeKey(file: string): Promise<KeyObject> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.part`;
  // With DATABASE_URL the data folder may not exist yet.
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
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

export type Signer = ReturnType<typeof createSigner>;

const derOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });
const fingerprintOf = (der: Buffer): string => createHash('sha256').update(der).digest('hex');

function createSigner(privateKey: KeyObject) {
  const publicKey = createPublicKey(privateKey);
  return {
    /** Signature of 64 bytes, always the same for the same file. `openssl pkeyutl -verify -rawin` accepts it. */
    sign: (bytes: Uint8Array): Buffer => sign(null, bytes, privateKey),
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    /** SHA-256 of the public key (DER), in hex. */
    fingerprint: fingerprintOf(derOf(publicKey)),
  };
}

export function createSigning({
  config,
  database,
  clock,
  log,
}: Pick<Context, 'config' | 'database' | 'clock' | 'log'>) {
  const file = config.signingKeyFile ?? path.join(config.dataDir, 'signing-key.pem');

  async function ownKey(kept: Buffer): Promise<KeyObject | null> {
    const own = await readKey(file).catch((error: unknown) => {
      log.error(`${file} cannot be used to sign: ${toLogText(error)}`);
      return null;
    });
    if (own !== null && derOf(createPublicKey(own)).equals(kept)) return own;
    log.error(
      `Payroll files are not signed here: they are signed with the key ${fingerprintOf(kept)}, and ${file} ${own === null ? 'does not hold it' : 'holds another'}. Give all servers of this database the same SIGNING_KEY_FILE.`,
    );
    return null;
  }

  /** Concurrent servers reuse the first key. */
  const firstKey = (): Promise<KeyObject | null> =>
    inTransaction(database, async (tx) => {
      await lockSigningKey(tx);
      const kept = await readSigningKey(tx);
      if (kept !== null) return ownKey(kept);
      const own = await readKey(file);
      if (own === null && config.signingKeyFile !== null) throw new Error(`${file} is gone.`);
      const key = own ?? (await makeKey(file));
      await storeSigningKey(tx, derOf(createPublicKey(key)), clock.now());
      return key;
    });

  let known: Signer | undefined;
  return {
    /** Reads or makes the key on first use. */
    async signer() {
      if (known === undefined) {
        const kept = await readSigningKey(database.pool);
        const key = kept === null ? await firstKey() : await ownKey(kept);
        if (key === null) return refused('signing_key_elsewhere');
        known = createSigner(key);
      }
      return { ok: true, signer: known } as const;
    },
    /** Logs an error if this server lacks the signing key. Never makes a key. */
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
