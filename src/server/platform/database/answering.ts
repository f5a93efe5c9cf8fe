/** Long work on a database that may stop answering. */
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../../start-error.ts';
import { connect, type ConnectionTarget } from './connection.ts';
import { DATABASE_LIMITS } from './pool.ts';
import { isConnectionLost } from './unavailable.ts';

/** Milliseconds. */
const ASK_EVERY = 1_000;

/** Messages for a database that was reached before; file errors share the codes. */
export const stoppedAnswering = (error: unknown): unknown =>
  isConnectionLost(error) && !(error instanceof Error && 'path' in error)
    ? new StartError('databaseOutOfReach', 'The database has stopped answering.')
    : error;

export const isOutOfReach = (error: unknown): boolean =>
  error instanceof StartError && error.failure === 'databaseOutOfReach';

/**
 * Waits for long work, such as a migration, while the database answers.
 * @param patience milliseconds without an answer
 * @param signal ends the wait; the work ends with its connection, undone
 * @throws StartError when the database has stopped answering
 */
export async function whileDatabaseAnswers<Result>(
  target: ConnectionTarget,
  patience: number,
  work: Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const over = new AbortController();
  try {
    const ends = AbortSignal.any([over.signal, ...(signal ? [signal] : [])]);
    return await Promise.race([work, silence(target, patience, ends)]);
  } catch (error) {
    throw stoppedAnswering(error);
  } finally {
    over.abort();
  }
}

/** Rejects after `patience` without an answer, or with the signal. */
async function silence(target: ConnectionTarget, patience: number, signal: AbortSignal): Promise<never> {
  for (let heardAt = performance.now(); ;) {
    await wait(ASK_EVERY, undefined, { signal });
    if (await answers(target)) heardAt = performance.now();
    else if (performance.now() - heardAt > patience)
      throw new StartError('databaseOutOfReach', 'The database has stopped answering.');
  }
}

/** A refused sign-in is an answer too. */
const answers = (target: ConnectionTarget): Promise<boolean> =>
  connect(target, { connectTimeoutMs: DATABASE_LIMITS.connect }).then(
    (client) => {
      void client.end();
      return true;
    },
    (error: unknown) => !isConnectionLost(error),
  );
