/** Reading a body of JSON, which blocks everybody else's request while it is done. */
import type { FastifyInstance } from 'fastify';

/** More than anything that is asked for has. */
const DEPTH_AT_MOST = 8;

/**
 * Whether objects and lists lie in each other deeper than in anything that is asked for: thousands of them take
 * longer to read than ten punches.
 */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (isText && sign === '\\') at += 1;
    else if (sign === '"') isText = !isText;
    else if (isText) continue;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') depth -= 1;
    if (depth > DEPTH_AT_MOST) return true;
  }
  return false;
}

/** Fastify's own reading, but for what is too deep. */
export function readJsonBodies(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isTooDeep(body)) done(Object.assign(new Error('The body is nested too deep.'), { statusCode: 400 }));
    else void read(request, body, done);
  });
}
