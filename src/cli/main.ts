import '../server/platform/language.ts';
import { EXIT_CODES, StartError } from '../server/platform/start-error.ts';
import { versionOf } from '../server/main.ts';
import { planMigration } from '../server/platform/database/open.ts';
import { createOpenOptions, parseCommand, print, USAGE, withDatabase } from './command.ts';

/** @param parent id of the process that started this one */
export async function runCommand(
  args: readonly string[],
  { root, parent }: { root: string; parent: number },
): Promise<void> {
  surviveClosedOutput();
  try {
    const command = parseCommand(args);
    switch (command.name) {
      case 'help':
        return print(USAGE);
      case 'version':
        return print(versionOf(root));
      case 'start':
        return await (await import('./serve.ts')).serve({ root, parent });
      case 'demo':
        return await (await import('./demo.ts')).serveDemo({ root, parent });
      case 'migrate':
        return await withDatabase(root, async () => print('The database is up to date.'));
      case 'migrate --plan':
        for (const line of await planMigration(createOpenOptions(root))) print(line);
        return;
      case 'upgrade-database':
        return await (await import('./upgrade-database.ts')).upgradeDatabase(root, command.oldBinaries);
      case 'verify':
        return await (await import('./verify.ts')).verifyRecord(root, command.against);
      case 'backup':
        return await (await import('./backup.ts')).backUp(root, command.file);
      case 'restore':
        return await (await import('./backup.ts')).restoreBackup(root, command.file);
      case 'shift-punches':
        return await (await import('./shift-punches.ts')).shiftRecordedPunches(root, command.values);
      case 'admin create':
        return await (await import('./admin.ts')).createAdmin(root, command.values);
      case 'admin password':
        return await (await import('./admin.ts')).setAdminPassword(root, command.values);
      case 'admin reset-second-factor':
        return await (await import('./admin.ts')).resetSecondFactor(root, command.values);
    }
  } catch (error) {
    exitWithError(error);
  }
}

/** Ignores write errors: a server must continue after the program that reads its output has ended. */
function surviveClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

function exitWithError(error: unknown): never {
  const lines = error instanceof StartError ? error.lines : [`Punctual cannot go on: ${messageOf(error)}`];
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(error instanceof StartError ? error.exitCode : EXIT_CODES.unexpected);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const first = error.message.split('\n')[0] ?? '';
  return error.cause === undefined ? first : `${first} ${messageOf(error.cause)}`;
}
