/** The private half of the key that payroll files are signed with: a PEM file that only its owner may read. */
import { createPrivateKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../../config.ts';

/** Where it is looked for. */
export const keyFile = ({ signingKeyFile, dataDir }: Pick<Config, 'signingKeyFile' | 'dataDir'>): string =>
  signingKeyFile ?? path.join(dataDir, 'signing-key.pem');

/** @throws Error when the text holds no Ed25519 private key, or one that asks for a password */
export function privateKeyOf(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('This is no Ed25519 key.');
  return key;
}

/** Null where there is no file. @throws Error when it cannot be read, or holds no such key */
export async function readKey(file: string): Promise<KeyObject | null> {
  try {
    return privateKeyOf(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Makes one where there is none. The file has its name only once it is whole and on the disk. */
export async function makeKey(file: string): Promise<KeyObject> {
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
