/**
 * How answers are written. Those of thousands of records are sent compressed: a board of 5,000 people is
 * megabytes of JSON that says the same over and over. (The web client's files were compressed when they were
 * built.) No secret stands in an answer whose length could betray it: the session's token travels in a cookie
 * only.
 */
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ProblemCode, problemMessage } from '#contract/problems';
import { FileAnswer, ReadyJson } from './handlers.ts';
import { LEVEL, PackedAnswer } from './packed-json.ts';
import { type Refusal, refuse } from './refusal.ts';
import { isUnavailable } from '../database/unavailable.ts';
import { OverloadedError } from '../async/deadline.ts';

/** Turns what was thrown into a problem. Nothing of an error's own text ever reaches the caller [D7.2]. */
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

/** Characters; below, one packet carries it anyway. */
const WORTH_IT = 4_096;
const compress = promisify(gzip);

/** 'gzip' among the encodings the caller accepts, and not refused by 'q=0'. */
export const acceptsGzip = (accepted: string | undefined): boolean =>
  (accepted ?? '').split(',').some((one) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$)[\d.]+\s*)?$/i.test(one));

/**
 * Characters; up to here it is compressed at once: another thread would take longer to be woken than for the work.
 * The window is as long as the text, and so not made for more.
 */
const AT_ONCE = 16_384;
const WINDOW_AT_ONCE = { windowBits: 14, memLevel: 7 };

/** The text compressed, a longer one off the main thread; null when that is not wanted or not worth it. */
function compressed(text: string, accepted: string | undefined): Buffer | Promise<Buffer> | null {
  if (text.length < WORTH_IT || !acceptsGzip(accepted)) return null;
  return text.length <= AT_ONCE
    ? gzipSync(text, { level: LEVEL, ...WINDOW_AT_ONCE })
    : compress(text, { level: LEVEL });
}

/** One that was compressed before anybody asked is sent so, or as it was. */
const sendPacked = (reply: FastifyReply, answer: PackedAnswer, accepted: string | undefined): FastifyReply =>
  answer.length >= WORTH_IT && acceptsGzip(accepted)
    ? reply.header('content-encoding', 'gzip').send(answer.gzip())
    : reply.send(answer.plain());

/** A handler's answer, as text; a file as it is, to be kept. */
export async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  type: 'text/html' | 'application/json' | 'text/plain; version=0.0.4',
  answer: unknown,
): Promise<FastifyReply> {
  if (answer instanceof FileAnswer)
    return reply
      .type(answer.type)
      .headers({ ...answer.headers, 'content-disposition': `attachment; filename="${answer.name}"` })
      .send(answer.bytes);
  const accepted = request.headers['accept-encoding'];
  reply.type(`${type}; charset=utf-8`).header('vary', 'accept-encoding');
  if (answer instanceof PackedAnswer) return sendPacked(reply, answer, accepted);
  const text =
    answer instanceof ReadyJson ? answer.text : typeof answer === 'string' ? answer : JSON.stringify(answer);
  const small = await compressed(text, accepted);
  return small ? reply.header('content-encoding', 'gzip').send(small) : reply.send(text);
}

const codes = new WeakMap<FastifyReply, ProblemCode>();

/** What an answer refuses with; undefined when it is no refusal. */
export const refusalCodeOf = (reply: FastifyReply): ProblemCode | undefined => codes.get(reply);

/** A refusal, with its status and headers. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  codes.set(reply, refusal.code);
  return reply
    .code(refusal.status)
    .headers(refusal.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusal.problem));
}
