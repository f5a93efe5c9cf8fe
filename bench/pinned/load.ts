/** Load over kept connections, written to cost little: it shares the machine with what it measures. */
import { connect } from 'node:net';
import { routes } from '#contract/routes';
import type { Person, Server } from './server.ts';

/** Sends a request and waits for its answer, one at a time. */
export interface Line {
  /** @returns bytes of the answer's body. @throws Error with the answer when it is not 200 */
  ask(request: string): Promise<number>;
  close(): void;
}

export interface Load {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Of a body, the last one. */
  readonly bytes: number;
  /** Of its core, what the load itself took. */
  readonly ownShare: number;
}

/** Of all connections: what has come is taken out of it before the next one is read. */
const BUFFER = Buffer.alloc(65_536);
const hostOf = (url: string): string => url.slice('http://'.length);

export const get = (url: string, cookie: string, path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: ${hostOf(url)}\r\nCookie: ${cookie}\r\nAccept-Encoding: gzip\r\n\r\n`;

export function post(url: string, cookie: string, path: string, input: object): string {
  const body = JSON.stringify(input);
  return `POST ${path} HTTP/1.1\r\nHost: ${hostOf(url)}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** @param take is given what has come, in a buffer that is used again. @returns once it is connected */
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
  /** Bytes of the body that have not come; not known while the head has not. */
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

/** So many clients, each of which asks as soon as it is answered. @param request the next one of a client */
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

export function percentiles(milliseconds: readonly number[]): { p50: number; p99: number } {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

/** The next punch of one of so many clients: each has people of its own, who clock in and out in turn. */
export function punchesOf(server: Server, clients: number): (client: number) => string {
  const turns = Array.from({ length: clients }, () => 0);
  const each = Math.floor(server.people.length / clients);
  return (client) => {
    const turn = turns[client] ?? 0;
    turns[client] = turn + 1;
    return nextPunch(server, (turn % each) * clients + client).request;
  };
}

/** Of the person with that number, counted round and round; whoever is in clocks out. */
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
