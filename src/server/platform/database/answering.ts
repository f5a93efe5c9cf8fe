import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import { connect, type ConnectionTarget } from './connection.ts';
import { DATABASE_LIMITS } from './pool.ts';
import { isConnectionLost } from './unavailable.ts';

const ANSWER_CHECK_INTERVAL_MS = 1_000;

/** Call this function only after the database answered once. Excludes file errors: these have a `path`. */
export const toOutOfReachError = (error: unknown): unknown =>
  isConnectionLost(error) && !(error instanceof Error && 'path' in error)
    ? new StartError('databaseOutOfReach', 'The database has stopped answering.')
    : error;

export const isOutOfReach = (error: unknown): boolean =>
  error instanceof StartError && error.failure === 'databaseOutOfReach';

/** Awaits `work`. Throws when the database gives no answer for `timeoutMs`, or at `signal`; `work` still goes on. */
export async function whileDatabaseAnswers<Result>(
  target: ConnectionTarget,
  timeoutMs: number,
  work: Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const over = new AbortController();
  try {
    const ends = signal ? AbortSignal.any([over.signal, signal]) : over.signal;
    return await Promise.race([work, rejectWhenSilent(target, timeoutMs, ends)]);
  } catch (error) {
    throw toOutOfReachError(error);
  } finally {
    over.abort();
  }
}

async function rejectWhenSilent(
  target: ConnectionTarget,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<never> {
  for (let answeredAt = performance.now(); ;) {
    await wait(ANSWER_CHECK_INTERVAL_MS, undefined, { signal });
    if (await isAnswering(target)) answeredAt = performance.now();
    else if (performance.now() - answeredAt > timeoutMs)
      throw new StartError('databaseOutOfReach', 'The database has stopped answering.');
  }
}

/** Even a refused sign-in shows that the database answers. */
const isAnswering = (target: ConnectionTarget): Promise<boolean> =>
  connect(target, { connectTimeoutMs: DATABASE_LIMITS.connect }).then(
    (client) => {
      void client.end();
      return true;
    },
    (error: unknown) => !isConnectionLost(error),
  );
