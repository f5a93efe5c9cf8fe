/** Runs the server until a signal ends it. */
import { setTimeout as wait } from 'node:timers/promises';
import { startPunctual, versionOf, type Punctual, type StartOptions } from '../server/main.ts';
import { StartError } from '../server/start-error.ts';

export type ServeOptions = Pick<StartOptions, 'root' | 'beforeListening'> & {
  readonly root: string;
  /** The process that began this one. */
  readonly parent: number;
  readonly env?: StartOptions['env'];
  /** What is told after the address; by default the first admin's credentials, once. */
  readonly afterAddress?: (punctual: Punctual) => readonly string[];
  /** Whether to start once more after this error. */
  readonly again?: (error: unknown) => boolean;
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Exit code of a process that was ended by Ctrl-C. */
const INTERRUPTED = 130;

/** Milliseconds between two looks at whether npm is still there. */
const LOOK_FOR_NPM = 200;

/**
 * Milliseconds in which a second signal is the same one again: npm passes on what the terminal has sent to us
 * already.
 */
const SAME_SIGNAL = 500;

/** Milliseconds for a stop in good order; with what a hanging database takes to be ended they are ten seconds. */
const STOP_WITHIN = 8_500;
const CUT_OFF = 'Stopping took too long, so open requests were cut off. No recorded punch is lost.';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Resolves when the server runs. It ends by a signal: requests are finished, the database is stopped, the
 * exit code is 0.
 */
export async function serve({
  root,
  parent,
  env = process.env,
  beforeListening,
  afterAddress = tellFirstAdmin,
  again = () => false,
}: ServeOptions): Promise<void> {
  let punctual: Punctual | undefined;
  const starting = new AbortController();
  onEnd(parent, {
    first() {
      say('Stopping ...');
      starting.abort();
      if (punctual) void finish(punctual, 0);
    },
    second: () => void Promise.resolve(punctual?.abandon()).finally(() => process.exit(INTERRUPTED)),
  });
  const start = (): Promise<Punctual> =>
    startPunctual({
      env,
      root,
      say,
      signal: starting.signal,
      ...(beforeListening ? { beforeListening } : {}),
    });
  try {
    punctual = await start().catch((error: unknown) => (again(error) ? start() : Promise.reject(error)));
  } catch (error) {
    if (!starting.signal.aborted || error instanceof StartError) throw error;
  }
  // Also when it is to end at once: a first admin's password is told now or never.
  if (punctual) for (const line of [address(punctual, versionOf(root)), ...afterAddress(punctual)]) say(line);
  if (!punctual || starting.signal.aborted) return finish(punctual, 0);
  stopOnUncaughtErrors(punctual);
}

/** In good order if that can be done in time, and in any case. */
async function finish(running: Punctual | undefined, code: number): Promise<never> {
  const stopping = running?.stop().then(
    () => true,
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      return false;
    },
  );
  const isStopped = await Promise.race([stopping, wait(STOP_WITHIN, false)]);
  if (running && !isStopped) {
    say(CUT_OFF);
    await running.abandon();
  }
  say('Stopped.');
  process.exit(code);
}

function address({ url, config }: Punctual, version: string): string {
  return `Punctual ${version} is ready at ${config.publicUrl === null ? url : `${config.publicUrl} (here: ${url})`}`;
}

function tellFirstAdmin({ firstAdmin }: Punctual): string[] {
  if (firstAdmin === null) return [];
  if (firstAdmin.password === null)
    return [`First administrator: ${firstAdmin.email} with the password of ADMIN_PASSWORD`];
  return [
    `First administrator, shown only once: ${firstAdmin.email} with the password ${firstAdmin.password}`,
  ];
}

function onEnd(parent: number, { first, second }: { first: () => void; second: () => void }): void {
  let firstAt: number | undefined;
  const end = (): void => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      first();
    } else if (performance.now() - firstAt > SAME_SIGNAL) {
      second();
    }
  };
  for (const signal of SIGNALS) process.on(signal, end);
  // `kill` of npm ends npm and its shell, but npm passes SIGTERM on to that shell only: we are left without a
  // parent.
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    end();
  }, LOOK_FOR_NPM);
  look.unref();
}

/** A bug must not leave the database without its owner: it is logged and the server ends in good order. */
function stopOnUncaughtErrors(punctual: Punctual): void {
  let ending = false;
  const end = (error: unknown): void => {
    if (ending) return;
    ending = true;
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    void finish(punctual, 1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
