import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { removeDatabase } from '../server/platform/database/open.ts';
import { demoAccounts, demoState, seedDemo } from '../server/demo/seed.ts';
import { requireConfig, type StartOptions } from '../server/main.ts';
import { StartError } from '../server/platform/start-error.ts';
import { serve } from './serve.ts';

const FOLDER = 'data-demo';
/** A file that marks the folder of a demo. Only a marked folder may be emptied. */
const MARKER = 'this-is-a-demo';

/** Thrown if the demo data is incomplete or of another day. The database is then removed and filled again. */
class OutdatedDemoError extends Error {}

export async function serveDemo({ root, parent }: { root: string; parent: number }): Promise<void> {
  const env = demoEnvironment();
  const { dataDir } = requireConfig(env, root);
  markAsDemo(dataDir);
  await serve({
    root,
    parent,
    env,
    beforeListening: fillDemo,
    readyLines,
    shouldRetry(error) {
      if (error instanceof OutdatedDemoError) removeDatabase(dataDir);
      return error instanceof OutdatedDemoError;
    },
  });
}

/** Ignores DATABASE_URL: the demo must never touch a database in use. */
const demoEnvironment = (): StartOptions['env'] => ({
  ...process.env,
  DATABASE_URL: '',
  DATA_DIR: process.env['DATA_DIR'] || FOLDER,
  ADMIN_PASSWORD: '',
});

function markAsDemo(dataDir: string): void {
  const marker = path.join(dataDir, MARKER);
  if (existsSync(marker)) return;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (readdirSync(dataDir).length === 0) return writeFileSync(marker, '');
  } catch {
    throw new StartError('dataFolder', `The demo's folder ${dataDir} is not writable.`);
  }
  throw new StartError(
    'dataFolder',
    `${dataDir} holds something other than a demo, and is left alone. Set DATA_DIR to an empty folder.`,
  );
}

const fillDemo: NonNullable<StartOptions['beforeListening']> = async ({ database, config, clock, say }) => {
  const state = await demoState(database, clock.now());
  if (state === 'current') return;
  if (state === 'outdated') throw new OutdatedDemoError();
  const startedAt = performance.now();
  await seedDemo({ database, config, now: clock.now() });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  say(`Filling it with an example workplace ... done (${seconds} s)`);
};

function readyLines(): string[] {
  const { admin, employees, password } = demoAccounts();
  const accounts = [{ ...admin, doing: 'admin' }, ...employees];
  const longest = Math.max(...accounts.map(({ email }) => email.length));
  return [
    `Sign in with the password ${password} as`,
    ...accounts.map(({ email, name, doing }) => `  ${email.padEnd(longest)}  ${name}, ${doing}`),
  ];
}
