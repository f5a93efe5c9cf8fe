/** Access to `/metrics`, data it must not contain, and the example alerts based on it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { routes } from '#contract/routes';
import { makeAdmin, makeEmployee, requestId, startTestServer } from '#tests/make';
import { setUpServer } from '#tests/set-up';
import { bearer, METRICS_TOKEN, metricsOf, samplesIn } from './samples.ts';

const server = setUpServer({ config: { metricsToken: METRICS_TOKEN } });

describe('the address of the metrics', () => {
  const asked = async (headers: Record<string, string>, path = '/metrics', method = 'GET') => {
    const { status, headers: answered } = await fetch(`${server.url}${path}`, { method, headers });
    return { status, scheme: answered.get('www-authenticate') };
  };

  it('does not exist without METRICS_TOKEN', async () => {
    const without = await startTestServer({ on: server.test });
    const { client } = await makeAdmin(without);
    for (const headers of [{}, bearer, { authorization: 'Bearer ' }]) {
      const answer = await client.fetch('/metrics', { headers });
      const unknown = await client.fetch('/unknown', { headers });
      expect([answer.status, await answer.text()]).toEqual([404, await unknown.text()]);
    }
    await without.stop();
  });

  it('answers a caller with the token in the Prometheus text format, uncached', async () => {
    const { status, headers } = await fetch(`${server.url}/metrics`, { headers: bearer });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await asked({ authorization: `bearer  ${METRICS_TOKEN}` })).status).toBe(200);
  });

  it.each([
    ['nothing', ''],
    ['another token', 'Bearer a-token.for_the+tests/012345678x=='],
    ['only the beginning of the token', `Bearer ${METRICS_TOKEN.slice(0, -1)}`],
    ['the token and one more letter', `Bearer ${METRICS_TOKEN}x`],
    ['an empty token', 'Bearer '],
    ['another scheme', `Basic ${METRICS_TOKEN}`],
    ['no scheme', METRICS_TOKEN],
  ])('answers 401 to a caller who sends %s', async (_, authorization) => {
    expect(await asked(authorization === '' ? {} : { authorization })).toEqual({
      status: 401,
      scheme: 'Bearer',
    });
  });

  it("accepts neither an admin's session nor a token in the URL", async () => {
    const { client } = await makeAdmin(server);
    expect((await client.fetch('/metrics')).status).toBe(401);
    expect((await asked({}, `/metrics?token=${encodeURIComponent(METRICS_TOKEN)}`)).status).toBe(401);
  });

  it('accepts one path and one method', async () => {
    for (const path of ['/%6Detrics', '/metrics/', '/Metrics', '/api/metrics'])
      expect((await asked(bearer, path)).status).toBe(404);
    expect((await asked(bearer, '/metrics', 'POST')).status).toBe(404);
  });

  it('refuses a foreign host name, even with the right token', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.end(
      `GET /metrics HTTP/1.1\r\nHost: evil.example\r\nAuthorization: Bearer ${METRICS_TOKEN}\r\nConnection: close\r\n\r\n`,
    );
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 421 /u);
  });
});

describe('data that the metrics leave out', () => {
  it('the metrics after a day of work contain no name, address, id or token', async () => {
    const ada = await makeEmployee(server, { name: 'Ada Lovelace' });
    const boss = await makeAdmin(server, { name: 'Grace Hopper' });
    const stream = await ada.client.live();
    const ids = [requestId(), requestId(), requestId()] as const;
    const [id, another, third] = ids;
    await ada.client.ask('clockIn', { requestId: id });
    await ada.client.ask('clockOut', { requestId: another });
    await ada.client.refusal('clockOut', { requestId: third });
    await boss.client.ask('monitoring', {});
    await boss.client.refusal('employeeReport', { userId: ada.user.id });
    await server.client().send('signIn', { email: ada.email, password: 'not the right one' });
    await fetch(`${server.url}/${ada.email}`);
    stream.close();
    const text = await metricsOf(server);
    const secrets = [ada, boss].flatMap(({ user, client }) => [
      ...user.name.split(' '),
      user.id,
      user.email,
      user.employeeId,
      ...client.cookies.values(),
    ]);
    for (const secret of [...secrets, ...ids, '@', '127.0.0.1', METRICS_TOKEN])
      expect(text).not.toContain(secret);
  });

  it('made-up paths add no series, since all unknown routes share one name', async () => {
    const before = samplesIn(await metricsOf(server)).length;
    for (let count = 0; count < 50; count += 1) {
      await fetch(`${server.url}/api/${requestId()}`);
      await fetch(`${server.url}/api/health?${requestId()}`);
      await fetch(`${server.url}/${requestId()}`, { method: 'DELETE' });
    }
    const samples = samplesIn(await metricsOf(server));
    const named = new Set(samples.flatMap(({ labels: { route } }) => route ?? []));
    expect([...named].filter((name) => name !== 'other' && !(name in routes))).toEqual([]);
    // New series: one route with one outcome, and its histogram buckets.
    expect(samples.length - before).toBeLessThan(50);
  });
});

describe('the example alerts', () => {
  const rules = /```yaml\n(groups:[\s\S]*?)```/u.exec(readFileSync('docs/operations.md', 'utf8'))?.[1] ?? '';
  const FILE = path.resolve('test-results/metrics/alerts.yaml');
  const has = (() => {
    try {
      execFileSync('promtool', ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })();

  it('use only metrics and labels that exist', async () => {
    const samples = samplesIn(await metricsOf(server));
    const asked = [...rules.matchAll(/\b((?:punctual|process|nodejs)_\w+)(?:\{([^}]*)\})?/gu)];
    expect(asked.length).toBeGreaterThan(8);
    for (const [, name, selector = ''] of asked) {
      const told = samples.filter((one) => one.name === name);
      expect(told, name).not.toEqual([]);
      for (const [, label = ''] of selector.matchAll(/(\w+)=/gu))
        expect(told[0]?.labels).toHaveProperty(label);
    }
  });

  // Runs only where Debian's `prometheus` is installed.
  it.runIf(has)('the alerts and the metrics pass promtool', async () => {
    execFileSync('promtool', ['check', 'metrics'], { input: await metricsOf(server) });
    mkdirSync(path.dirname(FILE), { recursive: true });
    writeFileSync(FILE, rules);
    const checked = execFileSync('promtool', ['check', 'rules', FILE]);
    expect(String(checked)).toMatch(/SUCCESS: \d+ rules found/u);
  });
});
