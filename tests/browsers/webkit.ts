/**
 * WebKitGTK over plain WebDriver (it refuses `webSocketUrl`, which BiDi needs), on a virtual screen. One
 * driver serves one profile.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '#tests/support/punctual-process';
import { PATIENCE_MS, type Launch, type Profile, type Tab } from './browser.ts';

const KEYS = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004', Backspace: '\uE003' };

export const webkit: Launch = async (program) => {
  const screen = await openScreen();
  const probe = await startDriver(program, screen.display, tmpdir());
  const { browserName, browserVersion } = probe.capabilities;
  await probe.close();
  return {
    version: `${browserName}/${browserVersion}`,
    newProfile: (downloads) => newProfile(program, screen.display, downloads),
    close: () => stop(screen.process),
  };
};

interface Session {
  readonly capabilities: { readonly browserName: string; readonly browserVersion: string };
  /** Sends a WebDriver command. @throws Error with the driver's answer if it refuses */
  send<Value>(method: 'GET' | 'POST' | 'DELETE', command: string, body?: object): Promise<Value>;
  close(): Promise<void>;
}

/** A virtual screen. The X server picks a free number and prints it. */
async function openScreen(): Promise<{ display: string; process: ChildProcess }> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  let number = '';
  server.stdio[3]?.on('data', (chunk) => (number += String(chunk)));
  await until('a screen', () => number.endsWith('\n'));
  return { display: `:${number.trim()}`, process: server };
}

async function startDriver(program: string, display: string, home: string): Promise<Session> {
  const port = await freePort();
  const driver = spawn(program, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, HOME: home, XDG_CONFIG_HOME: path.join(home, '.config') },
  });
  const command = async (method: string, address: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      signal: AbortSignal.timeout(2 * PATIENCE_MS),
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (response.ok) return value;
    throw new Error(`${method} ${address}: ${JSON.stringify(value).slice(0, 500)}`);
  };
  await until('the driver of WebKit', async () => {
    try {
      return await command('GET', '/status').then(() => true);
    } catch {
      return false;
    }
  });
  const { sessionId, capabilities } = (await command('POST', '/session', {
    capabilities: { alwaysMatch: { timeouts: { script: PATIENCE_MS, pageLoad: PATIENCE_MS } } },
  })) as { sessionId: string; capabilities: Session['capabilities'] };
  return {
    capabilities,
    send: async <Value>(method: string, rest: string, body?: object) =>
      (await command(method, `/session/${sessionId}${rest}`, body)) as Value,
    async close() {
      await command('DELETE', `/session/${sessionId}`).finally(() => stop(driver));
    },
  };
}

async function newProfile(program: string, display: string, downloads: string): Promise<Profile> {
  const home = mkdtempSync(path.join(tmpdir(), 'punctual-webkit-'));
  mkdirSync(path.join(home, '.config'));
  writeFileSync(path.join(home, '.config', 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const session = await startDriver(program, display, home);
  await session.send('POST', '/window/rect', { width: 1200, height: 900 });
  const unused = await session.send<string>('GET', '/window');
  // Further tabs open as windows: the driver cannot bring a tab to the front, and clicks on hidden tabs are lost.
  let first: string | undefined = unused;
  return {
    async newTab() {
      const handle =
        first ?? (await session.send<{ handle: string }>('POST', '/window/new', { type: 'window' })).handle;
      first = undefined;
      return tabOf(session, handle);
    },
    async close() {
      await session.close().finally(() => rmSync(home, { recursive: true, force: true }));
    },
  };
}

/** The driver sends commands to one window at a time, so each command first selects its window. */
function tabOf(session: Session, handle: string): Tab {
  const send = async <Value>(
    method: 'GET' | 'POST' | 'DELETE',
    command: string,
    body?: object,
  ): Promise<Value> => {
    await session.send('POST', '/window', { handle });
    return session.send<Value>(method, command, body);
  };
  const keys = (text: string) =>
    send<void>('POST', '/actions', {
      actions: [
        {
          type: 'key',
          id: 'keyboard',
          actions: [...text.replaceAll('\n', KEYS.Enter)].flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        },
      ],
    });
  return {
    open: (url) => send('POST', '/url', { url }),
    reload: () => send('POST', '/refresh'),
    async evaluate<Given, Result>(work: (given: Given) => Result | Promise<Result>, given: Given) {
      const outcome = await send<{ value: Result } | { error: string }>('POST', '/execute/async', {
        script: `const [given, done] = arguments;
          (async () => (${String(work)})(given))()
            .then((value) => done({ value }), (error) => done({ error: String(error) }));`,
        args: [given ?? null],
      });
      if ('error' in outcome) throw new Error(outcome.error);
      return outcome.value;
    },
    click: (x, y) =>
      send('POST', '/actions', {
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            actions: [
              { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      }),
    type: keys,
    press: (key) => keys(KEYS[key]),
    picture: async () => Buffer.from(await send<string>('GET', '/screenshot'), 'base64'),
    close: () => send('DELETE', '/window'),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
