/** Long work on a database that may stop answering in the middle of it. */
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../../start-error.ts';
import { connect, type ConnectionTarget } from './connection.ts';
import { isConnectionLost } from './unavailable.ts';

/** Milliseconds. */
const ASK_EVERY = 1_000;

/** What there is to say of a database that was reached, and then was not; files' errors have the same codes. */
export const stoppedAnswering = (error: unknown): unknown =>
  isConnectionLost(error) && !(error instanceof Error && 'path' in error)
    ? new StartError('databaseOutOfReach', 'The database has stopped answering.')
    : error;

export const isOutOfReach = (error: unknown): boolean =>
  error instanceof StartError && error.failure === 'databaseOutOfReach';

/**
 * Waits for work that may take as long as it takes, such as a migration or another server's, as long as the
 * database answers anybody.
 * @param patience milliseconds without an answer
 * @param signal ends the waiting; what is under way then ends with its connection, undone
 * @throws StartError when it has stopped answering
 */
export async function whileAnswering<Result>(
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

/** Rejects when nobody has got an answer for so long, or with the signal, when nobody listens any more. */
async function silence(target: ConnectionTarget, patience: number, signal: AbortSignal): Promise<never> {
  for (let heardAt = performance.now(); ;) {
    await wait(ASK_EVERY, undefined, { signal });
    if (await answers(target)) heardAt = performance.now();
    else if (performance.now() - heardAt > patience)
      throw new StartError('databaseOutOfReach', 'The database has stopped answering.');
  }
}

/** Also that it cannot let anybody in is an answer. */
const answers = (target: ConnectionTarget): Promise<boolean> =>
  connect(target).then(
    (client) => {
      void client.end();
      return true;
    },
    (error: unknown) => !isConnectionLost(error),
  );
