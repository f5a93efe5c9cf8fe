import { say } from '#texts/say';
/** Hashes passwords by argon2id with 19 MiB and 2 passes: about 11 ms per password. */
import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { inHashingQueue } from './hashing-queue.ts';
import COMMON from './common-passwords.json';
import { PASSWORD_MIN } from '#contract/fields';
import type { Config } from '../../platform/config.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { StartError } from '../../platform/start-error.ts';

const STRONG_MIN = 12;
const OTHER_COMMON_WORDS = 'punctual passwort contraseña motdepasse administrator login qwertz abcdef';

/** COMMON holds the 3,000 most common passwords of zxcvbn's list (MIT). */
const COMMON_WORDS = `${COMMON} ${OTHER_COMMON_WORDS}`.split(' ').filter((word) => /\p{L}/u.test(word));
/** Digits and signs that replace letters, as in 'p4ssw0rd'. */
const LETTER_OF: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  $: 's',
  '@': 'a',
};
const hasNoLetters = (text: string): boolean => !/\p{L}/u.test(text);
const isFew = (text: string): boolean => new Set(text).size < 5;

/** Neighbours in the alphabet and on keyboards. */
const WALKS =
  `abcdefghijklmnopqrstuvwxyz 01234567890 qwertyuiop asdfghjkl zxcvbnm qwertzuiop yxcvbnm azertyuiop qsdfghjklm
  wxcvbn 1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 1q2w3e4r5t6y7u8i9o0p qawsedrftgyhujikolp`.replaceAll(' ', '\n');
const WALKS_BOTH_WAYS = WALKS + [...WALKS].toReversed().join('');

/** Removes runs of three or more neighbours: 'qweasd-lamp' becomes '-lamp'. Repeated and shifted keys count as one. */
function withoutWalks(password: string): string {
  const keys = password.replaceAll(/[!@#$%^&*()]/g, (sign) => `${')!@#$%^&*('.indexOf(sign)}`);
  const text = keys.replaceAll(/(.)\1+/gu, '$1');
  const threes = text.split('').map((_, at) => WALKS_BOTH_WAYS.includes(text.slice(at, at + 3).padEnd(3)));
  return text.replaceAll(/./g, (key, at: number) =>
    threes[at] || threes[at - 1] || threes[at - 2] ? '' : key,
  );
}

/** 'Winter2025??ab': a word, a year, and few other letters. */
function isWordWithYear(plain: string): boolean {
  const [word = ''] = (plain.match(/\p{L}+/gu) ?? []).toSorted((one, other) => other.length - one.length);
  const others = withoutWalks(plain.replace(word, '')).replaceAll(/\P{L}/gu, '');
  return /(?:19|20)\d\d/.test(plain) && word.length <= 12 && isFew(others);
}

function isTooCommon(password: string, names: readonly string[]): boolean {
  const plain = password
    .toLowerCase()
    .replaceAll(/(?<=\p{L})[01345$@](?=\p{L})/gu, (sign) => LETTER_OF[sign] ?? sign);
  const own = names
    .flatMap((name) => name.toLowerCase().split(/[^\p{L}]+/u))
    .filter(({ length }) => length > 2);
  const rest = own
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, word) => text.replaceAll(word, ''), plain);
  return (
    isFew(withoutWalks(password.toLowerCase())) ||
    hasNoLetters(rest) ||
    isWordWithYear(plain) ||
    COMMON_WORDS.some((word) => rest.includes(word) && hasNoLetters(rest.replaceAll(word, '')))
  );
}

/** @param names of the person and the workplace */
export function strongFault(password: string, names: readonly string[]): string | undefined {
  if ([...password].length < STRONG_MIN) return `Password must be at least ${STRONG_MIN} characters`;
  return isTooCommon(password, names) ? say('password.tooCommon') : undefined;
}

const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Makes composed and decomposed characters the same password. */
const normalizePassword = (password: string): string => password.normalize('NFC');

export const hashPassword = (password: string): Promise<string> =>
  inHashingQueue(() => hash(normalizePassword(password), ARGON2ID));

export interface PasswordAttempt {
  /** True if this server already knows of too many wrong passwords. Called right before the hash is checked. */
  isKnownToWait(): Promise<boolean>;
  /** Like `isKnownToWait`, but over all servers. Runs while the hash is checked. */
  mustWait(): Promise<boolean>;
  /** Counts a wrong password. True if concurrent guesses have already used up all allowed failures. */
  countFailure(): Promise<boolean>;
}

/** @param passwordAttempt null for no limit; @param isDummy if true, never returns 'right' (HIDE_ACCOUNTS) */
export const verifyPassword = (
  stored: string,
  password: string,
  passwordAttempt: PasswordAttempt | null,
  isDummy = false,
): Promise<'right' | 'wrong' | 'throttled'> =>
  inHashingQueue(async () => {
    if (await passwordAttempt?.isKnownToWait()) return 'throttled';
    const [isRight, mustWait] = await Promise.all([
      verify(stored, normalizePassword(password)),
      passwordAttempt?.mustWait(),
    ]);
    if (mustWait) return 'throttled';
    if (isRight && !isDummy) return 'right';
    return (await passwordAttempt?.countFailure()) ? 'throttled' : 'wrong';
  });

let dummy: Promise<string> | undefined;

/** Matches no password. Checking it makes an unknown address take as long as a known one (HIDE_ACCOUNTS). */
export const dummyHash = (): Promise<string> => (dummy ??= hash(randomBytes(32), ARGON2ID));

/** No characters that look alike. 16 of these 31 characters have at least 77 bits of entropy. */
const PASSWORD_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Draws until the strong policy accepts the password. @param draw returns 16 bytes or more */
export function generatePassword(
  names: readonly string[] = [],
  draw: (round: number) => Uint8Array = () => randomBytes(16),
  round = 0,
): string {
  const password = [...draw(round).subarray(0, 16)]
    .map((byte) => PASSWORD_CHARACTERS.charAt(byte % PASSWORD_CHARACTERS.length))
    .join('')
    .replace(/.{4}(?=.)/g, '$&-');
  return strongFault(password, names) === undefined ? password : generatePassword(names, draw, round + 1);
}

/** Computed from the request id, so that a retry gets the same password and nothing is stored. */
export const temporaryPasswordFor = (requestId: string, names: readonly string[]): string =>
  generatePassword(names, (round) =>
    createHash('sha256')
      .update(`temporary password ${requestId}${round || ''}`)
      .digest(),
  );

type Policy = Config['passwordPolicy'];

/** PASSWORD_POLICY=strong: at least 12 characters, and no common password. */
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
