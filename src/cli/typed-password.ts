/** A password for a command: never an option, which the process list and the shell's history show. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { isPasswordLength } from '../server/config.ts';
import { StartError } from '../server/start-error.ts';

/** Exit code of a process that was ended by Ctrl-C. */
const INTERRUPTED = 130;

/**
 * Asked for at a terminal, unseen; else the first line of standard input.
 * @returns null for an empty one, or none: it is to be made up
 * @throws StartError when it is too short or too long
 */
export async function typedPassword(): Promise<string | null> {
  const terminal = process.stdin.isTTY;
  if (terminal) process.stderr.write('Password (not shown; leave it empty to have one generated): ');
  const typed = await firstLine(terminal);
  if (terminal) process.stderr.write('\n');
  if (typed === '') return null;
  if (!isPasswordLength(typed))
    throw new StartError('invalidSettings', 'The password must have 6 to 256 characters.');
  return typed;
}

async function firstLine(terminal: boolean): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal });
  lines.on('SIGINT', () => process.exit(INTERRUPTED));
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
  }
}
