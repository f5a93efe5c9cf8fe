/** Finds or registers the account of an identity. If an account has the same email address, asks for its password. */
import type { Context } from '../../../platform/context.ts';
import { refuse, Refusal } from '../../../platform/http/refusal.ts';
import { readSettings } from '../../../workplace/settings/queries.ts';
import { hashPassword } from '../../credentials/passwords.ts';
import { newToken } from '../../credentials/tokens.ts';
import { credentialsById, credentialsOf } from '../queries.ts';
import { completeSignIn, type Browser } from '../sign-in.ts';
import { findConnectedAccountId, registerIdentity } from './commands.ts';
import type { ProviderProfile, Provider } from './provider.ts';

interface SignInCallback {
  readonly found: Awaited<ReturnType<Provider['identityOf']>>;
  readonly invitation: string | undefined;
  readonly browser: Browser;
  /** Counts a registration for the rate limit. Returns the seconds to wait. */
  readonly consume: () => Promise<number>;
}

export async function admitIdentity(context: Context, callback: SignInCallback) {
  const { pool } = context.database;
  const { found, browser } = callback;
  let account = await findConnectedAccountId(pool, found.identity);
  if (account === null) {
    const { email, name } = await found.person();
    // Refuse an address that the provider has not verified (null): the address could belong to anybody.
    if (email === null) return refuse('sign_in_unverified');
    const known = await credentialsOf(pool, email);
    // Never open an account by its address alone: the address may have passed to another person.
    if (known?.user.isActive) return { newcomer: { ...found.identity, email } };
    if (known) return completeSignIn(context, known, browser);
    const made = await register(context, callback, { name, email });
    if (made instanceof Refusal) return made;
    account = made;
  }
  const credentials = await credentialsById(pool, account);
  return credentials ? completeSignIn(context, credentials, browser) : refuse('sign_in_unfinished');
}

/** Follows the registration mode. Nobody knows the account's random password, so nobody can sign in with it. */
async function register(
  context: Context,
  { found, invitation, consume }: SignInCallback,
  person: ProviderProfile & { readonly email: string },
): Promise<string | Refusal> {
  const { database, clock } = context;
  const { registration, invitation: present } = await readSettings(database.pool);
  if (registration === 'off') return refuse('registration_closed');
  if (registration === 'invitation' && invitation !== context.invitation(present))
    return refuse('invitation_invalid');
  if ((await consume()) > 0) return refuse('registration_too_many');
  const passwordHash = await hashPassword(newToken());
  const account = { ...person, passwordHash, awaitsApproval: registration === 'approval' };
  const made = await registerIdentity(database, clock.now(), found.identity, account);
  if (!made.ok) return refuse('sign_in_unfinished');
  context.wake();
  return made.user.id;
}
