/** Turns what was thrown into a problem. Nothing of an error's own text ever reaches the caller [D7.2]. */
import { problemMessage, type ProblemCode } from '#contract/problems';
import { isUnavailable } from '../database/unavailable.ts';
import { OverloadedError } from '../async/deadline.ts';
import { refuse, type Refusal } from './refusal.ts';

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
    // People read what did not work (spec §8); programs read why.
    const message = problemMessage(failure === 'server_error' ? 'unavailable' : failure);
    return {
      refusal: refuse('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS, message }),
      ours: false,
    };
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
