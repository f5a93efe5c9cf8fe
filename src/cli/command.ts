import { parseArgs } from 'node:util';
import { StartError } from '../server/platform/start-error.ts';
import type { Context } from '../server/platform/context.ts';
import { systemClock } from '../server/platform/clock.ts';
import { openPunctualDatabase } from '../server/platform/database/open.ts';
import { createLog } from '../server/platform/log.ts';
import { requireConfig } from '../server/main.ts';
import type { PunchShiftOptions } from './shift-punches.ts';

/** Exit code after Ctrl-C. */
export const INTERRUPTED = 130;

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Opens the database, runs `work` and closes the database. Also works while a server runs. */
export async function withDatabase<Result>(
  root: string,
  work: (given: Pick<Context, 'config' | 'database' | 'clock' | 'log'>) => Promise<Result>,
): Promise<Result> {
  const given = createOpenOptions(root);
  const { config, clock, log } = given;
  const opened = await openPunctualDatabase(given);
  return work({ config, database: opened.database, clock, log }).finally(() => opened.close());
}

export function createOpenOptions(root: string) {
  const config = requireConfig(process.env, root);
  const clock = systemClock;
  const log = createLog(config.logLevel, clock, (line) => process.stderr.write(line));
  return { config, clock, log, say: print, isShared: true };
}

export const USAGE = `Usage: punctual <command>

  start                     start the server (npm start)
  demo                      start it on a data folder of its own, filled with an example workplace (npm run demo)
  migrate [--plan]          bring the database up to date; with --plan, only say what that would do
  upgrade-database [--old-binaries <folder>]
                            bring the included database to this version's PostgreSQL; the folder holds the programs of
                            the PostgreSQL that made it, or the former installation of Punctual
  verify [--against <file>]
                            check the record and everything that reports read; exits with 1 if something differs;
                            with the .heads file of a backup, finds records that were cut off since
  backup <file>             write everything to a file, while the server runs
  restore <file>            fill an empty database from such a file
  shift-punches --from <time> --until <time> --by=<minutes> --admin <address> --reason <text> [--dry-run]
                            move everybody's punches that a wrong clock stamped, as corrections by that administrator;
                            times as 2026-11-20T08:00 at the workplace, the last minute included; earlier: --by=-30
  admin create --email <address> [--name <name>]
                            add an administrator
  admin password --email <address>
                            give an administrator a new password and end their sessions
  admin reset-second-factor --email <address>
                            let an administrator sign in by password alone, and set up a second factor again

The password is asked for, or read from standard input; leave it empty to have one generated and printed.

Settings come from the environment; docs/operations.md lists them.`;

export interface AdminValues {
  readonly email: string;
  readonly name: string | undefined;
}

const COMMANDS_WITHOUT_OPTIONS = ['start', 'demo', 'migrate', 'help', 'version'] as const;

const ADMIN_COMMANDS = ['admin create', 'admin password', 'admin reset-second-factor'] as const;

export type Command =
  | { readonly name: (typeof COMMANDS_WITHOUT_OPTIONS)[number] | 'migrate --plan' }
  | { readonly name: 'upgrade-database'; readonly oldBinaries: string | undefined }
  | { readonly name: 'verify'; readonly against: string | undefined }
  | { readonly name: 'backup' | 'restore'; readonly file: string }
  | { readonly name: 'shift-punches'; readonly values: PunchShiftOptions }
  | { readonly name: (typeof ADMIN_COMMANDS)[number]; readonly values: AdminValues };

export function parseCommand(args: readonly string[]): Command {
  const {
    values: { plan: isPlan = false, 'old-binaries': oldBinaries, ...values },
    positionals,
  } = parseOptions(args);
  if (values.help || (positionals.length === 0 && !values.version)) return { name: 'help' };
  if (values.version) return { name: 'version' };
  const name = positionals.join(' ');
  if (isPlan && name !== 'migrate') throw usageError(`${name} takes no --plan.`);
  if (oldBinaries !== undefined && name !== 'upgrade-database')
    throw usageError(`${name} takes no --old-binaries.`);
  if (values.password !== undefined)
    throw usageError(
      'There is no --password, since every user of the machine could read it in the process list: leave it out, and the password is asked for, or read from standard input.',
    );
  const ofAdmin = ADMIN_COMMANDS.find((one) => one === name);
  if (ofAdmin) {
    if (!values.email) throw usageError(`${name} needs --email.`);
    if (ofAdmin !== 'admin create' && values.name !== undefined) throw usageError(`${name} takes no --name.`);
    return { name: ofAdmin, values: { email: values.email, name: values.name } };
  }
  const { email, name: given, against, 'dry-run': isDryRun = false, ...shift } = values;
  if (name === 'shift-punches') {
    const { from, until, by, admin, reason } = shift;
    if (!from || !until || !by || !admin || !reason)
      throw usageError('shift-punches needs --from, --until, --by, --admin and --reason.');
    return { name, values: { from, until, by, admin, reason, isDryRun } };
  }
  const others = [email, given, ...Object.values(shift)].filter((value) => value !== undefined);
  if (name === 'verify' && others.length === 0 && !isDryRun) return { name, against };
  if (others.length > 0 || isDryRun || against !== undefined)
    throw usageError(`${name} takes no such option.`);
  const [first, file, ...more] = positionals;
  if (first === 'backup' || first === 'restore') {
    if (file === undefined || more.length > 0) throw usageError(`${first} needs the name of one file.`);
    return { name: first, file };
  }
  if (name === 'upgrade-database') return { name, oldBinaries };
  const plain = COMMANDS_WITHOUT_OPTIONS.find((one) => one === name);
  if (plain) return { name: isPlan ? 'migrate --plan' : plain };
  throw usageError(`There is no command "${name}".`);
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
        email: { type: 'string' },
        name: { type: 'string' },
        against: { type: 'string' },
        from: { type: 'string' },
        until: { type: 'string' },
        by: { type: 'string' },
        admin: { type: 'string' },
        reason: { type: 'string' },
        'dry-run': { type: 'boolean' },
        plan: { type: 'boolean' },
        'old-binaries': { type: 'string' },
        password: { type: 'string' },
      },
    });
  } catch (error) {
    throw usageError(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error));
  }
}

const usageError = (why: string): StartError =>
  new StartError('invalidSettings', `${why} See: punctual help`);
