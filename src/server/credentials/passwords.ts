/**
 * Hashing of passwords: argon2id, 19 MiB, 2 passes, about 11 ms each; so few at a time that punches keep
 * their latency.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { currentDeadline, OverloadedError } from '../time-limit.ts';

const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const AT_ONCE = Math.max(1, availableParallelism() - 1);
/**
 * Some nine seconds of work, more than a large office's first morning; who comes later is asked to try again
 * (503).
 */
const WAITING_AT_MOST = 800 * AT_ONCE;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs `work` when its turn comes.
 * @throws OverloadedError when too many wait already, or the turn comes after the request was given up
 */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_AT_MOST) throw new OverloadedError('Too many passwords are being checked.');
    await new Promise<void>((resolve) => void waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    currentDeadline()?.check();
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Two spellings of the same character (composed or not) are one password. */
const spelled = (password: string): string => password.normalize('NFC');

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(spelled(password), ARGON2ID));

export interface Guess {
  /** Asked right before the check: guesses sent all at once have failed meanwhile. */
  isAllowed(): Promise<boolean>;
  /** Told before the next one's turn. */
  failed(): Promise<void>;
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
    if (!(await guess.isAllowed())) return 'throttled';
    if ((await verify(stored, spelled(password))) && !isDummy) return 'right';
    await guess.failed();
    return 'wrong';
  });

let dummy: Promise<string> | undefined;

/** A hash that no password fits, so that an unknown address takes as long as a known one (HIDE_ACCOUNTS). */
export const dummyHash = (): Promise<string> => (dummy ??= hash(randomBytes(32), ARGON2ID));

/** No letter that looks like another; 16 of 31 are 79 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
export const generatePassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join(''),
  ).join('-');
