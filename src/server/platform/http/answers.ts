/** Compresses large responses. Their length reveals no secret, since the session's token is only in a cookie. */
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ProblemCode, problemText } from '#contract/problems';
import { FileAnswer, ReadyJson } from './handlers.ts';
import { GZIP_LEVEL, PackedAnswer } from './packed-json.ts';
import { type Refusal, refuse } from './refusal.ts';
import { isUnavailable } from '../database/unavailable.ts';
import { codeOf } from '../log.ts';

const RETRY_AFTER_SECONDS = 2;

const FASTIFY_PROBLEMS: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_input',
  FST_ERR_BAD_URL: 'not_found',
};

/** Turns an error into a refusal without the error's own text [D7.2]. A bug (`isBug`) is logged with its stack. */
export function refusalForError(
  error: unknown,
  failure: ProblemCode = 'server_error',
): { refusal: Refusal; isBug: boolean } {
  if (isUnavailable(error)) {
    // The message tells people what did not work (spec §8). The code `unavailable` tells programs why.
    const message = problemText(failure === 'server_error' ? 'unavailable' : failure);
    return {
      refusal: refuse('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS, message }),
      isBug: false,
    };
  }
  const known = FASTIFY_PROBLEMS[codeOf(error)];
  if (known) return { refusal: refuse(known), isBug: false };
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0;
  if (status >= 400 && status < 500) return { refusal: refuse('invalid_input'), isBug: false };
  return { refusal: refuse(failure), isBug: true };
}

/** Characters. Shorter texts arrive in one round trip anyway. */
const COMPRESS_FROM = 4_096;
const compress = promisify(gzip);

/** True for 'gzip' or '*', unless 'q=0' follows. */
export const acceptsGzip = (accepted: string | undefined): boolean =>
  (accepted ?? '').split(',').some((one) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$)[\d.]+\s*)?$/i.test(one));

/** Characters; shorter texts are compressed synchronously, since waking a thread takes longer. */
const SYNC_BELOW = 16_384;
const SYNC_WINDOW = { windowBits: 14, memLevel: 7 };

function compressText(text: string, accepted: string | undefined): Buffer | Promise<Buffer> | null {
  if (text.length < COMPRESS_FROM || !acceptsGzip(accepted)) return null;
  return text.length <= SYNC_BELOW
    ? gzipSync(text, { level: GZIP_LEVEL, ...SYNC_WINDOW })
    : compress(text, { level: GZIP_LEVEL });
}

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
  if (answer instanceof PackedAnswer)
    return answer.length >= COMPRESS_FROM && acceptsGzip(accepted)
      ? reply.header('content-encoding', 'gzip').send(answer.gzip())
      : reply.send(answer.plain());
  const text =
    answer instanceof ReadyJson ? answer.text : typeof answer === 'string' ? answer : JSON.stringify(answer);
  const compressed = await compressText(text, accepted);
  return compressed ? reply.header('content-encoding', 'gzip').send(compressed) : reply.send(text);
}

const codes = new WeakMap<FastifyReply, ProblemCode>();

export const refusalCodeOf = (reply: FastifyReply): ProblemCode | undefined => codes.get(reply);

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  codes.set(reply, refusal.code);
  return reply
    .code(refusal.status)
    .headers(refusal.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusal.problem));
}
