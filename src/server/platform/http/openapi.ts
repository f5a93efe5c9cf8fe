/** The OpenAPI document, made from the one table of routes. */
import * as z from 'zod/mini';
import type { Access } from '#contract/first-addresses';
import { LiveEvent } from '#contract/live';
import { Problem, problemMessage, problemStatus } from '#contract/problems';
import { routes } from '#contract/routes';
import { refusalsOf, type Route } from '#contract/routes/route';
import { grouped } from '#domain/report/grouped';

type JsonObject = Record<string, unknown>;

/** Defaults apply to what callers send, so the input's side of a schema is shown. */
const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonObject => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as JsonObject;
  return rest;
};

const WHO: Readonly<Record<Access, string>> = {
  public: 'Anybody.',
  'signed-in': 'Anybody signed in.',
  employee: 'Anybody signed in who is not an admin.',
  admin: 'Admins.',
  'first-sign-in': 'Anybody signed in with a temporary password, who may do nothing else before.',
};

/** @param publicUrl null: programs reach the server where they got this document */
export function openApiDocument(version: string, publicUrl: string | null): JsonObject & { openapi: string } {
  const paths: Record<string, JsonObject> = {};
  for (const [name, route] of Object.entries(routes)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Punctual',
      version,
      description:
        'Sign in with POST /api/sign-in; the session lives in a cookie. Changes are sent as application/json. A path that is not here is answered with 404, another method with 405.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl ?? '/' }],
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output'), LiveEvent: schemaOf(LiveEvent, 'output') },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'punctual_…',
          description:
            "The name ends with a part of the installation's id, and begins with '__Host-' under https.",
        },
      },
    },
  };
}

function operationOf(name: string, route: Route): JsonObject {
  const input = schemaOf(route.input, 'input');
  return {
    operationId: name,
    summary: route.summary,
    description: `Who may: ${WHO[route.access]}`,
    security: route.access === 'public' ? [] : [{ session: [] }],
    ...(route.method === 'POST'
      ? { requestBody: { required: true, content: { 'application/json': { schema: input } } } }
      : parametersOf(input)),
    responses: { 200: { description: 'Done.', content: answerOf(route) }, ...refusalResponses(route) },
  };
}

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds after which it is worth trying again.',
    schema: { type: 'integer', minimum: 1 },
  },
};

/** One response for each status the route refuses with, and in it the codes that have that status. */
function refusalResponses(route: Route): JsonObject {
  const responses = [...grouped(refusalsOf(route), problemStatus)].map(
    ([status, codes]): [string, JsonObject] => [
      String(status),
      {
        description: codes.map((code) => `${code}: ${problemMessage(code)}`).join(' '),
        ...(status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}),
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Problem' },
                { type: 'object', properties: { code: { enum: codes } } },
              ],
            },
          },
        },
      },
    ],
  );
  return Object.fromEntries(responses);
}

function answerOf(route: Route): JsonObject {
  if (route.kind === 'stream')
    return { 'text/event-stream': { schema: { $ref: '#/components/schemas/LiveEvent' } } };
  if (route.kind === 'file') return { '*/*': { schema: { type: 'string', contentEncoding: 'binary' } } };
  if (route.kind === 'text') return { 'text/html': { schema: { type: 'string' } } };
  return { 'application/json': { schema: schemaOf(route.output, 'output') } };
}

function parametersOf(input: JsonObject): JsonObject {
  const properties = Object.entries((input['properties'] ?? {}) as Record<string, JsonObject>);
  const required = (input['required'] ?? []) as readonly string[];
  if (properties.length === 0) return {};
  return {
    parameters: properties.map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    })),
  };
}
