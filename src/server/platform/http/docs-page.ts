/** The routes for people: without script or style, so that the security policy needs no exception. */
import { problemCodes, problemMessage, problemStatus } from '#contract/problems';
import { routes } from '#contract/routes';
import { refusalsOf } from '#contract/routes/route';
import { openApiDocument } from './openapi.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const json = (value: unknown): string => `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`;

interface Operation {
  readonly description: string;
  readonly requestBody?: { readonly content: unknown };
  readonly parameters?: unknown;
  readonly responses: { readonly 200: { readonly content: unknown } };
}

export function docsPage(version: string): string {
  const { paths } = openApiDocument(version, null) as unknown as {
    paths: Record<string, Record<string, Operation>>;
  };
  const sections = Object.entries(routes).map(([name, route]) => {
    const { method, path, summary } = route;
    const operation = paths[path]?.[method.toLowerCase()];
    const sent = operation?.requestBody?.content ?? operation?.parameters;
    return `<section id="${escaped(name)}"><h2>${method} ${escaped(path)}</h2><p>${escaped(summary)} ${escaped(operation?.description ?? '')}</p>
${sent === undefined ? '' : `<details><summary>What is sent</summary>${json(sent)}</details>`}
<details><summary>What is answered</summary>${json(operation?.responses[200].content)}</details>
<details><summary>What is refused</summary><p>${[...refusalsOf(route)].map((code) => `<code>${code}</code>`).join(', ')}</p></details></section>`;
  });
  const problems = problemCodes.map(
    (code) =>
      `<tr><td><code>${code}</code></td><td>${problemStatus(code)}</td><td>${escaped(problemMessage(code))}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Punctual ${escaped(version)}: API</title></head>
<body><main><h1>Punctual ${escaped(version)}: API</h1>
<p>Changes are sent as <code>application/json</code>; the session lives in a cookie. The same for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav><ul>${Object.entries(routes)
    .map(([name, { method, path }]) => `<li><a href="#${escaped(name)}">${method} ${escaped(path)}</a></li>`)
    .join('')}</ul></nav>
${sections.join('\n')}
<section><h2>Problems</h2><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Message</th></tr></thead><tbody>${problems.join('')}</tbody></table></section>
</main></body></html>`;
}
