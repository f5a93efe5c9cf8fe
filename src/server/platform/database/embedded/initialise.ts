/** Creates the data folder of a new cluster: whole, or not at all. */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { EmbeddedError, failureText, failureCode } from './failure.ts';
import { chownFolder, initdbIdentity, type Layout } from './layout.ts';
import { finishSwitch, majorOf } from './upgrade-folders.ts';
import { isAlive } from './postmaster.ts';

/** This file is written last. initdb writes PG_VERSION early, so PG_VERSION does not prove a complete cluster. */
const COMPLETE_FILE = 'punctual-complete';
export const isInitialised = (data: string): boolean => existsSync(path.join(data, COMPLETE_FILE));
const UNFINISHED_FOLDER_NAME = /^data(?:\.upgrading)?\.unfinished-(\d+)/;

/** PostgreSQL's superuser. The application works as another role. */
export const OWNER = 'postgres';

/** @returns true if the cluster is new. @throws EmbeddedError when PostgreSQL cannot run here */
export async function initialise(layout: Layout): Promise<boolean> {
  removeUnfinished(layout.folder);
  finishSwitch(layout.data);
  if (isInitialised(layout.data)) {
    requireSameMajor(layout);
    rejectTrustOverTcp(layout);
    return false;
  }
  setAsideIncomplete(layout);
  const unfinished = `${layout.data}.unfinished-${process.pid}-${randomBytes(4).toString('hex')}`;
  mkdirSync(unfinished, { mode: 0o700 });
  const { identity } = layout;
  const initdbs = identity && initdbIdentity(identity);
  if (initdbs) chownSync(unfinished, initdbs.uid, initdbs.gid);
  await runInitdb({ ...layout, identity: initdbs }, unfinished);
  if (identity) chownFolder(unfinished, identity);
  writeFileSync(path.join(unfinished, COMPLETE_FILE), '');
  try {
    renameSync(unfinished, layout.data);
  } catch (error) {
    // A concurrent start has created the cluster, so delete ours. The instance lock decides which start may continue.
    rmSync(unfinished, { recursive: true, force: true });
    if (!isInitialised(layout.data)) throw error;
  }
  return true;
}

/** Deletes unfinished folders of starts that died. This can fail while an initdb of such a start still writes. */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = UNFINISHED_FOLDER_NAME.exec(name)?.[1];
    if (!pid || (isAlive(Number(pid)) && Number(pid) !== process.pid)) continue;
    try {
      rmSync(path.join(folder, name), { recursive: true, force: true });
    } catch (error) {
      if (failureCode(error) !== 'ENOTEMPTY') throw error;
    }
  }
}

/** Renames an incomplete folder. Refuses one with data: some copy tools leave out empty files, such as `COMPLETE_FILE`. */
function setAsideIncomplete({ data, say }: Layout): void {
  // Another start may have completed the folder just now.
  if (!existsSync(data) || isInitialised(data)) return;
  if (existsSync(path.join(data, 'global', 'pg_control')))
    throw new EmbeddedError(
      'dataFolder',
      `There is a database in ${data}, but its empty file ${COMPLETE_FILE} is missing, and perhaps other empty files are. Copy it again with all of them (cp -a). Only if you are sure that nothing else is missing, make ${path.join(data, COMPLETE_FILE)}.`,
    );
  let kept = `${data}.incomplete`;
  for (let n = 2; existsSync(kept); n += 1) kept = `${data}.incomplete-${n}`;
  renameSync(data, kept);
  say(`A database that was never completed was found and kept in ${kept}.`);
}

/** Replaces `trust` with `reject`: clusters of earlier versions trust every local user over TCP. */
function rejectTrustOverTcp({ data }: Layout): void {
  const file = path.join(data, 'pg_hba.conf');
  const rules = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const safe = rules.replace(/^(host.*[ \t])trust[ \t]*$/gm, '$1reject');
  if (safe !== rules) writeFileSync(file, safe);
}

function requireSameMajor({ data, binaries }: Layout): void {
  const major = majorOf(data);
  if (major !== binaries.major)
    throw new EmbeddedError(
      'databaseOfAnotherVersion',
      `This database was made by PostgreSQL ${major}, and this version of Punctual brings PostgreSQL ${binaries.major}. Bring it over by punctual upgrade-database --old-binaries <folder of PostgreSQL ${major}'s programs>: see "Upgrades" in docs/operations.md.`,
    );
}

/** File with the owner's password. It exists if PostgreSQL listens on TCP. */
export const passwordFile = (folder: string): string => path.join(folder, 'password');

function runInitdb(layout: Layout, data: string): Promise<void> {
  const { identity, binaries, transport, folder } = layout;
  const args = [
    '-D',
    data,
    '-U',
    OWNER,
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ];
  if (transport === 'tcp') {
    // Keep an existing password file: it belongs to the database that is being upgraded.
    if (!existsSync(passwordFile(folder)))
      writeFileSync(passwordFile(folder), randomBytes(24).toString('hex'), { mode: 0o600 });
    chmodSync(passwordFile(folder), 0o600);
    if (identity) chownSync(passwordFile(folder), identity.uid, identity.gid);
    args.push('-A', 'scram-sha-256', `--pwfile=${passwordFile(folder)}`);
  } else {
    args.push('--auth-local=trust', '--auth-host=reject');
  }
  return new Promise<void>((resolve, reject) => {
    const child = spawnPostgres(layout, binaries.initdb, args, ['ignore', 'pipe', 'pipe']);
    let output = '';
    child.stdout?.on('data', (chunk) => (output += String(chunk)));
    child.stderr?.on('data', (chunk) => (output += String(chunk)));
    child.on('error', (error) => reject(toSpawnError(error)));
    child.on('close', (code, signal) =>
      code === 0 ? resolve() : reject(toExitError(code ?? signal ?? '', output)),
    );
  });
}

/** Uses a process group that Ctrl-C does not reach: we stop PostgreSQL last. Callers must handle 'error' events too. */
export function spawnPostgres(
  { identity }: Layout,
  program: string,
  args: readonly string[],
  stdio: StdioOptions,
): ChildProcess {
  const { PATH, SystemRoot } = process.env;
  const env = { ...(PATH ? { PATH } : {}), ...(SystemRoot ? { SystemRoot } : {}), LC_ALL: 'C', TZ: 'UTC' };
  try {
    return spawn(program, args, {
      ...(identity ?? {}),
      cwd: path.parse(process.cwd()).root,
      env,
      stdio,
      detached: true,
      windowsHide: true,
    });
  } catch (error) {
    throw toSpawnError(error);
  }
}

export function toSpawnError(error: unknown): EmbeddedError {
  if (failureCode(error) === 'ENOENT')
    return new EmbeddedError(
      'cannotRunPostgres',
      'The embedded PostgreSQL cannot be run on this machine: it needs glibc, the usual C library of Linux. Set DATABASE_URL to a PostgreSQL server.',
    );
  if (failureCode(error) === 'EPERM' || failureCode(error) === 'EINVAL')
    return new EmbeddedError(
      'cannotRunPostgres',
      'PostgreSQL refuses to run as root, and this root may not change its user. Set DATABASE_URL to a PostgreSQL server, or start as an ordinary user.',
    );
  return new EmbeddedError(
    'cannotRunPostgres',
    `The embedded PostgreSQL cannot be run on this machine: ${failureText(error)}. Set DATABASE_URL to a PostgreSQL server.`,
  );
}

/** @param output of the program. Its last line with FATAL, PANIC or error is the reason, else its last line. */
export function toExitError(exit: number | string, output: string): EmbeddedError {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('initdb: removing'));
  const reason =
    lines.findLast((line) => /\b(FATAL|PANIC|error)\b/.test(line)) ?? lines.at(-1) ?? `it ended with ${exit}`;
  return new EmbeddedError(
    'cannotRunPostgres',
    `The embedded PostgreSQL cannot be run: ${reason.replace(/^.*?(FATAL|PANIC|error): */, '')}`,
  );
}
