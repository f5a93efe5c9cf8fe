import type { FastifyRequest } from 'fastify';
import type { User } from '#contract/records';
import type { SecondFactors } from '#contract/second-factor';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import { isConfirmed, type Session } from '../../platform/http/session.ts';
import { mailAccountChange } from '../../platform/mail/account-changes.ts';
import { networkAndDevice } from '../../platform/http/caller.ts';
import { sharedHourlyLimit } from '../../platform/database/shared-limiter.ts';
import { addressOf, newSecret, stepOf } from './app-codes.ts';
import { addFactor, removeFactor, renewCodes, resetFactors } from './commands.ts';
import { countForeignApps, secondFactorsOf } from './queries.ts';
import type { SecretBox } from './secret-key.ts';

/** First codes of one person; they know the secret, so this only spares the server. */
const FIRST_CODES_PER_HOUR = 20;

/** A restored database without its key: says what to do. */
export async function checkSecretKey({ database, log }: Pick<Context, 'database' | 'log'>, box: SecretBox) {
  const count = await countForeignApps(database.pool, box.id());
  if (count > 0)
    log.error(
      `${count} authenticator apps cannot be used, since their key is not here. Set SECRET_KEY as before, or put the file secret-key into DATA_DIR. Without it, people use recovery codes, and punctual admin reset-second-factor --email <address> lets an administrator in.`,
    );
}

const ADDED = 'Added an authenticator app';
const RENEWED = 'Renewed the recovery codes';

export function secondFactorRoutes(context: Context, box: SecretBox) {
  const { database, clock, security, wake } = context;
  const { pool } = database;
  const firstCodes = sharedHourlyLimit(pool, 'first codes', FIRST_CODES_PER_HOUR);
  const unconfirmed = (session: Session): Refusal | null =>
    isConfirmed(session, clock.now()) ? null : refuse('confirmation_required');
  const answer = async ({ user }: Session, codes?: readonly string[]): Promise<SecondFactors> => ({
    ...(await secondFactorsOf(pool, user.id)),
    ...(codes ? { recoveryCodes: [...codes] } : {}),
  });
  const changed = (
    request: FastifyRequest,
    session: Session,
    user: Pick<User, 'id' | 'email'>,
    detail: string,
  ) => {
    wake();
    security.note({
      kind: 'second_factor_changed',
      userId: user.id,
      actor: session.user.id,
      detail,
      ...networkAndDevice(request),
    });
    if (detail !== RENEWED)
      mailAccountChange(context, detail === ADDED ? 'factor-added' : 'factor-removed', [user.email]);
  };
  return {
    secondFactors: async ({ reader }) => {
      const session = await reader().prove();
      return session instanceof Refusal ? session : answer(session);
    },

    startApp: async ({ session }) => {
      const secret = newSecret();
      const issuer = (await context.workplace()).name || 'Punctual';
      return { secret, address: addressOf(secret, issuer, session().user.email) };
    },

    addApp: async ({ input: { secret, code }, session, request }) => {
      const { user } = session();
      const { id } = user;
      const seconds = await firstCodes.consume(id);
      if (seconds > 0) return refuse('sign_in_too_many', { retryAfterSeconds: seconds });
      const step = stepOf(secret, code.replace(/\s/g, ''), clock.now());
      if (step === null) return refuse('second_step_wrong');
      const refusal = unconfirmed(session());
      if (refusal) return refusal;
      const key = box.seal(secret, id);
      // With another key than the other servers', nobody could sign in there.
      if ((await countForeignApps(pool, box.id())) > 0) return refuse('second_factor_key_elsewhere');
      const name = 'Authenticator app';
      const added = await addFactor(database, clock.now(), {
        userId: id,
        kind: 'app',
        name,
        key,
        counter: step,
      });
      if (!added.ok) return refuse(added.code);
      changed(request, session(), user, ADDED);
      return answer(session(), added.codes);
    },

    removeFactor: async ({ input, session, request }) => {
      const refusal = unconfirmed(session());
      if (refusal) return refusal;
      const { user } = session();
      await removeFactor(database, clock.now(), user.id, input.id);
      changed(request, session(), user, 'Removed it');
      return answer(session());
    },

    renewRecoveryCodes: async ({ session, request }) => {
      const refusal = unconfirmed(session());
      if (refusal) return refusal;
      const renewed = await renewCodes(database, clock.now(), session().user.id);
      if (!renewed.ok) return refuse(renewed.code);
      changed(request, session(), session().user, RENEWED);
      return answer(session(), renewed.codes);
    },

    resetSecondFactor: async ({ input, session, request }) => {
      const refusal = unconfirmed(session());
      if (refusal) return refusal;
      const reset = await resetFactors(database, clock.now(), session().user.id, input.id);
      if (!reset.ok) return refuse(reset.code);
      changed(request, session(), reset.user, 'Reset by an administrator');
      return { user: reset.user };
    },
  } satisfies Partial<Handlers>;
}
