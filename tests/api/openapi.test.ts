/** The OpenAPI document works with common tools and with a client generated from it. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { problemStatus } from '#contract/problems';
import { routes } from '#contract/routes';
import { refusalsOf, type Route } from '#contract/route';
import { setUpServer } from '#tests/set-up';

const FOLDER = path.resolve('test-results/openapi');
/** A string, so that the compiler ignores it: this test generates its types. */
const PROGRAM: string = pathToFileURL(path.resolve('tests/api/program/day-of-work.ts')).href;
const DOCUMENT = path.join(FOLDER, 'openapi.json');
const tool = promisify(execFile);
/** Runs a tool without network access; rejects with its output if it finds a fault. */
const run = (script: string, ...args: readonly string[]) =>
  tool(process.execPath, [path.join('node_modules', script), ...args], {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
  });

interface Operation {
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

let document: {
  readonly servers: readonly { readonly url: string }[];
  readonly info: { readonly license: { readonly name: string } };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

const server = setUpServer();
beforeAll(async () => {
  const { text } = await server.client().send('openapi', {});
  document = JSON.parse(text) as typeof document;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(DOCUMENT, text);
});

describe('the OpenAPI document', () => {
  it('passes the recommended rules of Redocly without a warning', async () => {
    const { stdout, stderr } = await run(
      '@redocly/cli/bin/cli.js',
      'lint',
      '--extends=recommended',
      // A redirect answers 303, so this rule does not fit. The next test checks the statuses of all routes.
      '--skip-rule=operation-2xx-response',
      DOCUMENT,
    );
    expect(`${stdout}${stderr}`).toContain('Your API description is valid.');
    expect(`${stdout}${stderr}`).not.toMatch(/\d+ warning/);
  });

  it('lists the statuses and codes of each route, and who may call each', () => {
    for (const route of Object.values<Route>(routes)) {
      const operation = document.paths[route.path]?.[route.method.toLowerCase()];
      const codes = [...refusalsOf(route)];
      const done = route.kind === 'redirect' ? 303 : 200;
      expect(Object.keys(operation?.responses ?? {})).toEqual(
        [...new Set([done, ...codes.map(problemStatus)])].map(String).toSorted(),
      );
      for (const code of codes)
        expect(operation?.responses[problemStatus(code)]?.description).toContain(`${code}: `);
      const caller = route.access === 'kiosk' ? { kiosk: [] } : { session: [] };
      expect(operation?.security).toEqual(route.access === 'public' ? [] : [caller]);
    }
    expect(document.servers).toEqual([{ url: '/' }]);
    expect(document.info.license.name).toBe('MIT');
  });

  it('lets a client made by openapi-typescript and openapi-fetch do a day of work', async () => {
    await run('openapi-typescript/bin/cli.js', DOCUMENT, '--output', path.join(FOLDER, 'types.d.ts'));
    await run('typescript/bin/tsc', '--project', 'tests/api/program/tsconfig.json', '--noEmit');
    const program = (await import(PROGRAM)) as {
      dayOfWork(url: string, pass: (minutes: number) => void): Promise<unknown>;
    };
    const day = await program.dayOfWork(server.url, (minutes) => server.clock.advanceMinutes(minutes));
    expect(day).toMatchObject({
      message: 'Clocked-out successful',
      refused: { status: 409, isKnown: true },
      entries: [
        {
          clockIn: '2026-11-20T09:00:00.000Z',
          clockOut: '2026-11-20T17:00:00.000Z',
          break: [{ start: '2026-11-20T12:00:00.000Z', end: '2026-11-20T12:30:00.000Z' }],
          notes: 'By a program',
        },
      ],
    });
  });
});
