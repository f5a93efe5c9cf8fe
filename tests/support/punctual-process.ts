/** Runs Punctual in its own process, as people start it, to test signals, crashes and exit codes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export const ROOT = path.resolve(import.meta.dirname, '..', '..');

export interface PunctualProcess {
  readonly child: ChildProcess;
  /** All output so far, of stdout and stderr. */
  output(): string;
  /** Resolves to the address when the server is ready. @throws Error with the output if the process ends before */
  ready(): Promise<string>;
  /** Resolves when the output contains this text. @throws Error with the output if the process ends before */
  says(text: string): Promise<void>;
  /** Resolves to its exit code, or the signal that ended it. */
  ended(): Promise<number | string | null>;
}

/** The options that `npm start` passes to Node. */
const NODE_OPTIONS = (
  JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }
).scripts.start
  .split(' ')
  .filter((part) => part.startsWith('--'));

/** Ignores nearly all variables of the test run's own environment, since they would change the server. */
function environment(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return {
    ...(PATH ? { PATH } : {}),
    ...(HOME ? { HOME } : {}),
    ...(TMPDIR ? { TMPDIR } : {}),
    PORT: '0',
    // A folder without time zone rules, since newer rules of the system would cause a warning.
    TZDIR: ROOT,
    ...env,
  };
}

/**
 * @param before programs that start it, e.g. `setpriv` with its options
 * @param input content of its standard input; empty by default
 * @param root the checkout of another version
 */
export function spawnPunctual(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  before: readonly string[] = [],
  input = '',
  root = ROOT,
): PunctualProcess {
  if (!existsSync(path.join(root, 'dist', 'server', 'cli.js')))
    throw new Error('The product is not built: run `npm run build`.');
  const [command = process.execPath, ...rest] = [
    ...before,
    process.execPath,
    ...NODE_OPTIONS,
    path.join(root, 'tests', 'support', 'built-punctual.mjs'),
    ...args,
  ];
  const child = spawn(command, rest, {
    cwd: path.parse(ROOT).root,
    env: environment(env),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const exit = once(child, 'close').then(
    ([code, signal]: (number | string | null)[]) => code ?? signal ?? null,
  );
  const says = async (text: string): Promise<void> => {
    while (!output.includes(text)) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`It ended before it said "${text}":\n${output}`);
      await wait(10);
    }
  };
  return {
    child,
    output: () => output,
    says,
    ended: () => exit,
    async ready() {
      await says(' is ready at ');
      return /is ready at (\S+)/.exec(output)?.[1] ?? '';
    },
  };
}

/** The status of GET /api/health; 0 when nothing answers. */
export async function health(url: string): Promise<number> {
  try {
    const response = await fetch(`${url}/api/health`);
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** Waits until the condition holds, for a minute at most. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error(`Waited in vain: ${what}`);
    await wait(20);
  }
}
