import type { RegistrationOptions } from '#contract/accounts/accounts';
import type { CheckedInputOf } from '#contract/routes';
import type { User } from '#contract/records';
import type { Context } from '../../platform/context.ts';
import { refuse, refuseFields, type Refusal } from '../../platform/http/refusal.ts';
import { alreadyRegisteredLetter } from '../../platform/mail/letters.ts';
import { refused } from '../../platform/refused.ts';
import { runIdempotent, idempotencyKeyOf, NOBODY } from '../../ledger/idempotency/commands.ts';
import { isEmailTaken } from '../employees/queries.ts';
import { offeredStudios, registrationFaults } from '#domain/people/studios';
import { readSettings, readStudios } from '../../workplace/settings/queries.ts';
import { registerEmployee } from './commands.ts';
import { hashPassword } from '../credentials/passwords.ts';
import { isEmployeeIdReserved } from './queries.ts';
import type { SharedLimiter } from '../../platform/database/shared-limiter.ts';

/** Registers a person. `letters` limits mails to account owners. `consume` counts a try, returns seconds to wait. */
export async function register(
  context: Context,
  letters: SharedLimiter,
  { password, requestId, invitation, ...profile }: CheckedInputOf<'register'>,
  consume: () => Promise<number>,
): Promise<User | Refusal> {
  const { config, database, clock } = context;
  // Leave the password out of the key, which is a fast digest: an attacker could guess the password from the key.
  const key = idempotencyKeyOf(NOBODY, requestId, profile);
  const done = await runIdempotent(database, key, async () => {
    const { registration, invitation: present } = await readSettings(database.pool);
    if (registration === 'off') return refused('registration_closed');
    if (registration === 'invitation' && invitation !== context.invitation(present))
      return refused('invitation_invalid');
    const fields = registrationFaults(offeredStudios(await readStudios(database.pool)), profile);
    if (Object.keys(fields).length > 0) return { ...refused('invalid_input'), fields };
    const retryAfterSeconds = await consume();
    if (retryAfterSeconds > 0) return { ...refused('registration_too_many'), retryAfterSeconds };
    // Check the employee ID before the costly hash, and again in the transaction.
    if (!(await isEmployeeIdReserved(database.pool, profile.employeeId, clock.now())))
      return refused('employee_id_not_issued');
    if (!config.hideAccounts && (await isEmailTaken(database.pool, profile.email)))
      return refused('registration_email_in_use');
    const account = {
      ...profile,
      awaitsApproval: registration === 'approval',
      passwordHash: await hashPassword(password),
    };
    const options = { key, hidesAccounts: config.hideAccounts };
    const made = await registerEmployee(database, clock, account, options);
    if (made.ok && !made.isNew) await mailAddressOwner(context, letters, profile.email);
    return made;
  });
  if (!done.ok)
    return 'fields' in done
      ? refuseFields(done.fields)
      : refuse(done.code, 'retryAfterSeconds' in done ? done : {});
  context.wake();
  return done.user;
}

async function mailAddressOwner(
  { afterAnswer, mailer, address }: Context,
  letters: SharedLimiter,
  email: string,
): Promise<void> {
  if ((await letters.consume(email)) > 0) return;
  afterAnswer.add('A mail about a registration', () =>
    mailer.send(email, () => alreadyRegisteredLetter(address())),
  );
}

export async function registrationOptions(
  { database, invitation: invitationCode }: Context,
  invitation: string | undefined,
): Promise<RegistrationOptions> {
  const [{ registration, invitation: present }, studios] = await Promise.all([
    readSettings(database.pool),
    readStudios(database.pool),
  ]);
  const mayRegister =
    registration === 'invitation' ? invitation === invitationCode(present) : registration !== 'off';
  return { mayRegister, studios: mayRegister ? offeredStudios(studios) : [] };
}
