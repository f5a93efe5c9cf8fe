/** Exit codes must not change, since service managers depend on them. Documented in docs/operations.md. */
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

/** A problem that the operator can solve: printed without a stack. */
export class StartError extends Error {
  readonly failure: StartFailure;
  readonly exitCode: number;
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
