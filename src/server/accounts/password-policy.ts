/** PASSWORD_POLICY=strong: at least 12 characters, and none of the most common. */
import { PASSWORD_MIN } from '#contract/fields';
import type { Config } from '../config.ts';
import { refuse, type Refusal } from '../http/refusal.ts';

const STRONG_MIN = 12;

/** Beginnings of the most common long passwords; a repeated or counted continuation of them is no better. */
const COMMON = [
  'password',
  'passw0rd',
  'qwerty',
  'qwertz',
  'azerty',
  'abcdef',
  'abc123',
  'letmein',
  'welcome',
  'iloveyou',
  'admin',
  'administrator',
  'monkey',
  'dragon',
  'football',
  'baseball',
  'sunshine',
  'princess',
  'changeme',
  'trustno1',
  'superman',
  'master',
  'login',
  'starwars',
  'whatever',
  'passwort',
  'contraseña',
  'motdepasse',
  'punctual',
  '123456',
  '012345',
  '987654',
  '111111',
  '000000',
  '1q2w3e',
  'zaq12wsx',
];

/** What is wrong with a new password under the strong policy; undefined when nothing. */
function strongPasswordFault(password: string): string | undefined {
  if ([...password].length < STRONG_MIN) return `Password must be at least ${STRONG_MIN} characters`;
  const plain = password.toLowerCase();
  const isCommon = COMMON.some((word) => /^[\d\W_]*$/.test(plain.replaceAll(word, '')));
  const fewCharacters = new Set(plain).size < 5;
  return isCommon || fewCharacters ? 'This password is too common' : undefined;
}

type Policy = Config['passwordPolicy'];

/** What is told beside the field, before somebody types. */
export const passwordMinimum = (policy: Policy): number => (policy === 'strong' ? STRONG_MIN : PASSWORD_MIN);

/** The refusal of a new password that the schema lets pass; undefined when it may be used. */
export function passwordFault(policy: Policy, password: string): Refusal | undefined {
  const fault = policy === 'strong' ? strongPasswordFault(password) : undefined;
  return fault === undefined
    ? undefined
    : refuse('invalid_input', { fields: { password: fault }, message: fault });
}
