/** A server in its own process, the flooder, and the effect of floods on punches. */
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { connect, type ConnectionTarget, type Connection } from '#server/platform/database/connection';
import { embeddedFolder } from '#server/platform/database/embedded/embedded';
import { ApiClient } from '#tests/api/client';
import { cloneDatabase } from '#tests/support/cluster';
import { removeEmbedded } from '#tests/support/embedded-remains';
import { spawnPunctual } from '#tests/support/punctual-process';
import { openCrowd, type Crowd } from './crowd.ts';
import { cycles, isSmall, report } from './size.ts';

export const ADMIN = { email: 'admin@example.com', password: 'correct horse' };
/** Limit for 99 of 100 punches during a flood. */
const P99_MS = 250;

export interface Flooded {
  readonly url: string;
  readonly owner: Connection;
  /** Connects as the owner. */
  readonly target: ConnectionTarget;
  /** Resident megabytes of the server's process; 0 if unknown. */
  memory(): number;
  /** Prints the memory before and now. @param most printed instead of the present memory */
  tellMemory(when: string, before: number, most?: number): void;
  /** A job of `flooder.mjs`. */
  flood<Job extends keyof Jobs>(job: Job, options: Omit<Jobs[Job], 'url'>): Promise<Flood>;
  stop(): Promise<void>;
}

export interface Wanted {
  readonly path: string;
  readonly method?: 'GET';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How often the body is repeated. */
  readonly times?: number;
}

interface Jobs {
  hammer: {
    url: string;
    requests: readonly Wanted[];
    connections: number;
    count?: number;
    ms?: number;
    firstNumber?: number;
  };
  streams: { url: string; cookies: readonly string[]; each: number; reads: boolean };
  streamsNow: { url: string };
  endStreams: { url: string };
  trickle: {
    url: string;
    connections: number;
    path: string;
    headers: Readonly<Record<string, string>>;
    part: 'headers' | 'body';
  };
}

/** The result of a job; each job sets some of these. */
export interface Flood {
  readonly statuses: Readonly<Record<string, number>>;
  /** Refusals (429, 503) without Retry-After. */
  readonly untold: number;
  readonly longestMs: number;
  /** The result of `streamsNow`: for each cookie '1' for an open and '0' for an ended stream, oldest first. */
  readonly [cookie: string]: unknown;
}

/** Uses the cluster of the tests in `npm test`, and otherwise its own embedded database. */
export async function startFlooded(env: Readonly<Record<string, string>>): Promise<Flooded> {
  const database = isSmall ? await onCluster() : embedded();
  const { child, ready, ended } = spawnPunctual(['start'], {
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    TRUSTED_PROXIES: '127.0.0.1',
    ...database.env,
    ...env,
  });
  const flooder = fork(path.join(import.meta.dirname, 'flooder.mjs'), { serialization: 'advanced' });
  flooder.setMaxListeners(0);
  const url = await ready();
  const target = database.target();
  const owner = await connect(target);
  let jobs = 0;
  const memory = (): number => {
    const status = isSmall ? '' : readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  };
  return {
    url,
    owner,
    target,
    memory,
    tellMemory: (when, before, most = memory()) => {
      if (!isSmall) report(`memory ${when}: ${most} MB, before ${before} MB`);
    },
    flood: (job, options) => {
      jobs += 1;
      const id = jobs;
      return new Promise((resolve, reject) => {
        const answered = (told: { id: number; result?: Flood; error?: string }): void => {
          if (told.id !== id) return;
          flooder.off('message', answered);
          if (told.result) resolve(told.result);
          else reject(new Error(told.error));
        };
        flooder.on('message', answered);
        flooder.send({ id, job, options: { url, ...options } });
      });
    },
    stop: async () => {
      flooder.disconnect();
      child.kill('SIGTERM');
      await ended();
      await owner.end();
      await database.drop();
    },
  };
}

interface DatabaseToBe {
  readonly env: Readonly<Record<string, string>>;
  /** A connection as the owner, once the server is ready. */
  target(): ConnectionTarget;
  drop(): Promise<void>;
}

async function onCluster(): Promise<DatabaseToBe> {
  const { target, drop } = await cloneDatabase();
  if ('url' in target) throw new Error('The test cluster is the embedded one.');
  const { user, host, port, database } = target;
  const DATABASE_URL = `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-floods-'));
  return {
    env: { DATABASE_URL, DATA_DIR: dataDir },
    target: () => target,
    drop: async () => {
      await drop();
      await removeEmbedded(dataDir);
    },
  };
}

function embedded(): DatabaseToBe {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-floods-'));
  return {
    env: { DATA_DIR: dataDir },
    target: () => ({
      host: path.join(embeddedFolder(dataDir), 'sockets'),
      port: 5432,
      user: 'postgres',
      database: 'punctual',
    }),
    drop: () => removeEmbedded(dataDir),
  };
}

/** A signed-in person: the client, and its cookie for the flooder. */
export interface SignedIn {
  readonly client: ApiClient;
  readonly cookie: string;
  readonly email: string;
}

export const cookieOf = ({ cookies }: ApiClient): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** Registers people, each from their own address, and signs them in. */
export async function manySignedIn(url: string, count: number, address: string): Promise<SignedIn[]> {
  const made: SignedIn[] = [];
  for (let index = 0; index < count; index += 1) {
    const client = new ApiClient(url);
    client.headers = { 'x-forwarded-for': address };
    const email = `flooder${index}-${address}@example.com`;
    const { employeeId } = await client.ask('issueEmployeeId', {});
    await client.ask('register', { ...REGISTRATION, name: `Flooder ${index}`, email, employeeId });
    await client.ask('signIn', { email, password: REGISTRATION.password });
    made.push({ client, cookie: cookieOf(client), email });
  }
  return made;
}

export const REGISTRATION = {
  password: 'correct horse',
  department: 'Business Studio',
  hub: 'Core operations hub',
  position: 'Lead',
};

/** The people who punch during floods, and their results. */
export interface Punching {
  readonly crowd: Crowd;
  /**
   * Runs a flood while they punch, and notes how long their punches took.
   * @param p99Ms more counts as a violation in `npm run faults`
   * @returns what the flood returns
   */
  during<Result>(name: string, flood: () => Promise<Result>, p99Ms?: number): Promise<Result>;
  /** Punches of `npm run faults` that took too long or failed. Prints the figures of each flood. */
  violations(): string[];
}

/**
 * @param people each presses about once a second; few enough to leave the machine free
 */
export async function openPunching(url: string, people: number, seed: number): Promise<Punching> {
  const crowd = await openCrowd({ servers: [url], people, seed, pauseMs: cycles(600, 2_000, 2_000) });
  const found: string[] = [];
  return {
    crowd,
    violations: () => found,
    async during(name, flood, p99Ms = P99_MS) {
      const before = crowd.presses.length;
      crowd.start();
      // Skips the first moments: all people start at once, which is not realistic.
      await wait(cycles(0, 1_500, 2_000));
      const from = isSmall ? before : crowd.presses.length;
      const began = performance.now();
      const [result] = await Promise.all([flood(), wait(cycles(0, 4_000, 10_000))]);
      while (!crowd.presses.slice(from).some(({ answeredAt }) => answeredAt > 0)) await wait(20);
      const seconds = (performance.now() - began) / 1000;
      await crowd.pause();
      const presses = crowd.presses.slice(from);
      const times = presses.map(({ sentAt, answeredAt }) => answeredAt - sentAt).toSorted((a, b) => a - b);
      const p99 = times[Math.ceil(times.length * 0.99) - 1] ?? 0;
      const failures = presses.flatMap((press) => press.failures);
      report(
        `${name}: ${presses.length} punches in ${seconds.toFixed(0)} s, p50 ${times[times.length >> 1]} ms, p99 ${p99} ms, longest ${times.at(-1)} ms`,
      );
      if (!isSmall && p99 > p99Ms) found.push(`${name}: the p99 of punches was ${p99} ms.`);
      if (!isSmall && failures.length > 0)
        found.push(`${name}: ${failures.length} punches failed, first with ${failures[0]?.status}.`);
      return result;
    },
  };
}

/** Returns the number of answers; fails if one has a status other than these. */
export function only(flood: Flood, ...statuses: readonly number[]): number {
  expect(Object.keys(flood.statuses).filter((status) => !statuses.includes(Number(status)))).toEqual([]);
  return Object.values(flood.statuses).reduce((sum, count) => sum + count, 0);
}
