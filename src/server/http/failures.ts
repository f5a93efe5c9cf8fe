/**
 * Turns what was thrown into a problem. Nothing of an error's own text ever reaches the caller [D7.2].
 */
import type { ProblemCode } from '#contract/problems';
import { isUnavailable } from '../database/unavailable.ts';
import { OverloadedError, refuse, type Refusal } from './refusal.ts';

/**
 * How long a request may take before it is answered with 503; the database's own limits are shorter each, but
 * may add up.
 */
export const REQUEST_LIMIT_MS = 2_900;
const RETRY_AFTER_SECONDS = 2;

/** Fastify's own refusals that people or programs can cause. */
const FASTIFY_PROBLEMS: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_input',
  FST_ERR_BAD_URL: 'not_found',
};

/** Also says whether it is our fault, and so belongs into the log with its stack. */
export function refusalForError(
  error: unknown,
  failure: ProblemCode = 'server_error',
): { refusal: Refusal; ours: boolean } {
  if (error instanceof OverloadedError || isUnavailable(error)) {
    return { refusal: refuse('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS }), ours: false };
  }
  const { code, status } = codeAndStatus(error);
  const known = FASTIFY_PROBLEMS[code];
  if (known) return { refusal: refuse(known), ours: false };
  if (status >= 400 && status < 500) return { refusal: refuse('invalid_input'), ours: false };
  return { refusal: refuse(failure), ours: true };
}

function codeAndStatus(error: unknown): { code: string; status: number } {
  if (!(error instanceof Error)) return { code: '', status: 0 };
  return {
    code: 'code' in error && typeof error.code === 'string' ? error.code : '',
    status: 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 0,
  };
}

/**
 * What the log may know of an error: PostgreSQL's `detail` repeats whole rows, with notes and coordinates,
 * and is left out.
 */
export function forLog(error: unknown): string {
  if (!(error instanceof Error)) return 'something that is no error was thrown';
  const { code } = codeAndStatus(error);
  const constraint =
    'constraint' in error && typeof error.constraint === 'string' ? ` (${error.constraint})` : '';
  return `${code} ${error.stack ?? error.message}${constraint}`.trim();
}

/** Rejects when `work` takes longer than a person should wait; the work itself may still come to its end. */
export async function withinLimit<Result>(work: Promise<Result>, limitMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OverloadedError('The request took too long.')), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
