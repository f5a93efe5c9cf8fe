import { connect } from 'node:net';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { routes } from '#contract/routes';
import { isForeignOrigin } from '#server/platform/http/guard';
import { createHostCheck } from '#server/platform/http/server-options';
import { makeEmployee, requestId, startTestServer } from '#tests/make';
import { setUpEmployee, setUpServer } from '#tests/set-up';
import { parseProblem } from './client.ts';

const server = setUpServer();
const ada = setUpEmployee(server);

const statusOf = async (
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; code: string; allow: string | null }> => {
  const response = await ada.client.fetch(path, init);
  return {
    status: response.status,
    code: parseProblem(response.status, await response.text()).code,
    allow: response.headers.get('allow'),
  };
};
const json = { 'content-type': 'application/json' };
const punchBody = (): string => JSON.stringify({ requestId: requestId() });

describe('the host name of a request', () => {
  const asked = async (host: string, path = '/api/session'): Promise<string> =>
    (await raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).slice(9, 12);

  it.each([
    'evil.example',
    'evil.example:3000',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '[evil]',
  ])('%s is refused on every path', async (host) => {
    expect([await asked(host), await asked(host, '/')]).toEqual(['421', '421']);
  });

  it('may be an address, localhost, the name of the machine, or an allowed host', async () => {
    const hosts = ['127.0.0.1', '203.0.113.7:3000', '[::1]:3000', 'LocalHost:3000', hostname()];
    expect(await Promise.all(hosts.map((host) => asked(host)))).toEqual(hosts.map(() => '200'));
    const isOwn = createHostCheck({ ...server.config, allowedHosts: ['clock.lan'] });
    expect(['Clock.LAN:3000', 'clock.lan', 'clock.example'].map(isOwn)).toEqual([true, true, false]);
  });

  it('does not matter with PUBLIC_URL, since only pages of that URL can change anything', () => {
    const isOwn = createHostCheck({ ...server.config, publicUrl: 'https://clock.example.com' });
    expect(isOwn('punctual.internal')).toBe(true);
  });
});

describe('an address in X-Forwarded-For', () => {
  it('an invalid one is ignored, and the address of the connection counts', async () => {
    const proxied = await startTestServer({ on: server.test, config: { trustedProxies: ['127.0.0.1'] } });
    const client = proxied.client();
    const seen: string[] = [];
    for (const claimed of [
      '203.0.113.7',
      'rubbish',
      '203.0.113.7:4711',
      "'; DROP TABLE account;--",
      '1.2.3',
    ]) {
      client.headers = { 'x-forwarded-for': claimed };
      seen.push((await client.ask('publicIp', {})).ip);
    }
    expect(seen).toEqual(['203.0.113.7', '127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.1']);
    await proxied.stop();
  });
});

describe('paths and methods that are not in the table', () => {
  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/Clock',
    '/API/clock',
    '/api//clock',
    '//api/clock',
    '/api/clock/',
    '/api/%63lock',
    '/api/clock%2F',
    '/api/clock/../clock/x',
    '/dashboard',
    '/%2e%2e/etc/passwd',
  ])('%s is not found', async (path) => {
    // A raw request, since fetch would tidy the path up.
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('"not_found"');
  });

  it('a known path with another method answers 405 with the allowed method', async () => {
    expect(await statusOf('/api/clock/in')).toEqual({
      status: 405,
      code: 'method_not_allowed',
      allow: 'POST',
    });
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      expect(await statusOf('/api/clock', { method })).toEqual({
        status: 405,
        code: 'method_not_allowed',
        allow: 'GET',
      });
    }
  });

  it('GET never changes anything', async () => {
    const reads = new Set<string>(
      Object.values(routes)
        .filter(({ method }) => method === 'GET')
        .map(({ path }) => path),
    );
    // A path that also has a read, such as the settings, answers GET.
    const changing = Object.values(routes).filter(
      ({ method, path }) => method === 'POST' && !reads.has(path),
    );
    expect(await Promise.all(changing.map(async ({ path }) => (await statusOf(path)).status))).toEqual(
      changing.map(() => 405),
    );
  });
});

describe('a request that changes data', () => {
  it('must be JSON', async () => {
    const form = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'requestId=1',
    };
    expect(await statusOf('/api/clock/in', form)).toMatchObject({ status: 415, code: 'wrong_media_type' });
    expect(
      await statusOf('/api/clock/in', {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: punchBody(),
      }),
    ).toMatchObject({ status: 415 });
    expect(await statusOf('/api/sign-out', { method: 'POST' })).toMatchObject({ status: 415 });
  });

  it('is refused from another site, with any headers', async () => {
    const post = (headers: Record<string, string>) =>
      statusOf('/api/clock/in', { method: 'POST', headers: { ...json, ...headers }, body: punchBody() });
    expect(await post({ origin: 'https://evil.example' })).toMatchObject({
      status: 403,
      code: 'foreign_origin',
    });
    expect(await post({ origin: 'null' })).toMatchObject({ status: 403 });
    expect(await post({ 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 });
    expect(await post({ 'sec-fetch-site': 'same-origin' })).toMatchObject({ status: 403 });
  });

  it('is allowed from our own page or from a program', async () => {
    const { client } = await makeEmployee(server);
    const origin = new URL(server.url).origin;
    expect(
      (await client.send('clockIn', { requestId: requestId() }, { origin, 'sec-fetch-site': 'same-origin' }))
        .status,
    ).toBe(200);
    expect((await client.send('clockOut', { requestId: requestId() })).status).toBe(200);
  });

  it('is checked against PUBLIC_URL if it is set, not against the Host header', () => {
    expect(
      isForeignOrigin(
        { origin: 'https://clock.example.com', host: 'evil.example' },
        'https://clock.example.com',
      ),
    ).toBe(false);
    expect(
      isForeignOrigin({ origin: 'https://evil.example', host: 'evil.example' }, 'https://clock.example.com'),
    ).toBe(true);
    expect(
      isForeignOrigin({ origin: 'https://clock.example.com', host: 'clock.example.com:443' }, null),
    ).toBe(false);
    expect(isForeignOrigin({ origin: 'http://clock.example.com:81', host: 'clock.example.com' }, null)).toBe(
      true,
    );
  });
});

describe('input', () => {
  const post = (body: string) => statusOf('/api/clock/in', { method: 'POST', headers: json, body });

  it('a body must be an object of the right shape', async () => {
    for (const body of [
      '',
      '{',
      'null',
      '[]',
      '"text"',
      '{"requestId":["a"]}',
      '{"requestId":{"$ne":1}}',
      '{"__proto__":{"role":"admin"}}',
    ]) {
      expect(await post(body)).toMatchObject({ status: 400, code: 'invalid_input' });
    }
  });

  it('a body that is too large or nested too deeply is refused', async () => {
    expect(await post(JSON.stringify({ notes: 'x'.repeat(70_000) }))).toMatchObject({
      status: 413,
      code: 'too_large',
    });
    expect((await post(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)).status).toBe(400);
  });

  it('a query with lists, objects or invalid dates is refused', async () => {
    for (const query of [
      'from=2026-11-01&from=2026-11-02&to=2026-11-03',
      'from[a]=1&to=2026-11-03',
      'from=2026-02-30&to=2026-03-01',
      'from=2026-11-03&to=2026-11-01',
      'from=2020-01-01&to=2026-01-01',
      'from=0000-01-01&to=0000-01-02',
      'from=2026-11-02&to=2026-11-03&department=%00',
    ]) {
      expect(await statusOf(`/api/time-entries?${query}`)).toMatchObject({
        status: 400,
        code: 'invalid_input',
      });
    }
  });

  it('an invalid cursor is refused, and a cursor beyond the last number causes no error', async () => {
    expect(await statusOf('/api/live?after=x')).toMatchObject({ status: 400 });
    const reader = await ada.client.live({
      after: `${'9'.repeat(16)}-0-${'9'.repeat(15)}.-${'9'.repeat(15)}.`,
    });
    await reader.hello();
    reader.close();
  });
});

describe('answers', () => {
  it('are not cached and carry the security headers', async () => {
    const response = await ada.client.fetch('/api/session');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'self';script-src 'self';connect-src 'self';img-src 'self' data:;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types punctual",
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('strict-transport-security')).toBeNull();
    expect(response.headers.get('x-powered-by')).toBeNull();
  });

  it('an event stream carries the security headers', async () => {
    const response = await ada.client.fetch('/api/live');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    await response.body?.cancel();
  });

  it('input that is not valid HTTP is refused with the security headers', async () => {
    const answer = await raw('nonsense\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n');
    const twoHosts =
      'GET /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n';
    expect(await raw(twoHosts)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('the API documentation', () => {
  it('lists every route of the table', async () => {
    const document = (await server.client().ask('openapi', {})) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const listed = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(listed.toSorted()).toEqual(Object.keys(routes).toSorted());
    const page = await server.client().ask('docs', {});
    for (const { path, summary } of Object.values(routes))
      expect(page).toContain(`${path}</h2><p>${summary.replaceAll("'", "'")}`);
    expect(page).not.toMatch(/<script|<style|style=|https?:\/\//);
  });
});

async function raw(request: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(request);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}
