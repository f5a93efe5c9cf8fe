/** Asks for the second step of a sign-in. */
import type { SecondStep } from '#contract/accounts';
import type { User } from '#contract/records';
import { OWN_DEVICE_DAYS } from '#contract/second-factor-forms';
import type { EpochMs } from '#domain/time/units';
import type { Context } from '../../context.ts';
import { MS_PER_DAY } from '../credentials/tokens.ts';
import { storeStep } from './commands.ts';
import type { RelyingParty } from './passkeys.ts';
import { factorsOf, type PendingStep } from './queries.ts';

export interface AskedSecondStep {
  readonly secondStep: SecondStep;
}

/** Not on a device that was said to be their own, for some days. @param factorAt when they last passed it there */
export const needsSecondStep = (user: User, factorAt: EpochMs | null, now: EpochMs): boolean =>
  user.hasSecondFactor === true && (factorAt === null || now >= factorAt + OWN_DEVICE_DAYS * MS_PER_DAY);

/** @param party null: without passkeys */
export async function askSecondStep(
  { database: { pool }, clock }: Pick<Context, 'database' | 'clock'>,
  step: PendingStep & { readonly userId: string },
  party: RelyingParty | null,
): Promise<SecondStep> {
  const factors = await factorsOf(pool, step.userId);
  return {
    challenge: await storeStep(pool, clock.now(), step),
    hasApp: factors.some(({ kind }) => kind === 'app'),
    passkeys: party ? factors.flatMap(({ credentialId }) => credentialId ?? []) : [],
  };
}
