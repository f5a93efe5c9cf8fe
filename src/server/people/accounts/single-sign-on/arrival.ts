/** Whose account an identity opens: its own, one that its password connects, or a new one. */
import type { Context } from '../../../context.ts';
import { refuse, type Refusal } from '../../../platform/http/refusal.ts';
import { readSettings } from '../../../workplace/settings/queries.ts';
import { hashPassword } from '../../credentials/passwords.ts';
import { newToken } from '../../credentials/tokens.ts';
import { credentialsById, credentialsOf } from '../queries.ts';
import type { AskedSecondStep } from '../../second-factor/questions.ts';
import { admit, inactiveCode, type Browser, type SignedIn } from '../sign-in.ts';
import { findAccount, registerIdentity } from './commands.ts';
import type { Newcomer } from './kept.ts';
import type { Identity, Person, Provider } from './provider.ts';

type Found = Awaited<ReturnType<Provider['identityOf']>>;
type Admitted = SignedIn | AskedSecondStep;

interface Arrival {
  readonly found: Found;
  readonly invitation: string | undefined;
  readonly browser: Browser;
  /** Counts a registration; returns seconds to wait. */
  readonly consume: () => Promise<number>;
}

export async function admitIdentity(
  context: Context,
  { found, invitation, browser, consume }: Arrival,
): Promise<Admitted | { readonly newcomer: Newcomer } | Refusal> {
  const { pool } = context.database;
  const { identity } = found;
  const admitAccount = async (id: string): Promise<Admitted | Refusal> => {
    const credentials = await credentialsById(pool, id);
    return credentials ? admit(context, credentials, browser) : refuse('sign_in_unfinished');
  };
  const account = await findAccount(pool, identity);
  if (account !== null) return admitAccount(account);
  const { email, name } = await found.person();
  // Anybody can tell a provider any address.
  if (email === null) return refuse('sign_in_unverified');
  const known = await credentialsOf(pool, email);
  // An address may have gone to somebody else, so it alone opens no account.
  if (known)
    return known.user.isActive ? { newcomer: { ...identity, email } } : refuse(inactiveCode(known.user));
  const made = await register(context, identity, { name, email }, invitation, consume);
  return typeof made === 'string' ? admitAccount(made) : made;
}

/** As the registration mode says. Nobody knows the account's password, so nobody signs in by it. */
async function register(
  context: Context,
  identity: Identity,
  { name, email }: Person & { readonly email: string },
  invitation: string | undefined,
  consume: () => Promise<number>,
): Promise<string | Refusal> {
  const { database, clock } = context;
  const { registration, invitation: present } = await readSettings(database.pool);
  if (registration === 'off') return refuse('registration_closed');
  if (registration === 'invitation' && invitation !== context.invitation(present))
    return refuse('invitation_invalid');
  if ((await consume()) > 0) return refuse('registration_too_many');
  const passwordHash = await hashPassword(newToken());
  const account = { name, email, passwordHash, awaitsApproval: registration === 'approval' };
  const made = await registerIdentity(database, clock.now(), identity, account);
  if (!made.ok) return refuse('sign_in_unfinished');
  context.wake();
  return made.user.id;
}
