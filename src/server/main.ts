import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { getSystemErrorMap } from 'node:util';
import type { FastifyInstance } from 'fastify';
import './platform/language.ts';
import type { AdminCredentials } from './people/accounts/first-admin.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { requirePassword } from './people/credentials/passwords.ts';
import { readConfig, SECRETS, type Config } from './platform/config.ts';
import type { Context } from './platform/context.ts';
import { isOutOfReach, toOutOfReachError } from './platform/database/answering.ts';
import { openPunctualDatabase, type OpenOptions } from './platform/database/open.ts';
import { listeningAddress } from './platform/http/server-options.ts';
import { codeOf, createLog, type Log } from './platform/log.ts';
import { privateKeyOf } from './payroll/periods/signing/commands.ts';
import { zoneRulesInUse, zoneRulesWarning } from './workplace/settings/time-zones.ts';
import { StartError } from './platform/start-error.ts';

export interface StartOptions extends Pick<OpenOptions, 'signal' | 'isShared' | 'timeoutMs'> {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Base of relative paths. Also contains the built web client in `dist/web`. */
  readonly root?: string;
  readonly say?: (line: string) => void;
  readonly log?: Log;
  readonly clock?: Clock;
  /** Runs on the ready database before the server listens (fills the demo). */
  readonly beforeListening?: (
    started: Pick<Context, 'config' | 'database' | 'clock'> & Pick<OpenOptions, 'say'>,
  ) => Promise<void>;
}

export interface Punctual {
  readonly url: string;
  readonly config: Config;
  /** Null unless this start created an admin. Contains a password only if generated, so that it can be shown once. */
  readonly firstAdmin: AdminCredentials | null;
  /** Finishes requests, closes streams, stops the database. Safe to call twice. */
  stop(): Promise<void>;
  /** Stops within 1.5 s without finishing requests. The database recovers at the next start. */
  abandon(): Promise<void>;
}

const ROOT = path.resolve(import.meta.dirname, '..', '..');

export async function startPunctual(options: StartOptions): Promise<Punctual> {
  const { env, root = ROOT, say = () => {}, clock = systemClock, signal } = options;
  const config = requireConfig(env, root);
  const log = options.log ?? createLog(config.logLevel, clock, (line) => process.stderr.write(line));
  // Loading code and opening the database take equally long, so they run in parallel.
  const loading = Promise.all([import('./app.ts'), import('./people/accounts/first-admin.ts')]);
  loading.catch(() => {});
  const opened = await openPunctualDatabase({ ...options, config, clock, log, say });
  const { database } = opened;
  let app: FastifyInstance | undefined;
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= closeAll(app, opened));
  try {
    const [{ createApp }, { ensureFirstAdmin }] = await loading;
    signal?.throwIfAborted();
    app = await createApp({
      config,
      database,
      clock,
      installationId: opened.installationId,
      webRoot: path.join(root, 'dist', 'web'),
      version: versionOf(root),
      log,
    });
    await options.beforeListening?.({ config, database, clock, say });
    signal?.throwIfAborted();
    const makeFirstAdmin = () => ensureFirstAdmin({ config, database, clock });
    // With a chosen password, create the admin before listening, so that the password works at once. A generated
    // password is shown only once, so create that admin after listening, when nothing can fail any more.
    const early = config.adminPassword === null ? null : await makeFirstAdmin();
    const url = await listen(app, config);
    const firstAdmin = early ?? (await makeFirstAdmin());
    if (config.temporaryPassword !== null)
      log.warn(
        "TEMPORARY_PASSWORD is set, so everybody who is added starts with the same password and could open a colleague's account. Without it, each gets their own.",
      );
    if (config.smtpUrl !== null && config.publicUrl === null)
      log.warn(`PUBLIC_URL is not set: the links in emails lead to ${url}`);
    const olderRules = zoneRulesWarning(zoneRulesInUse, env['TZDIR']);
    if (olderRules !== null) log.warn(olderRules);
    return { url, config, firstAdmin, stop, abandon: () => opened.abandon() };
  } catch (error) {
    const cause = toOutOfReachError(error);
    // Abandon a database that is out of reach: a graceful stop would wait for it.
    await (isOutOfReach(cause) ? opened.abandon() : stop());
    throw cause;
  }
}

async function closeAll(app: FastifyInstance | undefined, opened: { close(): Promise<void> }): Promise<void> {
  try {
    await app?.close();
  } finally {
    await opened.close();
  }
}

/** `SMTP_URL_FILE` names a file with the value of `SMTP_URL`, as containers and services hand secrets over. */
function withSecretFiles(env: StartOptions['env'], root: string): StartOptions['env'] {
  const read = SECRETS.flatMap((name) => {
    const given = env[`${name}_FILE`]?.trim();
    if (!given) return [];
    if (env[name]) throw new StartError('invalidSettings', `${name} and ${name}_FILE are both set.`);
    const file = path.resolve(root, given);
    const value = requireReadable(`${name}_FILE`, file, () => readFileSync(file, 'utf8'));
    return [[name, value.replace(/\r?\n$/, '')] as const];
  });
  return { ...env, ...Object.fromEntries(read) };
}

/** @throws StartError that names the variable */
function requireReadable<Result>(name: string, file: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new StartError('invalidSettings', `${name} ${file} cannot be read: ${systemMessage(error)}.`);
  }
}

export function requireConfig(env: StartOptions['env'], root: string): Config {
  const result = readConfig(withSecretFiles(env, root), root);
  if (!result.ok) throw new StartError('invalidSettings', result.lines);
  for (const [name, file] of [
    ['TLS_CERT', result.config.tlsCert],
    ['TLS_KEY', result.config.tlsKey],
    ['SIGNING_KEY_FILE', result.config.signingKeyFile],
  ] as const) {
    if (file !== null) requireReadable(name, file, () => accessSync(file, constants.R_OK));
  }
  requireSigningKey(result.config.signingKeyFile);
  const { adminName, adminEmail, adminPassword } = result.config;
  requirePassword(result.config, 'ADMIN_PASSWORD', adminPassword, [adminName, adminEmail ?? '']);
  requirePassword(result.config, 'TEMPORARY_PASSWORD', result.config.temporaryPassword);
  return result.config;
}

function requireSigningKey(file: string | null): void {
  if (file !== null && process.platform !== 'win32' && (statSync(file).mode & 0o007) !== 0)
    throw new StartError(
      'invalidSettings',
      `SIGNING_KEY_FILE ${file} can be read by every user of this machine: run chmod 600 ${file}.`,
    );
  try {
    if (file !== null) privateKeyOf(readFileSync(file, 'utf8'));
  } catch {
    throw new StartError(
      'invalidSettings',
      `SIGNING_KEY_FILE ${file} holds no Ed25519 private key: make one with openssl genpkey -algorithm ed25519.`,
    );
  }
}

const systemMessage = (error: unknown): string =>
  (error instanceof Error && 'errno' in error && getSystemErrorMap().get(Number(error.errno))?.[1]) ||
  String(error);

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  const { host, port } = config;
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw toListenError(error, host, port);
  }
  return listeningAddress(config, app.server.address());
}

function toListenError(error: unknown, host: string, port: number): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartError(
        'portTaken',
        `Port ${port} on ${host} is taken by another program. Set PORT to a free one.`,
      );
    case 'EACCES':
      return new StartError(
        'portTaken',
        `Port ${port} needs more rights than this user has. Set PORT to one above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError('invalidSettings', `HOST ${host} is no address of this machine.`);
    default:
      return error;
  }
}

export function versionOf(root: string): string {
  const text = readFileSync(path.join(root, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
