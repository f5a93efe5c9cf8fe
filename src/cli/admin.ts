import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { resetFactors } from '../server/people/second-factor/commands.ts';
import { activeAdmin, addAdmin, resetAdminPassword } from '../server/people/accounts/first-admin.ts';
import { requirePassword } from '../server/people/credentials/passwords.ts';
import { createSecurityLog, type SecurityEvent } from '../server/platform/security/commands.ts';
import { isPasswordLength } from '../server/platform/config.ts';
import { normalizeEmail, isEmailAddress, isName, NAME_MAX } from '#contract/fields';
import { StartError } from '../server/platform/start-error.ts';
import { type AdminValues, INTERRUPTED, print, withDatabase } from './command.ts';

export async function createAdmin(root: string, { email, name }: AdminValues): Promise<void> {
  requireAddress(email);
  if (name !== undefined && !isName(name))
    throw new StartError(
      'invalidSettings',
      `--name must be a name that can be shown, of at most ${NAME_MAX} characters.`,
    );
  const password = await promptPassword();
  const made = await withDatabase(root, async (work) => {
    requirePassword(work.config, 'The password', password, [email, name ?? '']);
    const wanted = { email, name: name?.normalize('NFC').trim() || work.config.adminName, password };
    const added = await addAdmin(work, wanted);
    if (added)
      await noteEvent(work, { kind: 'role_changed', email: added.email, detail: 'Added on the server' });
    return added;
  });
  if (!made) throw new StartError('invalidSettings', `An account with the address ${email} already exists.`);
  print(`Created administrator ${made.email}${passwordNote(made.password)}.`);
}

export async function setAdminPassword(root: string, { email }: AdminValues): Promise<void> {
  requireAddress(email);
  const password = await promptPassword();
  const done = await withDatabase(root, async (work) => {
    requirePassword(work.config, 'The password', password, [email]);
    const given = await resetAdminPassword(work, { email, password });
    await noteEvent(work, { kind: 'password_changed', email: given.email, detail: 'On the server' });
    return given;
  });
  print(
    `Administrator ${done.email} has a new password${passwordNote(done.password)}; all sessions have ended.`,
  );
}

export async function resetSecondFactor(root: string, { email }: AdminValues): Promise<void> {
  requireAddress(email);
  const address = normalizeEmail(email);
  const isReset = await withDatabase(root, async (work) => {
    const { database, clock } = work;
    const { id } = await activeAdmin(database, address, clock.now());
    const done = await resetFactors(database, clock.now(), null, id);
    if (done.ok)
      await noteEvent(work, { kind: 'second_factor_changed', userId: id, detail: 'Reset on the server' });
    return done.ok;
  });
  print(
    isReset
      ? `Administrator ${address} can sign in by password alone, and set up a second factor again.`
      : `Administrator ${address} has no second factor.`,
  );
}

function noteEvent(work: Parameters<typeof createSecurityLog>[0], event: SecurityEvent): Promise<void> {
  const security = createSecurityLog(work);
  security.note(event);
  return security.written();
}

function requireAddress(email: string): void {
  if (!isEmailAddress(normalizeEmail(email)))
    throw new StartError('invalidSettings', '--email must be an email address.');
}

const passwordNote = (made: string | null): string =>
  made === null ? '' : `, with the password ${made} (shown only once)`;

/** Reads from standard input: the process list would show a password option. @returns null to generate a password */
async function promptPassword(): Promise<string | null> {
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
  const discarded = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: discarded, terminal });
  lines.on('SIGINT', () => process.exit(INTERRUPTED));
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
  }
}
