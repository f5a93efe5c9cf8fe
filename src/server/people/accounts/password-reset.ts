/** 'Forgot password?' (spec §7, §8). */
import type { PasswordResetResponse } from '#contract/accounts/accounts';
import { MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import type { Context } from '../../platform/context.ts';
import { refuse, type Refusal } from '../../platform/http/refusal.ts';
import { passwordResetLetter } from '../../platform/mail/letters.ts';
import { completeReset, saveReset } from './password-commands.ts';
import type { SignInAttempt } from './sign-in-limits.ts';
import { inactiveCode } from './sign-in.ts';
import { passwordFault, hashPassword } from '../credentials/passwords.ts';
import { credentialsOf, findReset, findKnownDevice } from './queries.ts';
import { newToken, tokenHash } from '../credentials/tokens.ts';

export const RESET_LIFE_MINUTES = 60;

/** With HIDE_ACCOUNTS, looks the account up after the response: its time must not reveal whether the account exists. */
export async function requestReset(
  context: Context,
  consume: (attempt: SignInAttempt) => Promise<number>,
  { email, address, device }: Pick<SignInAttempt, 'email' | 'address'> & { device: string | undefined },
): Promise<PasswordResetResponse | Refusal> {
  const { config, database, mailer, afterAnswer } = context;
  const knownDevice = await findKnownDevice(database.pool, device, email);
  const seconds = await consume({ email, address, knownDevice });
  if (seconds > 0) return refuse('reset_too_many', { retryAfterSeconds: seconds });
  if (config.hideAccounts) {
    afterAnswer.add('A password reset', async () => void (await sendLink(context, email)));
    return { by: mailer.by, certain: false, minutes: RESET_LIFE_MINUTES };
  }
  return (await sendLink(context, email)) ?? { by: mailer.by, certain: true, minutes: RESET_LIFE_MINUTES };
}

async function sendLink({ database, clock, mailer, address }: Context, email: string) {
  const found = await credentialsOf(database.pool, email);
  if (!found) return refuse('reset_unknown_user');
  if (!found.user.isActive) return refuse(inactiveCode(found.user));
  const { token, expiresAt, link } = newResetLink(clock.now(), address());
  await saveReset(database.pool, { userId: found.user.id, email }, token, expiresAt);
  await mailer.send(email, () => passwordResetLetter(link, RESET_LIFE_MINUTES));
  return undefined;
}

export function newResetLink(now: EpochMs, address: string) {
  const token = newToken();
  // The token is in the link's fragment. Browsers never send a fragment, so no log contains the token.
  return { token, expiresAt: now + RESET_LIFE_MINUTES * MS_PER_MINUTE, link: `${address}/#reset=${token}` };
}

export async function openReset({ database, clock }: Context, token: string) {
  const reset = await findReset(database.pool, tokenHash(token), clock.now());
  if (!reset) return refuse('reset_link_invalid');
  return reset.isActive ? { email: reset.email } : refuse('account_disabled');
}

export async function resetPassword(context: Context, token: string, password: string) {
  const { config, database, clock } = context;
  // Check the link before the costly hash, and again in the transaction.
  const opened = await openReset(context, token);
  if (!('email' in opened)) return opened;
  const owner = await credentialsOf(database.pool, opened.email);
  const fault = passwordFault(config.passwordPolicy, password, [
    opened.email,
    owner?.user.name ?? '',
    (await context.workplace()).name,
  ]);
  if (fault) return fault;
  const done = await completeReset(database, clock.now(), token, await hashPassword(password));
  if (!done.ok) return refuse(done.code);
  context.wake();
  context.sessionsChanged();
  return { email: done.email };
}
