/** The key that signs payroll files, and programs that verify the signatures. */
import { spawnSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tablesToBackUp } from '#server/record/backup/queries';
import { systemClock } from '#server/platform/clock';
import { readConfig } from '#server/platform/config';
import { createLog } from '#server/platform/log';
import { requireConfig } from '#server/main';
import { createSigning, type Signer } from '#server/payroll/periods/signing/commands';
import { StartError } from '#server/platform/start-error';
import { ensureSettings } from '#server/workplace/settings/commands';
import { verifyIn } from '#server/record/verification/verify';
import { startTestServer } from '#tests/make';
import { cloneDatabase, type TestDatabase } from '#tests/support/cluster';

const FILE = Buffer.from('Employee,Worked\r\nAda,160.50\r\n');

let test: TestDatabase;
let root: string;
let logged: string;

beforeEach(async () => {
  test = await cloneDatabase();
  await ensureSettings(test.database, systemClock, 'UTC');
  root = mkdtempSync(path.join(tmpdir(), 'punctual-signing-'));
  logged = '';
});
afterEach(async () => {
  rmSync(root, { recursive: true, force: true });
  await test.drop();
});

type Signing = ReturnType<typeof createSigning>;

/** A separate server whose data folder does not exist yet, as with an external database. */
function server(dataDir: string, env: Record<string, string> = {}): Signing {
  const read = readConfig({ DATA_DIR: dataDir, ...env }, root);
  if (!read.ok) throw new Error(read.lines.join('\n'));
  return createSigning({ config: read.config, database: test.database, clock: systemClock, log });
}

const log = createLog('info', systemClock, (line) => {
  logged += line;
});

/** Starts a whole server with this data folder, and stops it. */
const startOnce = async (dataDir: string): Promise<void> => {
  const started = await startTestServer({ on: test, log, config: { dataDir: path.join(root, dataDir) } });
  await started.stop();
};

async function signerOf(signing: Signing): Promise<Signer> {
  const result = await signing.signer();
  if (!result.ok) throw new Error(`Refused: ${result.code}`);
  return result.signer;
}

function newFile(name: string, text: string | Buffer): string {
  const file = path.join(root, name);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}
const pemOf = (kind: 'ed25519' | 'x25519'): string | Buffer =>
  // The function has two overloads, and none takes both kinds.
  (kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519')).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });

/** The command of docs/operations.md for people who receive a file. */
const [, ...CHECK] =
  /^openssl pkeyutl .*$/m.exec(readFileSync('docs/operations.md', 'utf8'))?.[0].split(' ') ?? [];
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** Verifies with openssl if it is installed, otherwise with Node. */
function accepts(bytes: Buffer, signature: Buffer, publicKeyPem: string): boolean {
  if (!hasOpenssl) return verify(null, bytes, createPublicKey(publicKeyPem), signature);
  newFile('key.pem', publicKeyPem);
  newFile('payroll.csv', bytes);
  newFile('payroll.csv.sig', signature);
  const told = spawnSync('openssl', CHECK, { cwd: root, encoding: 'utf8' });
  return told.stdout.includes('Signature Verified Successfully') && told.status === 0;
}

describe('the signature of a payroll file', () => {
  it('is accepted by openssl for the signed bytes only', async () => {
    const { sign, publicKeyPem } = await signerOf(server('data'));
    const signature = sign(FILE);
    expect(signature).toHaveLength(64);
    expect(accepts(FILE, signature, publicKeyPem)).toBe(true);
    expect(accepts(Buffer.from(String(FILE).replace('160.50', '161.50')), signature, publicKeyPem)).toBe(
      false,
    );
    const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
    expect(accepts(FILE, signature, String(other))).toBe(false);
  });

  it('is the same each time, also after a restart', async () => {
    const first = await signerOf(server('data'));
    const again = await signerOf(server('data'));
    expect(again.sign(FILE)).toEqual(first.sign(FILE));
    expect(again.fingerprint).toBe(first.fingerprint);
  });
});

describe('the signing key', () => {
  it('is created once by concurrent servers, readable by their user only, and recorded in the database', async () => {
    const servers = Array.from({ length: 12 }, () => server('shared'));
    const signers = await Promise.all(servers.map(signerOf));
    expect(new Set(signers.map(({ fingerprint }) => fingerprint)).size).toBe(1);
    expect(readdirSync(path.join(root, 'shared'))).toEqual(['signing-key.pem']);
    expect(statSync(path.join(root, 'shared')).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(root, 'shared/signing-key.pem')).mode & 0o777).toBe(0o600);
    const { rows } = await test.owner.query<{ public_key: Buffer }>('SELECT public_key FROM signing_key');
    expect(rows.map(({ public_key: der }) => der)).toEqual([
      createPublicKey(signers[0]?.publicKeyPem ?? '').export({ type: 'spki', format: 'der' }),
    ]);
  });

  it('when two servers have separate folders, one creates it and the other cannot sign without it', async () => {
    const results = await Promise.all([server('one').signer(), server('two').signer()]);
    const maker = results.find((result) => result.ok);
    expect(results.filter((result) => !result.ok)).toEqual([{ ok: false, code: 'signing_key_elsewhere' }]);
    const [made, without] = existsSync(path.join(root, 'one/signing-key.pem'))
      ? ['one', 'two']
      : ['two', 'one'];
    expect(existsSync(path.join(root, without, 'signing-key.pem'))).toBe(false);
    expect(logged).toContain(`they are signed with the key ${maker?.ok ? maker.signer.fingerprint : ''}`);
    expect(logged).toContain(`${without}/signing-key.pem does not hold it`);

    const given = server(without, { SIGNING_KEY_FILE: `${made}/signing-key.pem` });
    expect((await signerOf(given)).sign(FILE)).toEqual(maker?.ok && maker.signer.sign(FILE));
  });

  it('is the one in SIGNING_KEY_FILE: another key is refused, and a missing file is not created', async () => {
    const gone = server('data', { SIGNING_KEY_FILE: 'gone.pem' });
    await expect(gone.signer()).rejects.toThrow('gone.pem is gone');
    const mine = newFile('mine.pem', pemOf('ed25519'));
    const { fingerprint } = await signerOf(server('data', { SIGNING_KEY_FILE: mine }));
    expect(await gone.signer()).toEqual({ ok: false, code: 'signing_key_elsewhere' });
    const other = server('data', { SIGNING_KEY_FILE: newFile('other.pem', pemOf('ed25519')) });
    expect(await other.signer()).toEqual({ ok: false, code: 'signing_key_elsewhere' });
    expect(logged).toContain(`signed with the key ${fingerprint}, and ${root}/other.pem holds another`);
    expect(existsSync(path.join(root, 'data'))).toBe(false);
  });

  it('a start without the recorded key logs a warning', async () => {
    await startOnce('one');
    expect(existsSync(path.join(root, 'one/signing-key.pem'))).toBe(false);
    await signerOf(server('one'));
    await startOnce('one');
    expect(logged).not.toContain('not signed here');
    await startOnce('two');
    expect(logged).toContain('Payroll files are not signed here');
  });

  it('is in no backup, and a restored database accepts the one in the data folder', async () => {
    const { fingerprint } = await signerOf(server('data'));
    expect((await tablesToBackUp(test.owner)).map(({ table }) => table)).not.toContain('signing_key');
    await test.owner.query('DELETE FROM signing_key');
    expect((await signerOf(server('data'))).fingerprint).toBe(fingerprint);
  });

  it('verification finds another or a missing one, and a start records one that was never recorded', async () => {
    const isFound = async () =>
      (await verifyIn(test.owner)).faults.some(({ fault }) => fault === 'the signing key is not as recorded');
    const known = server('data');
    await signerOf(known);
    expect(await isFound()).toBe(false);
    await test.owner.query(
      'UPDATE signing_key SET public_key = sha256(public_key) || substr(public_key, 1, 12)',
    );
    expect(await isFound()).toBe(true);
    await test.owner.query('DELETE FROM signing_key');
    expect(await isFound()).toBe(true);
    await signerOf(server('data'));
    expect(await isFound()).toBe(false);
    await test.owner.query(
      `BEGIN; SET LOCAL session_replication_role = replica; DELETE FROM ledger; UPDATE ledger_head SET n = 0, hash = ''; COMMIT`,
    );
    await startOnce('data');
    await startOnce('data');
    expect((await test.owner.query('SELECT kind FROM ledger')).rows).toEqual([{ kind: 'signing_key_kept' }]);
  });

  it('must be an Ed25519 key, or the start fails', () => {
    const start = (file: string) => requireConfig({ SIGNING_KEY_FILE: file }, root);
    expect(start(newFile('right.pem', pemOf('ed25519'))).signingKeyFile).toBe(path.join(root, 'right.pem'));
    for (const wrong of [newFile('x.pem', pemOf('x25519')), newFile('none.pem', 'no key'), 'gone.pem'])
      expect(() => start(wrong)).toThrow(StartError);
    expect(() => start(newFile('x.pem', pemOf('x25519')))).toThrow('holds no Ed25519 private key');
  });

  it('is refused if every user of the machine can read it', () => {
    chmodSync(newFile('open.pem', pemOf('ed25519')), 0o644);
    expect(() => requireConfig({ SIGNING_KEY_FILE: 'open.pem' }, root)).toThrow('chmod 600');
  });
});
