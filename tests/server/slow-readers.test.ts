/** Live streams: their greeting, and readers that do not read. On a Unix socket, since its buffer is small. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStreamHub, STREAM_LIMITS, type StreamLimits } from '#server/live/hub';
import { START } from '#server/platform/position';
import { openStream, createAdminCursor, type Stream } from '#server/live/stream';
import type { Session } from '#server/platform/http/caller';
import { TestClock, testConfig } from '#tests/make';
import { cloneDatabase, type TestDatabase } from '../support/cluster.ts';

/** Bytes of each change. */
const CHANGE = 20_000;

let test: TestDatabase;
let folder: string;
let server: Server;
let hub: ReturnType<typeof createStreamHub>;
let opened: Stream[];
let cut: Set<Stream>;

beforeEach(async () => {
  test = await cloneDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'punctual-readers-'));
  opened = [];
  cut = new Set();
  sent = 0;
});
afterEach(async () => {
  hub.close();
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
  rmSync(folder, { recursive: true });
  await test.drop();
});

const session = { id: 's', user: { id: 'boss', role: 'admin' } } as Session;

const greet = (stream: Stream): void => stream.begin({ type: 'caught-up' }, createAdminCursor(START), []);

async function listen(limits: Partial<StreamLimits>, greetsAtOnce = true): Promise<void> {
  hub = createStreamHub(
    { config: testConfig(), database: test.database, clock: new TestClock() },
    { ...STREAM_LIMITS, ...limits },
  );
  server = createServer((_request, response) => {
    const stream: Stream = openStream(response, session, () => {
      hub.remove(stream);
      cut.add(stream);
    });
    if (greetsAtOnce) greet(stream);
    hub.add(stream);
    opened.push(stream);
  });
  await new Promise<void>((resolve) => void server.listen(path.join(folder, 's'), resolve));
}

/** Opens a stream. A reader that does not read fills the socket's buffer, and then the server's. */
async function open(reads: boolean): Promise<{ socket: Socket; received: () => number; text: () => string }> {
  const before = opened.length;
  const socket = createConnection(path.join(folder, 's'));
  let text = '';
  if (reads) socket.on('data', (chunk) => void (text += String(chunk)));
  else socket.pause();
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => opened.length).toBe(before + 1);
  return { socket, received: () => text.length, text: () => text };
}

let txid = 0n;
let sent = 0;

/** Sends a change to all, and waits until `reader` has it. */
async function publish(reader: { received: () => number }): Promise<void> {
  txid += 1n;
  const text = 'x'.repeat(CHANGE);
  hub.publish([
    {
      position: { ...START, txid },
      head: { n: 1, mark: '' },
      userId: null,
      kind: 'settings_updated',
      forAdmins: text,
      forEmployee: { type: 'change', kind: 'settings_updated', userId: null },
    },
  ]);
  sent += CHANGE;
  await expect.poll(() => reader.received()).toBeGreaterThan(sent);
}

it('a stream begins with its greeting, and earlier announcements are not sent', async () => {
  await listen({}, false);
  const reader = await open(true);
  hub.announce({ type: 'pulse' });
  for (const stream of opened) greet(stream);
  hub.announce({ type: 'pulse' });
  await expect.poll(() => reader.text()).toContain('pulse');
  expect(reader.text().match(/(?<="type":")[a-z-]+/gu)).toEqual(['caught-up', 'pulse']);
  reader.socket.destroy();
});

it('a reader that leaves more than 64 KB unread is disconnected, and others receive everything', async () => {
  await listen({});
  const reader = await open(true);
  const sleeper = await open(false);
  while (cut.size === 0) {
    await publish(reader);
    expect(opened[1]?.unread).toBeLessThan(64 * 1024 + 2 * CHANGE);
  }
  expect([...cut]).toEqual([opened[1]]);
  sleeper.socket.destroy();
  reader.socket.destroy();
});

it('the unread bytes of all readers are limited, and the one with the most is disconnected first', async () => {
  await listen({ unread: Infinity, unreadInTotal: 40 * CHANGE });
  const reader = await open(true);
  const early = await open(false);
  while ((opened[1]?.unread ?? 0) < 5 * CHANGE) await publish(reader);
  const late = await open(false);
  while (cut.size === 0) await publish(reader);
  expect([...cut]).toEqual([opened[1]]);
  expect(opened[2]?.unread).toBeGreaterThan(0);
  for (const { socket } of [reader, early, late]) socket.destroy();
});
