/** What keeps the embedded PostgreSQL from running, said to who starts it. */

/** Why it does not start; `database/open.ts` knows what the start answers to each. */
export type EmbeddedFailure =
  | 'alreadyRunning'
  | 'cannotRunPostgres'
  | 'dataFolder'
  | 'databaseOfAnotherVersion';

/** A reason that its reader can act on: one line, never a stack. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
  readonly failure: EmbeddedFailure;

  constructor(failure: EmbeddedFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** In the operating system's few words: 'permission denied', not a stack. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a file of that name is in the way',
  ENOENT: 'it does not exist',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  EIO: 'the disk cannot be read or written',
};

/** The error's code as the operating system gives it, e.g. 'EACCES'; '' when it is no system error. */
export const failureCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

export const failure = (error: unknown): string =>
  WORDS[failureCode(error)] ??
  (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
