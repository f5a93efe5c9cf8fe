import { setTimeout as wait } from 'node:timers/promises';
import { startPunctual, versionOf, type Punctual, type StartOptions } from '../server/main.ts';
import { StartError } from '../server/platform/start-error.ts';
import { INTERRUPTED, print } from './command.ts';

type ServeOptions = Pick<StartOptions, 'root' | 'beforeListening'> & {
  readonly root: string;
  readonly parent: number;
  readonly env?: StartOptions['env'];
  /** Lines printed after the address. Default: the first admin's email and password. */
  readonly readyLines?: (punctual: Punctual) => readonly string[];
  readonly shouldRetry?: (error: unknown) => boolean;
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const CHECK_NPM_EVERY_MS = 200;

/** npm repeats a signal that the terminal has already sent us. Repeats within this time are ignored. */
const SAME_SIGNAL_MS = 500;

/** Limit for a graceful stop. Ending a hanging database takes 1.5 s more. */
const STOP_WITHIN_MS = 8_500;
const CUT_OFF_MESSAGE = 'Stopping took too long, so open requests were cut off. No recorded punch is lost.';

/** Resolves when the server is ready. On a signal, finishes open requests, stops the database and exits with 0. */
export async function serve(options: ServeOptions): Promise<void> {
  const { root, parent, readyLines = firstAdminLines, shouldRetry = () => false } = options;
  let punctual: Punctual | undefined;
  const starting = new AbortController();
  handleStopSignals(parent, {
    first() {
      print('Stopping ...');
      starting.abort();
      if (punctual) void stopAndExit(punctual, 0);
    },
    second: () => void Promise.resolve(punctual?.abandon()).finally(() => process.exit(INTERRUPTED)),
  });
  const start = (): Promise<Punctual> =>
    startPunctual({ env: process.env, ...options, say: print, signal: starting.signal });
  try {
    punctual = await start().catch((error: unknown) =>
      shouldRetry(error) ? start() : Promise.reject(error),
    );
  } catch (error) {
    if (!starting.signal.aborted || error instanceof StartError) throw error;
  }
  // Prints the lines even if a signal already stops us: the first admin's password is shown only once.
  if (punctual)
    for (const line of [addressLine(punctual, versionOf(root)), ...readyLines(punctual)]) print(line);
  if (!punctual || starting.signal.aborted) return stopAndExit(punctual, 0);
  stopOnUncaughtErrors(punctual);
}

async function stopAndExit(running: Punctual | undefined, code: number): Promise<never> {
  const stopping = running?.stop().then(
    () => true,
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      return false;
    },
  );
  const isStopped = await Promise.race([stopping, wait(STOP_WITHIN_MS, false)]);
  if (running && !isStopped) {
    print(CUT_OFF_MESSAGE);
    await running.abandon();
  }
  print('Stopped.');
  process.exit(code);
}

function addressLine({ url, config }: Punctual, version: string): string {
  return `Punctual ${version} is ready at ${config.publicUrl === null ? url : `${config.publicUrl} (here: ${url})`}`;
}

function firstAdminLines({ firstAdmin }: Punctual): string[] {
  if (firstAdmin === null) return [];
  if (firstAdmin.password === null)
    return [`First administrator: ${firstAdmin.email} with the password of ADMIN_PASSWORD`];
  return [
    `First administrator, shown only once: ${firstAdmin.email} with the password ${firstAdmin.password}`,
  ];
}

function handleStopSignals(
  parent: number,
  { first, second }: { first: () => void; second: () => void },
): void {
  let firstAt: number | undefined;
  const end = (): void => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      first();
    } else if (performance.now() - firstAt > SAME_SIGNAL_MS) {
      second();
    }
  };
  for (const signal of SIGNALS) process.on(signal, end);
  // npm passes SIGTERM only to its shell, not to us. So under npm, we stop when the parent process has ended.
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, CHECK_NPM_EVERY_MS);
  timer.unref();
}

/** Stops database and server after an uncaught error: the database must not run on without its server. */
function stopOnUncaughtErrors(punctual: Punctual): void {
  let ending = false;
  const end = (error: unknown): void => {
    if (ending) return;
    ending = true;
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    void stopAndExit(punctual, 1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
