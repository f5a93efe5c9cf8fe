/** The OpenAPI document, made from the one table of routes. */
import * as z from 'zod/mini';
import { LiveEvent } from '#contract/live';
import { Problem, problemCodes, problemMessage, problemStatus } from '#contract/problems';
import { routes } from '#contract/routes';
import type { Access, Route } from '#contract/routes/route';

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
      description: `Sign in with POST /api/sign-in; the session lives in a cookie. Problems: ${problemCodes.map((code) => `${code} (${problemStatus(code)}: ${problemMessage(code)})`).join(' ')}`,
    },
    ...(publicUrl === null ? {} : { servers: [{ url: publicUrl }] }),
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output'), LiveEvent: schemaOf(LiveEvent, 'output') },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'punctual_…',
          description: "The name ends with a part of the installation's id.",
        },
      },
    },
  };
}

function operationOf(name: string, route: Route): JsonObject {
  const input = schemaOf(route.input, 'input');
  const problem = {
    description: 'A problem.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
  return {
    operationId: name,
    summary: route.summary,
    description: `Who may: ${WHO[route.access]}`,
    ...(route.access === 'public' ? {} : { security: [{ session: [] }] }),
    ...(route.method === 'POST'
      ? { requestBody: { required: true, content: { 'application/json': { schema: input } } } }
      : parametersOf(input)),
    responses: { 200: { description: 'Done.', content: answerOf(route) }, default: problem },
  };
}

function answerOf(route: Route): JsonObject {
  if (route.kind === 'stream')
    return { 'text/event-stream': { schema: { $ref: '#/components/schemas/LiveEvent' } } };
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
