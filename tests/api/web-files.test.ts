import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEmployee, PASSWORD } from '#tests/make';
import { setUpServer } from '#tests/set-up';

/** The inline script that runs before the page is painted. */
const FIRST = "document.documentElement.dataset.theme = 'dark';";
const script = 'export const answer = 42;'.repeat(50);
const webRoot = mkdtempSync(path.join(tmpdir(), 'punctual-web-'));
beforeAll(() => {
  mkdirSync(path.join(webRoot, 'assets'));
  writeFileSync(
    path.join(webRoot, 'index.html'),
    `<!doctype html><script>${FIRST}</script><title>Punctual</title>`,
  );
  writeFileSync(path.join(webRoot, 'assets', 'main-abc123.js'), script);
  writeFileSync(path.join(webRoot, 'assets', 'main-abc123.js.br'), brotliCompressSync(script));
  writeFileSync(path.join(webRoot, '.secret'), 'secret');
});
afterAll(() => rmSync(webRoot, { recursive: true }));
const server = setUpServer({
  webRoot,
  config: { publicUrl: 'https://clock.example.com' },
  receiveTimeouts: { headersTimeout: 300, requestTimeout: 400, connectionsCheckingInterval: 50 },
});

describe('the web client', () => {
  it('is one page, which browsers check for changes each time', async () => {
    const response = await fetch(`${server.url}/`);
    expect([
      response.status,
      response.headers.get('cache-control'),
      response.headers.get('content-type'),
    ]).toEqual([200, 'no-cache', 'text/html; charset=utf-8']);
    expect(await response.text()).toContain('<title>Punctual</title>');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    const digest = createHash('sha256').update(FIRST).digest('base64');
    expect(response.headers.get('content-security-policy')).toContain(
      `;script-src 'self' 'sha256-${digest}';`,
    );
    expect(response.headers.get('permissions-policy')).toContain('geolocation=(self)');
  });

  it('sends compressed files that browsers cache forever, since their names change with the content', async () => {
    const response = await fetch(`${server.url}/assets/main-abc123.js`, {
      headers: { 'accept-encoding': 'br' },
    });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(await response.text()).toBe(script);
  });

  it.each(['/employee', '/login', '/.secret', '/assets/', '/assets/other.js', '/index.html/x'])(
    'does not answer at %s',
    async (address) => {
      const response = await fetch(`${server.url}${address}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ code: 'not_found', message: 'Not found.' });
    },
  );
});

describe('the web client with an https PUBLIC_URL', () => {
  it('cookies are Secure and limited to this host, and browsers must stay on https', async () => {
    const { email } = await makeEmployee(server);
    const answer = await server.client().call('signIn', { email, password: PASSWORD });
    for (const cookie of answer.headers.getSetCookie())
      expect(cookie).toMatch(/^__Host-punctual_.*; Path=\/; .*Secure/);
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('only pages of that URL can change anything', async () => {
    const client = server.client();
    expect((await client.send('signOut', {}, { origin: 'https://clock.example.com' })).status).toBe(200);
    expect((await client.send('signOut', {}, { origin: server.url })).status).toBe(403);
  });
});

describe('a request that never ends', () => {
  it('gets 408 if its headers never end', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write('GET /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\n');
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"request_timeout"');
  });

  it('gets 408 if its body never ends', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(
        `${server.url}/api/sign-out`,
        { method: 'POST', headers: { 'content-type': 'application/json', 'content-length': 10 } },
        (response) => resolve(response.statusCode),
      );
      sent.on('error', reject);
      sent.write('{');
    });
    expect(status).toBe(408);
  });
});
