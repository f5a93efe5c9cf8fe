import * as z from 'zod/mini';
import type { Access } from '#contract/route';
import { LiveEvent } from '#contract/monitoring/live';
import { Problem, problemCodes, problemText, problemStatus } from '#contract/problems';
import { routes } from '#contract/routes';
import { isPersonal, refusalsOf, type Route } from '#contract/route';
import { groupBy } from '#domain/report/groups';

type JsonObject = Record<string, unknown>;

/** With `io` 'input', fields with a default are optional, since clients may leave them out. */
const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonObject => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as JsonObject;
  return rest;
};

const CALLERS_BY_ACCESS: Readonly<Record<Access, string>> = {
  public: 'Anybody.',
  'signed-in': 'Anybody signed in.',
  employee: 'Anybody signed in who is not an administrator.',
  lead: 'Anybody signed in who leads somebody today.',
  admin: 'Administrators.',
  'second-factor': 'Signed in, also while a required second factor is overdue.',
  'first-sign-in': 'Anybody signed in with a temporary password, who may do nothing else before.',
  kiosk: 'A paired kiosk.',
};

/** @param publicUrl null if clients should use the address from which they fetched the document */
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
        kiosk: {
          type: 'apiKey',
          in: 'cookie',
          name: 'punctual_kiosk_…',
          description: 'Named like the session.',
        },
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

function operationOf(name: string, route: Route) {
  const input = schemaOf(route.input, 'input');
  const sent: { requestBody?: { required: true; content: JsonObject }; parameters?: JsonObject[] } =
    route.method === 'POST'
      ? { requestBody: { required: true, content: { 'application/json': { schema: input } } } }
      : parametersOf(input);
  return {
    operationId: name,
    summary: route.summary,
    description: `Who may: ${CALLERS_BY_ACCESS[route.access]}`,
    security: isPersonal(route.access) ? [{ session: [] }] : route.access === 'kiosk' ? [{ kiosk: [] }] : [],
    ...sent,
    responses: {
      [route.kind === 'redirect' ? 303 : 200]: { description: 'Done.', content: answerOf(route) },
      ...refusalResponses(route),
    },
  };
}

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds after which it is worth trying again.',
    schema: { type: 'integer', minimum: 1 },
  },
};

function refusalResponses(route: Route): JsonObject {
  const responses = [...groupBy(refusalsOf(route), problemStatus)].map(
    ([status, codes]): [string, JsonObject] => [
      String(status),
      {
        description: codes.map((code) => `${code}: ${problemText(code)}`).join(' '),
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
  if (route.kind === 'redirect') return {};
  if (route.kind === 'text') return { 'text/html': { schema: { type: 'string' } } };
  return { 'application/json': { schema: schemaOf(route.output, 'output') } };
}

function parametersOf(input: JsonObject): { parameters?: JsonObject[] } {
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

/** `docsPage` is HTML without script and style, so that the security policy needs no exception. */
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const json = (value: unknown): string => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;

export function docsPage(version: string): string {
  const sections = Object.entries(routes).map(([name, route]) => {
    const { method, path, summary } = route;
    const { description, requestBody, parameters } = operationOf(name, route);
    const sent = requestBody?.content ?? parameters;
    return `<section id="${escapeHtml(name)}"><h2>${method} ${escapeHtml(path)}</h2><p>${escapeHtml(summary)} ${escapeHtml(description)}</p>
${sent === undefined ? '' : `<details><summary>What is sent</summary>${json(sent)}</details>`}
<details><summary>What is answered</summary>${json(answerOf(route))}</details>
<details><summary>What is refused</summary><p>${[...refusalsOf(route)].map((code) => `<code>${code}</code>`).join(', ')}</p></details></section>`;
  });
  const problems = problemCodes.map(
    (code) =>
      `<tr><td><code>${code}</code></td><td>${problemStatus(code)}</td><td>${escapeHtml(problemText(code))}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Punctual ${escapeHtml(version)}: API</title></head>
<body><main><h1>Punctual ${escapeHtml(version)}: API</h1>
<p>Changes are sent as <code>application/json</code>; the session lives in a cookie. The same for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav><ul>${Object.entries(routes)
    .map(
      ([name, { method, path }]) =>
        `<li><a href="#${escapeHtml(name)}">${method} ${escapeHtml(path)}</a></li>`,
    )
    .join('')}</ul></nav>
${sections.join('\n')}
<section><h2>Problems</h2><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Message</th></tr></thead><tbody>${problems.join('')}</tbody></table></section>
</main></body></html>`;
}
