/** PASSWORD_POLICY=strong: at least 12 characters, and no common password. */
import { PASSWORD_MIN } from '#contract/fields';
import type { Config } from '../../platform/config.ts';
import { STRONG_MIN, strongFault } from '../credentials/passwords.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { StartError } from '../../platform/start-error.ts';

type Policy = Config['passwordPolicy'];

export const passwordMinimum = (policy: Policy): number => (policy === 'strong' ? STRONG_MIN : PASSWORD_MIN);

const faultOf = (policy: Policy, password: string, names: readonly string[]): string | undefined =>
  policy === 'strong' ? strongFault(password, names) : undefined;

export function passwordFault(policy: Policy, password: string, names: readonly string[]) {
  const fault = faultOf(policy, password, names);
  return fault === undefined
    ? undefined
    : refuse('invalid_input', { fields: { password: fault }, message: fault });
}

/** For passwords from the environment and the command line. Throws StartError. */
export function requirePassword(
  { passwordPolicy }: Pick<Config, 'passwordPolicy'>,
  label: string,
  password: string | null,
  names: readonly string[] = [],
): void {
  const fault = password === null ? undefined : faultOf(passwordPolicy, password, names);
  if (fault !== undefined) throw new StartError('invalidSettings', `${label}: ${fault}.`);
}
