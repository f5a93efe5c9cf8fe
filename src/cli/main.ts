/** The command line. Every failure that can be foreseen is one line and an exit code; see `start-error.ts`. */
import { EXIT_CODES, StartError } from '../server/start-error.ts';
import { parseCommand, USAGE } from './command.ts';

export interface CommandOptions {
  /** The checkout. */
  readonly root: string;
  /** The process that began this one. */
  readonly parent: number;
}

/** Runs one command to its end. Returns when it is done, or, for a server, when it has been told to stop. */
export async function runCommand(args: readonly string[], { root, parent }: CommandOptions): Promise<void> {
  surviveClosedOutput();
  try {
    const command = parseCommand(args);
    switch (command.name) {
      case 'help':
        return print(USAGE);
      case 'version':
        return print((await import('../server/main.ts')).versionOf(root));
      case 'start':
        return await (await import('./serve.ts')).serve({ root, parent });
      case 'demo':
        return await (await import('./demo.ts')).serveDemo({ root, parent });
      case 'migrate':
        return await (await import('./migrate.ts')).migrateOnly({ root, print });
      case 'verify':
        return await (await import('./verify.ts')).verifyRecord({ root, print, against: command.against });
      case 'backup':
        return await (await import('./backup.ts')).backUp({ root, print, file: command.file });
      case 'restore':
        return await (await import('./backup.ts')).restoreBackup({ root, print, file: command.file });
      case 'shift-punches':
        return await (
          await import('./shift-punches.ts')
        ).shiftRecordedPunches({ root, print, values: command.values });
      case 'admin create':
        return await (await import('./admin.ts')).createAdmin({ root, print, values: command.values });
      case 'admin password':
        return await (await import('./admin.ts')).setAdminPassword({ root, print, values: command.values });
    }
  } catch (error) {
    fail(error);
  }
}

/** Who read our output may go away; a server goes on all the same. */
function surviveClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Ends the process. An unforeseen error is told by its message alone. */
function fail(error: unknown): never {
  const lines = error instanceof StartError ? error.lines : [`Punctual cannot go on: ${messageOf(error)}`];
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(error instanceof StartError ? error.exitCode : EXIT_CODES.unexpected);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const first = error.message.split('\n')[0] ?? '';
  return error.cause === undefined ? first : `${first} ${messageOf(error.cause)}`;
}
