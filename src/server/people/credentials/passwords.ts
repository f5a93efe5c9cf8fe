/** Hashing of passwords: argon2id, 19 MiB, 2 passes, about 11 ms each. */
import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { strongFault } from './strong-passwords.ts';
import { inTurn } from './turns.ts';

const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Two spellings of the same character (composed or not) are one password. */
const spelled = (password: string): string => password.normalize('NFC');

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(spelled(password), ARGON2ID));

export interface Guess {
  /** Asked right before the check: guesses sent all at once have failed meanwhile. */
  isAllowed(): boolean;
  /** Told before the next one's turn. */
  failed(): void;
}

/**
 * Checks a password when its turn comes.
 * @param isDummy the hash is a dummy: the answer is no, whatever was typed
 */
export const verifyPassword = (
  stored: string,
  password: string,
  guess: Guess,
  isDummy = false,
): Promise<'right' | 'wrong' | 'throttled'> =>
  inTurn(async () => {
    if (!guess.isAllowed()) return 'throttled';
    if ((await verify(stored, spelled(password))) && !isDummy) return 'right';
    guess.failed();
    return 'wrong';
  });

let dummy: Promise<string> | undefined;

/** A hash that no password fits, so that an unknown address takes as long as a known one (HIDE_ACCOUNTS). */
export const dummyHash = (): Promise<string> => (dummy ??= hash(randomBytes(32), ARGON2ID));

/** No letter that looks like another; 16 of 31 are 77 bits at least. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * Draws until the strong policy accepts the password.
 * @param names of the person and the workplace
 * @param draw returns 16 bytes or more
 */
export function generatePassword(
  names: readonly string[] = [],
  draw: (round: number) => Uint8Array = () => randomBytes(16),
  round = 0,
): string {
  const password = [...draw(round).subarray(0, 16)]
    .map((byte) => LETTERS.charAt(byte % LETTERS.length))
    .join('')
    .replace(/.{4}(?=.)/g, '$&-');
  return strongFault(password, names) === undefined ? password : generatePassword(names, draw, round + 1);
}

/** A temporary password, the same for the same request, so that its answer can be given twice and kept nowhere. */
export const temporaryPasswordFor = (requestId: string, names: readonly string[]): string =>
  generatePassword(names, (round) =>
    createHash('sha256')
      .update(`temporary password ${requestId}${round || ''}`)
      .digest(),
  );
