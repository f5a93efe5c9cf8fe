/** Distinguishes an unavailable database (503, retry) from a bug of ours (500). */
import { OverloadedError } from '../async/deadline.ts';
import { codeOf } from '../log.ts';

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EACCES',
]);
const CONNECTION_MESSAGES = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
];

/** SQLSTATEs and classes: https://www.postgresql.org/docs/15/errcodes-appendix.html */
const UNAVAILABLE_STATES = new Set([
  '40001',
  '40P01', // serialization failure, deadlock: the loser may try again
  '55P03', // lock not available
  '57014', // statement time-out
  '25006', // read-only: a standby before its promotion
  '58030', // I/O error
]);
const CONNECTION_STATE_CLASSES = ['08', '57P', '25P03'];
const UNAVAILABLE_STATE_CLASSES = [...CONNECTION_STATE_CLASSES, '53'];

/** After such an error, the connection must not return to the pool. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : '';
  return (
    CONNECTION_CODES.has(code) ||
    CONNECTION_STATE_CLASSES.some((start) => code.startsWith(start)) ||
    CONNECTION_MESSAGES.some((start) => message.startsWith(start))
  );
}

export const isDiskFull = (error: unknown): boolean => codeOf(error) === '53100';

/** The database is lost, restarting, full, locked or too slow: the answer is 503 with Retry-After. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return (
    error instanceof OverloadedError ||
    isConnectionLost(error) ||
    UNAVAILABLE_STATES.has(code) ||
    UNAVAILABLE_STATE_CLASSES.some((start) => code.startsWith(start))
  );
}
