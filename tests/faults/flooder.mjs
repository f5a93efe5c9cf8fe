/**
 * Floods a server from a child process of the campaign, so that the campaign's measurements are not slowed. It has a
 * low priority, since a real flood comes from other machines. It gets jobs as `{ id, job, options }` and answers each
 * with `{ id, result }` or `{ id, error }`.
 */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

setPriority(10);
const JOBS = { hammer, streams, streamsNow, endStreams, trickle };
process.on('message', ({ id, job, options }) => {
  JOBS[job](options).then(
    (result) => process.send({ id, result }),
    (error) => process.send({ id, error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());

/**
 * Sends `count` requests, or as many as possible within `ms`, over so many connections. In each request `#n`, `#id` and
 * `#address` become a number, a new UUID and an address.
 * @returns the number of answers by status; status 0 counts connections that broke without an answer
 */
async function hammer({ url, requests, connections, count = Infinity, ms = Infinity, firstNumber = 0 }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses = {};
  let untold = 0;
  let sent = 0;
  const until = performance.now() + ms;
  const one = async () => {
    while (sent < count && performance.now() < until) {
      const wanted = requests[sent % requests.length];
      sent += 1;
      const { status, retryAfter } = await send(url, agent, filled(wanted, firstNumber + sent));
      statuses[status] = (statuses[status] ?? 0) + 1;
      if ((status === 429 || status === 503) && retryAfter === undefined) untold += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  agent.destroy();
  return { statuses, untold };
}

function filled({ path, method = 'POST', headers = {}, body = '', times = 1 }, n) {
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  const fill = (text) =>
    text
      .replaceAll('#n', n)
      .replaceAll('#address', address)
      .replaceAll('#id', () => crypto.randomUUID());
  const filledHeaders = Object.entries(headers).map(([name, value]) => [name, fill(value)]);
  return {
    path,
    method,
    headers: { 'content-type': 'application/json', ...Object.fromEntries(filledHeaders) },
    body: fill(body).repeat(times),
  };
}

function send(url, agent, { path, method, headers, body }) {
  return new Promise((resolve) => {
    const isMeasured = method === 'POST' && !('transfer-encoding' in headers);
    const all = isMeasured ? { 'content-length': Buffer.byteLength(body), ...headers } : headers;
    const sent = request(`${url}${path}`, { agent, method, headers: all });
    // A server that refuses a large body may close the connection before it has read the whole body.
    sent.on('error', () => resolve({ status: 0 }));
    sent.on('response', (response) => {
      response.resume();
      response.on('error', () => {});
      response.on('close', () =>
        resolve({ status: response.statusCode, retryAfter: response.headers['retry-after'] }),
      );
    });
    sent.end(body);
  });
}

/** All streams that have begun, oldest first. Ended ones stay until `endStreams`. */
const held = new Set();

/** Milliseconds that the server tells browsers to wait before they reconnect. */
const RETRY_MS = 2_000;

/**
 * Opens `each` streams with each cookie. Without `reads` it reads only the beginning of each answer. Like a browser, it
 * reopens a stream that ends before its greeting, as happens with a busy database.
 */
async function streams({ url, cookies, each, reads }) {
  const { hostname, port } = new URL(url);
  const wanted = cookies.flatMap((cookie) => Array.from({ length: each }, () => cookie));
  let next = 0;
  const statuses = {};
  const open = async () => {
    while (next < wanted.length) {
      const cookie = wanted[next];
      next += 1;
      let status = await openStream({ hostname, port, cookie, reads });
      while (status === '0') {
        await wait(RETRY_MS);
        status = await openStream({ hostname, port, cookie, reads });
      }
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 32 }, open));
  return { statuses };
}

function openStream({ hostname, port, cookie, reads }) {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const stream = { socket, cookie, isOpen: true, bytes: 0 };
    let begun = '';
    socket.on('data', (chunk) => {
      stream.bytes += chunk.length;
      if (begun === null) return;
      begun += chunk.toString('latin1');
      const status = /^HTTP\/1\.1 (\d+)/.exec(begun)?.[1];
      // A stream has begun when its greeting has arrived. A refusal needs only the status.
      if (!status || (status === '200' && !begun.includes('"hello"'))) return;
      begun = null;
      if (status === '200') held.add(stream);
      else socket.destroy();
      if (!reads) socket.pause();
      resolve(status);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      stream.isOpen = false;
      resolve('0');
    });
    socket.write(`GET /api/live HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\n\r\n`);
  });
}

/** Returns the streams of each cookie as digits, oldest first: 1 is open, 0 has ended. */
async function streamsNow() {
  const byCookie = {};
  for (const { cookie, isOpen } of held) byCookie[cookie] = `${byCookie[cookie] ?? ''}${isOpen ? 1 : 0}`;
  return byCookie;
}

async function endStreams() {
  for (const { socket } of held) socket.destroy();
  held.clear();
  return {};
}

/** Opens connections that send one byte a second of the headers or the body, until the server closes them. */
async function trickle({ url, connections, path, headers, part }) {
  const { hostname, port } = new URL(url);
  const began = performance.now();
  const statuses = {};
  let longestMs = 0;
  const one = () =>
    new Promise((resolve) => {
      const socket = connect(Number(port), hostname);
      let answer = '';
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${lines.join('')}`);
      if (part === 'body') socket.write('Content-Length: 1000\r\n\r\n');
      const drip = setInterval(() => socket.write(part === 'body' ? ' ' : 'X'), 1_000);
      socket.on('data', (chunk) => void (answer += chunk.toString('latin1')));
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(drip);
        const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? '0';
        statuses[status] = (statuses[status] ?? 0) + 1;
        longestMs = Math.max(longestMs, performance.now() - began);
        resolve();
      });
    });
  const all = [];
  for (let index = 0; index < connections; index += 1) {
    all.push(one());
    if (index % 50 === 49) await wait(10);
  }
  await Promise.all(all);
  return { statuses, longestMs };
}
