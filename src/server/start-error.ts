/**
 * A reason not to start that its reader can act on: one line (or one line a problem) and an exit code, never
 * a stack. The codes are documented in docs/operations and stay what they are: service managers decide by
 * them.
 */
export const EXIT_CODES = {
  unexpected: 1,
  invalidSettings: 2,
  nodeTooOld: 3,
  portTaken: 4,
  dataFolder: 5,
  alreadyRunning: 6,
  databaseOutOfReach: 7,
  cannotRunPostgres: 8,
  databaseOfAnotherVersion: 9,
  postgresTooOld: 10,
  preparationFailed: 11,
  backupRefused: 12,
} as const;

export type StartFailure = keyof typeof EXIT_CODES;

export class StartError extends Error {
  readonly failure: StartFailure;
  readonly exitCode: number;
  /** What to print, one line a problem. */
  readonly lines: readonly string[];

  constructor(failure: StartFailure, lines: string | readonly string[]) {
    const all = typeof lines === 'string' ? [lines] : lines;
    super(all.join('\n'));
    this.name = 'StartError';
    this.failure = failure;
    this.exitCode = EXIT_CODES[failure];
    this.lines = all;
  }
}
