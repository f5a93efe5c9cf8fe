/** Asks for the second step of a sign-in. */
import type { SecondStep } from '#contract/accounts';
import type { User } from '#contract/records';
import { OWN_DEVICE_DAYS } from '#contract/second-factor-forms';
import type { EpochMs } from '#domain/time/units';
import type { Context } from '../../context.ts';
import { MS_PER_DAY } from '../credentials/tokens.ts';
import { storeStep } from './commands.ts';

export interface AskedSecondStep {
  readonly secondStep: SecondStep;
}

interface Known {
  readonly user: User;
  readonly passwordHash: string;
  /** When they last passed it on this device. */
  readonly factorAt: EpochMs | null;
}

/** Not on a device that was said to be their own, for some days. */
export const needsSecondStep = (
  { user, factorAt }: Pick<Known, 'user' | 'factorAt'>,
  now: EpochMs,
): boolean =>
  user.hasSecondFactor === true && (factorAt === null || now >= factorAt + OWN_DEVICE_DAYS * MS_PER_DAY);

export async function askSecondStep(
  { database: { pool }, clock }: Context,
  { user, passwordHash }: Pick<Known, 'user' | 'passwordHash'>,
): Promise<AskedSecondStep> {
  const challenge = await storeStep(pool, clock.now(), { userId: user.id, passwordHash });
  return { secondStep: { challenge } };
}
