/** Registration (spec §2, §8). */
import type { CheckedInputOf } from '#contract/routes';
import type { User } from '#contract/records';
import type { Context } from '../context.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import { alreadyRegisteredLetter } from '../mail/letters.ts';
import type { NewAccount } from '../employees/account-commands.ts';
import { isEmailTaken } from '../employees/queries.ts';
import { registerEmployee, registerHidden } from './commands.ts';
import { hashPassword } from '../credentials/passwords.ts';
import { isIssued } from './queries.ts';
import type { Limiter } from '../limiter.ts';

export type RegistrationInput = CheckedInputOf<'register'>;

/**
 * The password's policy and the limit of registrations have been looked at.
 * @param letters how many mails an address gets about registrations that were none
 */
export async function register(
  context: Context,
  letters: Limiter,
  input: RegistrationInput,
): Promise<User | Refusal> {
  const { config, database, clock } = context;
  // Asked before the costly hash, and again in the transaction that writes.
  if (!(await isIssued(database.pool, input.employeeId, clock.now())))
    return refuse('employee_id_not_issued');
  if (!config.hideAccounts && (await isEmailTaken(database.pool, input.email)))
    return refuse('registration_email_in_use');
  const { password, ...rest } = input;
  const account = { ...rest, passwordHash: await hashPassword(password) };
  if (config.hideAccounts) return hidden(context, letters, account);
  const created = await registerEmployee(database, clock, account);
  if (!created.ok) return refuse(created.code);
  context.wake();
  return created.user;
}

/**
 * HIDE_ACCOUNTS: the answer is that of a registration; what really happened is told to the address's owner
 * only, by mail.
 */
async function hidden(
  context: Context,
  letters: Limiter,
  account: Omit<NewAccount, 'role'>,
): Promise<User | Refusal> {
  const { database, clock, afterAnswer, mailer, address } = context;
  const done = await registerHidden(database, clock, account);
  if (!done.ok) return refuse(done.code);
  context.wake();
  const mayWrite = !done.isNew && letters.consume(account.email) === 0;
  if (mayWrite)
    afterAnswer.add('A mail about a registration', () =>
      mailer.send(account.email, alreadyRegisteredLetter(address())),
    );
  return done.user;
}
