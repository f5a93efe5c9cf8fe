/** Load over connections that stay open. It uses little processor time, since it shares the machine with the server. */
import { connect } from 'node:net';
import { routes } from '#contract/routes';
import type { Person, Server } from './server.ts';

/** A connection that sends one request at a time and waits for its answer. */
export interface Line {
  /** @returns bytes of the answer's body. @throws Error with the answer when it is not 200 */
  ask(request: string): Promise<number>;
  close(): void;
}

export interface Load {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Bytes of the last answer's body. */
  readonly bytes: number;
  /** Fraction of one core that the load itself used. */
  readonly ownShare: number;
}

/** Shared by all connections: each chunk is processed before the next one is read. */
const BUFFER = Buffer.alloc(65_536);
const hostOf = (url: string): string => url.slice('http://'.length);

export const get = (url: string, cookie: string, path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: ${hostOf(url)}\r\nCookie: ${cookie}\r\nAccept-Encoding: gzip\r\n\r\n`;

export function post(url: string, cookie: string, path: string, input: object): string {
  const body = JSON.stringify(input);
  return `POST ${path} HTTP/1.1\r\nHost: ${hostOf(url)}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** @param take receives each chunk, in a buffer that is reused. @returns the socket once it is connected */
export function openSocket(url: string, take: (chunk: Buffer) => void, onEnd: (why: string) => void) {
  const { hostname, port } = new URL(url);
  return new Promise<ReturnType<typeof connect>>((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer: BUFFER,
        callback: (bytes) => {
          take(BUFFER.subarray(0, bytes));
          return true;
        },
      },
    });
    socket.on('error', reject);
    socket.on('connect', () => resolve(socket));
    socket.on('close', () => onEnd('The server has closed a connection.'));
  });
}

const isRight = (head: string): boolean => head.startsWith('HTTP/1.1 200 ');

export async function openLine(url: string): Promise<Line> {
  let asked: { resolve(bytes: number): void; reject(error: Error): void } | undefined;
  let head = '';
  let size = 0;
  /** Bytes of the body still to come; undefined until the head is complete. */
  let missing: number | undefined;
  const take = (chunk: Buffer): void => {
    if (missing === undefined) {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      size = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1]);
      missing = size - (head.length - end - 4);
    } else {
      missing -= chunk.length;
      if (!isRight(head)) head += chunk.toString('latin1');
    }
    if (missing > 0) return;
    if (isRight(head) && missing === 0) asked?.resolve(size);
    else asked?.reject(new Error(`The server answered: ${head.slice(0, 2_000)}`));
    asked = undefined;
    head = '';
    missing = undefined;
  };
  const socket = await openSocket(url, take, (why) => asked?.reject(new Error(why)));
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        asked = { resolve, reject };
        if (socket.destroyed) reject(new Error('The server has closed a connection.'));
        else socket.write(request, 'latin1');
      }),
    close: () => void socket.destroy(),
  };
}

/** Each client sends its next request once the last one is answered. @param request makes a client's next request */
export async function closedLoop(
  { url }: Pick<Server, 'url'>,
  clients: number,
  seconds: number,
  request: (client: number) => string,
): Promise<Load> {
  const lines = await Promise.all(Array.from({ length: clients }, () => openLine(url)));
  const taken: number[] = [];
  let bytes = 0;
  const cpu = process.cpuUsage();
  const began = performance.now();
  const end = began + seconds * 1_000;
  try {
    await Promise.all(
      lines.map(async (line, client) => {
        for (let sent = performance.now(); sent < end;) {
          bytes = await line.ask(request(client));
          const answered = performance.now();
          taken.push(answered - sent);
          sent = answered;
        }
      }),
    );
  } finally {
    for (const line of lines) line.close();
  }
  const took = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: (taken.length * 1_000) / took,
    ...percentiles(taken),
    bytes,
    ownShare: (user + system) / 1_000 / took,
  };
}

export function percentiles(milliseconds: readonly number[]): Pick<Load, 'p50' | 'p95' | 'p99'> {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Returns a function that makes a client's next punch. Each client has its own people, who punch in turn. */
export function punchesOf(
  server: Pick<Server, 'url' | 'people'>,
  clients: number,
): (client: number) => string {
  const turns = Array.from({ length: clients }, () => 0);
  const each = Math.floor(server.people.length / clients);
  return (client) => {
    const turn = turns[client] ?? 0;
    turns[client] = turn + 1;
    return nextPunch(server, (turn % each) * clients + client).request;
  };
}

/** Makes the punch of person `number` (modulo the people): a clock-out if they are in, else a clock-in. */
export function nextPunch(
  { url, people }: Pick<Server, 'url' | 'people'>,
  number: number,
): { person: Person; request: string } {
  const person = people[number % people.length];
  if (!person) throw new Error('There is nobody who could punch.');
  const { path } = person.isIn ? routes.clockOut : routes.clockIn;
  person.isIn = !person.isIn;
  return { person, request: post(url, person.cookie, path, { requestId: crypto.randomUUID() }) };
}
