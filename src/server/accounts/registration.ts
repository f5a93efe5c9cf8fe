/** Registration (spec §2, §8; decisions §3). */
import { randomUUID } from 'node:crypto';
import type { CheckedInputOf } from '#contract/routes';
import type { User } from '#contract/records';
import { toInstantText } from '#contract/wire';
import type { Context } from '../context.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import { alreadyRegisteredLetter } from '../mail/letters.ts';
import { registerEmployee, takeIssuedId } from './commands.ts';
import { hashPassword } from './passwords.ts';
import { isEmailTaken, isIssued } from './queries.ts';

export type RegistrationInput = CheckedInputOf<'register'>;

/** The password's policy and the limit of registrations have been looked at. */
export async function register(context: Context, input: RegistrationInput): Promise<User | Refusal> {
  const { config, database, clock } = context;
  // Asked before the costly hash, and again in the transaction that writes.
  if (!(await isIssued(database.pool, input.employeeId, clock.now()))) return refuse('employee_id_not_issued');
  if (!config.hideAccounts && (await isEmailTaken(database.pool, input.email))) return refuse('registration_email_in_use');
  const { password, ...account } = input;
  const created = await registerEmployee(database, clock, { ...account, passwordHash: await hashPassword(password) });
  if (created.ok) {
    context.wake();
    return created.user;
  }
  if (created.taken !== 'email') return refuse('employee_id_not_issued');
  return config.hideAccounts ? pretend(context, input) : refuse('registration_email_in_use');
}

/** HIDE_ACCOUNTS: the answer is that of a registration; what really happened is told to the address's owner only, by mail. */
async function pretend({ database, clock, afterAnswer, mailer, address }: Context, input: RegistrationInput): Promise<User | Refusal> {
  const now = clock.now();
  if (!(await takeIssuedId(database.pool, input.employeeId, now))) return refuse('employee_id_not_issued');
  afterAnswer.add('A mail about a registration', () => mailer.send(input.email, alreadyRegisteredLetter(address())));
  const { password: _kept, ...account } = input;
  const id = randomUUID();
  const at = toInstantText(now);
  return { ...account, id, authUid: id, role: 'employee', isActive: true, createdAt: at, updatedAt: at, version: 1 };
}
