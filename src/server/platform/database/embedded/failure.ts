/** `database/open.ts` turns each failure into a StartError with its own exit code. */
export type EmbeddedFailure =
  | 'alreadyRunning'
  | 'cannotRunPostgres'
  | 'dataFolder'
  | 'databaseOfAnotherVersion';

/** A reason that the operator can act on: one line, never a stack. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
  readonly failure: EmbeddedFailure;

  constructor(failure: EmbeddedFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

const TEXT_BY_ERROR_CODE: Readonly<Record<string, string>> = {
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

/** The operating system's code, e.g. 'EACCES'; '' for other errors. */
export const failureCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

export const failureText = (error: unknown): string =>
  TEXT_BY_ERROR_CODE[failureCode(error)] ??
  (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
