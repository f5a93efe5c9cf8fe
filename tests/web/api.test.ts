import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InputOf } from '#contract/routes';
import { call, trackWrite, endSessionWith, onSessionLost, pathOf, whenWritesSettled } from '#web/api.ts';

interface Reply {
  readonly status: number;
  readonly body: string;
  /** Retry-After, in seconds. */
  readonly retryAfter?: number;
}

let server: Server;
let reply: Reply = { status: 200, body: '{}' };
/** Replies that come first; null cuts the connection. */
let replies: (Reply | null)[] = [];
const press = { requestId: '00000000-0000-4000-8000-000000000001' };
const credentials = { email: 'maya@example.com', password: 'long enough' };
const newcomer = { name: 'New Hire', email: 'new@example.com' };
const heard: Record<'method' | 'url' | 'type' | 'body', string | undefined>[] = [];
const ofTheRuntime = globalThis.fetch;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

beforeAll(async () => {
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      heard.push({ method: request.method, url: request.url, type: request.headers['content-type'], body });
      const next = replies.length > 0 ? replies.shift() : reply;
      if (!next) return void request.socket.destroy();
      response.writeHead(next.status, {
        'content-type': 'application/json',
        'retry-after': String(next.retryAfter ?? ''),
      });
      response.end(next.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // A page has a base URL; Node has none.
  globalThis.fetch = (path, options) => ofTheRuntime(new URL(String(path), base), options);
});
afterAll(() => {
  globalThis.fetch = ofTheRuntime;
  server.close();
});
beforeEach(() => void heard.splice(0));

const problem = (code: string, fields?: Record<string, string>) =>
  JSON.stringify({ code, message: 'as the server words it', ...(fields && { fields }) });

describe('the typed client', () => {
  it('sends the body of a POST as JSON to the path of the contract', async () => {
    reply = { status: 200, body: '{"user":null,"version":"1.6.4"}' };
    const answer = await call('signOut', {});
    expect(answer).toMatchObject({ ok: true, value: { user: null, version: '1.6.4' } });
    expect(heard).toEqual([{ method: 'POST', url: '/api/sign-out', type: 'application/json', body: '{}' }]);
  });

  it('puts the input of a GET into the query and leaves out missing values', () => {
    expect(pathOf('myTimeEntries', { from: '2026-11-16', to: '2026-11-22' })).toBe(
      '/api/time-entries?from=2026-11-16&to=2026-11-22',
    );
    expect(pathOf('live', {})).toBe('/api/live');
  });

  it("a refusal is a value with the contract's code and the server's message", async () => {
    reply = { status: 409, body: problem('already_clocked_in') };
    const answer = await call('clockIn', { requestId: '00000000-0000-4000-8000-000000000001' });
    expect(answer).toEqual({
      ok: false,
      failure: {
        kind: 'refused',
        code: 'already_clocked_in',
        status: 409,
        message: 'as the server words it',
        fields: {},
      },
    });
  });

  it('a refusal names the invalid fields', async () => {
    reply = {
      status: 400,
      body: problem('invalid_input', { notes: 'Notes must be less than 500 characters' }),
    };
    const answer = await call('clockIn', { requestId: '00000000-0000-4000-8000-000000000001' });
    expect(answer).toMatchObject({
      ok: false,
      failure: { fields: { notes: 'Notes must be less than 500 characters' } },
    });
  });

  it.each(['<html>502 Bad Gateway</html>', '{"code":"made_up","message":""}', 'null', ''])(
    'a foreign error page (%s) counts as an unreachable server',
    async (body) => {
      reply = { status: 502, body };
      expect(await call('requestPasswordReset', { email: newcomer.email })).toMatchObject({
        ok: false,
        failure: { kind: 'unreachable' },
      });
    },
  );

  it("the answer 'not signed in' ends the session, a wrong password does not", async () => {
    let ended = 0;
    const stop = onSessionLost(() => {
      ended += 1;
    });
    reply = { status: 401, body: problem('sign_in_wrong_password') };
    await call('signIn', { email: 'maya@example.com', password: 'not this one' });
    expect(ended).toBe(0);
    reply = { status: 401, body: problem('not_signed_in') };
    await call('clock', {});
    expect(ended).toBe(1);
    stop();
  });

  it('retries an idempotent request under the same id while a server restarts', async () => {
    replies = [{ status: 503, body: problem('unavailable') }, null];
    reply = { status: 200, body: '{}' };
    expect(await call('addEmployee', newcomer)).toMatchObject({ ok: true });
    expect(heard).toHaveLength(3);
    expect(new Set(heard.map(({ body }) => body)).size).toBe(1);
    expect(JSON.parse(heard[0]?.body ?? '')).toEqual({ ...newcomer, requestId: expect.any(String) });
  });

  it('a second press reuses the request id only if the first press had no answer', async () => {
    const idOf = async (input: InputOf<'addEmployee'>) => {
      heard.splice(0);
      await call('addEmployee', input);
      return (JSON.parse(heard[0]?.body ?? '') as { requestId: string }).requestId;
    };
    reply = { status: 503, body: problem('unavailable') };
    const first = await idOf(newcomer);
    expect(heard.length).toBeGreaterThan(1);
    reply = { status: 409, body: problem('employee_id_in_use') };
    expect(await idOf(newcomer)).toBe(first);
    expect(heard).toHaveLength(1);
    expect(await idOf(newcomer)).not.toBe(first);
    // The pause is so long that the client does not send again by itself.
    reply = { status: 503, body: problem('unavailable'), retryAfter: 30 };
    const unanswered = await idOf(newcomer);
    expect(await idOf({ ...newcomer, name: 'Other Hire' })).not.toBe(unanswered);
  });

  it.each([
    ['a punch', () => call('clockOut', press), JSON.stringify(press)],
    ['a question', () => call('myTimeEntries', { from: '2026-11-16', to: '2026-11-22' }), ''],
    ['a sign-in', () => call('signIn', credentials), JSON.stringify(credentials)],
  ])('retries %s unchanged', async (_, ask, body) => {
    replies = [null, { status: 502, body: '<html>' }];
    reply = { status: 200, body: '{}' };
    expect(await ask()).toMatchObject({ ok: true });
    expect(heard).toEqual([heard[0], heard[0], heard[0]]);
    expect(heard[0]?.body).toBe(body);
  });

  it('waits before a retry as long as a busy server asks, unless that is too long', async () => {
    const busy = { status: 503, body: problem('unavailable') };
    reply = { status: 200, body: '{}' };
    replies = [{ ...busy, retryAfter: 1 }];
    const began = performance.now();
    expect(await call('clockIn', press)).toMatchObject({ ok: true });
    expect(performance.now() - began).toBeGreaterThan(1_000);
    replies = [{ ...busy, retryAfter: 30 }];
    expect(await call('clockIn', press)).toMatchObject({ failure: { code: 'unavailable' } });
    expect(heard).toHaveLength(3);
  });

  it('begins no retry after the time that the caller waits for an answer', async () => {
    replies = [{ status: 503, body: problem('unavailable'), retryAfter: 1 }];
    expect(await call('clockIn', press, { timeoutMs: 900 })).toMatchObject({ ok: false });
    expect(heard).toHaveLength(1);
  });

  it('does not retry on a device that is offline', async () => {
    replies = [null];
    vi.stubGlobal('navigator', { onLine: false });
    const answer = await call('clockIn', press);
    vi.unstubAllGlobals();
    expect(answer).toMatchObject({ failure: { kind: 'unreachable' } });
    expect(heard).toHaveLength(1);
  });

  it('does not retry a request that would take effect twice', async () => {
    reply = { status: 503, body: problem('unavailable') };
    await call('requestPasswordReset', { email: newcomer.email });
    await call('changePassword', { currentPassword: 'six666', password: 'seven77' });
    expect(heard).toHaveLength(2);
  });

  it('a call that is aborted between two tries rejects at once and is not retried', async () => {
    const controller = new AbortController();
    replies = [{ status: 503, body: problem('unavailable'), retryAfter: 4 }];
    const pauses: number[] = [];
    const { setTimeout } = globalThis;
    vi.stubGlobal('setTimeout', (work: () => void, ms = 0) => {
      pauses.push(ms);
      return setTimeout(work, ms);
    });
    let isGivenUp = false;
    const answer = call('clock', {}, { signal: controller.signal }).catch(() => void (isGivenUp = true));
    await expect.poll(() => pauses.some((ms) => ms > 4_000 && ms < 5_000)).toBe(true);
    vi.unstubAllGlobals();
    controller.abort();
    await new Promise(setImmediate);
    expect(isGivenUp).toBe(true);
    await answer;
    expect(heard).toHaveLength(1);
  });

  it('an aborted call rejects and gives no answer', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(call('clock', {}, { signal: controller.signal })).rejects.toThrow();
  });

  it.each([true, false])(
    'holds reads back while the session ends and drops them once it has ended (%s)',
    async (ends) => {
      reply = { status: 200, body: '{}' };
      let read: unknown;
      await endSessionWith(async () => {
        read = call('myPeriods', {});
        const answer = await call('signOut', {});
        return ends ? answer : { ok: false, failure: { kind: 'unreachable', message: '' } };
      });
      await (ends ? call('whoAmI', {}) : read);
      expect(heard.map(({ url }) => url)).toEqual([
        '/api/sign-out',
        ends ? '/api/session' : '/api/periods/mine',
      ]);
    },
  );

  it('an unreachable server is distinct from a refusal', async () => {
    await new Promise((resolve) => server.close(resolve));
    const message = 'The service is not available at the moment. Try again.';
    expect(await call('whoAmI', {})).toEqual({ ok: false, failure: { kind: 'unreachable', message } });
  });
});

describe('pending changes', () => {
  it('leaving the page waits for pending changes, whether they succeed or fail', async () => {
    await whenWritesSettled();
    const told: string[] = [];
    let fail: (error: Error) => void = () => undefined;
    const gathering = trackWrite(new Promise<void>((_resolve, reject) => void (fail = reject)));
    gathering.catch(() => told.push('failed'));
    reply = { status: 200, body: '{"user":null,"version":"1.6.4"}' };
    const answered = call('signOut', {}).then(() => told.push('answered'));
    const settled = whenWritesSettled().then(() => told.push('settled'));
    await answered;
    expect(told).toEqual(['answered']);
    fail(new Error('no location'));
    await settled;
    expect(told).toEqual(['answered', 'failed', 'settled']);
    const another = call('signOut', {}).then(() => told.push('answered'));
    await whenWritesSettled();
    expect(told.at(-1)).toBe('answered');
    await another;
  });
});
