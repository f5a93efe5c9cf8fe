import type { ProblemCode } from '#contract/problems';
import type { User } from '#contract/records';
import type { SecondFactors } from '#contract/security/second-factor';
import type { EpochMs } from '#domain/time/units';
import type { Context } from '../../platform/context.ts';
import type { Call, Handlers } from '../../platform/http/handlers.ts';
import { Refusal, refuse, toRefusal } from '../../platform/http/refusal.ts';
import { isConfirmed, networkAndDevice } from '../../platform/http/caller.ts';
import { mailAccountChange } from '../../platform/mail/mailer.ts';
import type { AccountChange } from '../../platform/mail/letters.ts';
import { sharedHourlyLimit } from '../../platform/database/shared-limiter.ts';
import { networkOf } from '../../platform/rate-limiter.ts';
import { refused, type Refused } from '../../platform/refused.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { tokenHash } from '../credentials/tokens.ts';
import { setupUrlOf, newSecret, timeStepOf } from './app-codes.ts';
import {
  addFactor,
  removeFactor,
  renewCodes,
  resetFactors,
  storeSecondStep,
  takeChallenge,
} from './commands.ts';
import { verifyNewPasskey, relyingPartyOf } from './passkeys.ts';
import { countForeignApps, secondFactorsOf } from './queries.ts';
import type { SecretBox } from './secret-key.ts';

/** Codes that one person may try while adding an app. The person knows the secret, so this limit only saves work. */
const FIRST_CODES_PER_HOUR = 20;

/** Passkey sign-ins that one network may start. Each start stores a row for some minutes. */
const PASSKEY_STARTS_PER_HOUR = 2_000;

/** Logs what to do if a database was restored without its key. */
export async function checkSecretKey({ database, log }: Pick<Context, 'database' | 'log'>, box: SecretBox) {
  const count = await countForeignApps(database.pool, box.id());
  if (count > 0)
    log.error(
      `${count} authenticator apps cannot be used, since their key is not here. Set SECRET_KEY as before, or put the file secret-key into DATA_DIR. Without it, people use recovery codes, and punctual admin reset-second-factor --email <address> lets an administrator in.`,
    );
}

type Caller = Pick<Call<'addApp'>, 'session' | 'request'>;
type Changed =
  | { readonly ok: true; readonly codes?: readonly string[] | undefined; readonly isUnchanged?: true }
  | Refused<ProblemCode>;

export function secondFactorRoutes(context: Context, box: SecretBox) {
  const { config, database, clock, security, wake } = context;
  const { pool } = database;
  const firstCodes = sharedHourlyLimit(pool, 'first codes', FIRST_CODES_PER_HOUR);
  const passkeyStarts = sharedHourlyLimit(pool, 'passkey starts', PASSKEY_STARTS_PER_HOUR);
  const refuseUnconfirmed = ({ session }: Caller): Refusal | null =>
    isConfirmed(session(), clock.now()) ? null : refuse('confirmation_required');
  const notifyChange = (
    { session, request }: Caller,
    { id: userId, email }: Pick<User, 'id' | 'email'>,
    detail: string,
    letter?: AccountChange,
  ) => {
    wake();
    const who = { userId, actor: session().user.id, ...networkAndDevice(request) };
    security.note({ kind: 'second_factor_changed', ...who, detail });
    if (letter) mailAccountChange(context, letter, [email]);
  };
  const change = async (
    call: Caller,
    detail: string,
    letter: AccountChange | undefined,
    work: (at: EpochMs, userId: string) => Promise<Changed>,
  ): Promise<SecondFactors | Refusal> => {
    const { user } = call.session();
    const refusal = refuseUnconfirmed(call);
    if (refusal) return refusal;
    const done = await work(clock.now(), user.id);
    if (!done.ok) return toRefusal(done, clock.now(), await readSettings(pool));
    if (!done.isUnchanged) notifyChange(call, user, detail, letter);
    const recoveryCodes = done.codes && { recoveryCodes: [...done.codes] };
    return { ...(await secondFactorsOf(pool, user.id)), ...recoveryCodes };
  };
  return {
    secondFactors: async ({ reader }) => {
      const session = await reader().checkSession();
      return session instanceof Refusal ? session : secondFactorsOf(pool, session.user.id);
    },

    startApp: async ({ session }) => {
      const secret = newSecret();
      const issuer = (await context.workplace()).name || 'Punctual';
      return { secret, address: setupUrlOf(secret, issuer, session().user.email) };
    },

    addApp: async (call) => {
      const { secret, code } = call.input;
      const seconds = await firstCodes.consume(call.session().user.id);
      if (seconds > 0) return refuse('sign_in_too_many', { retryAfterSeconds: seconds });
      const counter = timeStepOf(secret, code.replace(/\s/g, ''), clock.now());
      if (counter === null) return refuse('second_step_wrong');
      return change(call, 'Added an authenticator app', 'factor-added', async (at, userId) => {
        const key = box.seal(secret, userId);
        // If this server's key differs from the others', the person could not sign in on the other servers.
        if ((await countForeignApps(pool, box.id())) > 0) return refused('second_factor_key_elsewhere');
        const app = { kind: 'app', name: 'Authenticator app', credentialId: null } as const;
        return addFactor(database, at, { ...app, userId, key, counter });
      });
    },

    startPasskey: async ({ address }) => {
      const seconds = await passkeyStarts.consume(networkOf(address));
      if (seconds > 0) return refuse('sign_in_too_many', { retryAfterSeconds: seconds });
      return { challenge: await storeSecondStep(pool, clock.now(), { userId: null, passwordHash: null }) };
    },

    addPasskey: async (call) => {
      const { challenge: expectedChallenge, name, passkey: response } = call.input;
      const party = relyingPartyOf(config, call.request.headers);
      if (!party) return refuse('foreign_origin');
      return change(call, 'Added a passkey', 'factor-added', async (at, userId) => {
        if (!(await takeChallenge(pool, at, tokenHash(expectedChallenge))))
          return refused('second_step_expired');
        const made = await verifyNewPasskey({ ...party, expectedChallenge, response });
        if (!made) return refused('passkey_wrong');
        return addFactor(database, at, { kind: 'passkey', userId, name, ...made });
      });
    },

    removeFactor: (call) =>
      change(call, 'Removed a second factor', 'factor-removed', (at, userId) =>
        removeFactor(database, at, userId, call.input.id),
      ),

    renewRecoveryCodes: (call) =>
      change(call, 'Renewed the recovery codes', undefined, (at, userId) => renewCodes(database, at, userId)),

    resetSecondFactor: async (call) => {
      const refusal = refuseUnconfirmed(call);
      if (refusal) return refusal;
      const reset = await resetFactors(database, clock.now(), call.session().user.id, call.input.id);
      if (!reset.ok) return refuse(reset.code);
      notifyChange(call, reset.user, 'Reset by an administrator', 'factor-removed');
      return { user: reset.user };
    },
  } satisfies Partial<Handlers>;
}
