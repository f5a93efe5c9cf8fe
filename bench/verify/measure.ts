/** Measures the check of a large record: its time, its memory, and how long punches take during the nightly check. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiClient } from '../../tests/api/client.ts';
import { connect } from '#server/platform/database/connection';
import { embeddedFolder } from '#server/platform/database/embedded/embedded';
import { removeEmbedded } from '#tests/support/embedded-remains';
import { spawnPunctual, type PunctualProcess } from '#tests/support/punctual-process';
import { fillRecord, ROWS_AN_ENTRY } from './record.ts';

export interface Verified {
  readonly seconds: number;
  /** Peak memory of Node, in MB. */
  readonly memory: number;
}
export interface Figures {
  readonly quarter: Verified;
  readonly whole: Verified;
  /** Milliseconds of punches while no check runs. */
  readonly alone: Latency;
  readonly besideCheck: Latency;
}
export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly count: number;
}

const PEOPLE = 1_000;
const PUNCHERS = 40;
const PUNCHES_A_SECOND = 50;
const ADMIN = { email: 'admin@example.com', password: 'bench password' };

/** @param rows number of ledger rows */
export async function measureVerify(rows: number, seconds: number): Promise<Figures> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-bench-'));
  const env = {
    DATA_DIR: dataDir,
    TIME_ZONE: 'UTC',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    PUNCHES_PER_HOUR: '0',
  };
  const server = spawnPunctual(['start'], env);
  try {
    const url = await server.ready();
    const fill = async (prefix: string, part: number): Promise<void> => {
      const owner = await connect({
        host: path.join(embeddedFolder(dataDir), 'sockets'),
        port: 5432,
        user: 'postgres',
        database: 'punctual',
      });
      const { rows: found } = await owner.query<{ hash: string }>(
        'SELECT password_hash AS hash FROM account WHERE email = $1',
        [ADMIN.email],
      );
      await fillRecord(owner, {
        prefix,
        people: Math.ceil(PEOPLE * part),
        entriesEach: Math.round(rows / PEOPLE / ROWS_AN_ENTRY),
        passwordHash: found[0]?.hash ?? '',
        before: Date.now() - 24 * 3_600_000,
      });
      await owner.end();
    };
    await fill('a', 0.25);
    const quarter = await verified(spawnPunctual(['verify'], env));
    await fill('b', 0.75);
    const whole = await verified(spawnPunctual(['verify'], env));
    const punchers = await Promise.all(
      Array.from({ length: PUNCHERS }, (_, index) => signedIn(url, `b${index + 1}@example.com`)),
    );
    for (const client of punchers) await client.ask('clockIn', { requestId: crypto.randomUUID() });
    await punches(punchers, 3);
    const alone = await punches(punchers, seconds);
    const admin = await signedIn(url, ADMIN.email);
    await admin.ask('checkRecord', {});
    const besideCheck = await punches(punchers, seconds);
    if ((await admin.ask('nightlyWork', {})).check.underWay === null)
      throw new Error('The check was over before the punches were.');
    return { quarter, whole, alone, besideCheck };
  } finally {
    server.child.kill('SIGTERM');
    await server.ended();
    await removeEmbedded(dataDir);
  }
}

async function signedIn(url: string, email: string): Promise<ApiClient> {
  const client = new ApiClient(url);
  await client.ask('signIn', { email, password: ADMIN.password });
  return client;
}

/** Waits until the process ends, and tracks its peak memory (Linux). */
async function verified(process: PunctualProcess): Promise<Verified> {
  const began = performance.now();
  let memory = 0;
  let isOver = false;
  const ended = process.ended().finally(() => void (isOver = true));
  while (!isOver) {
    memory = Math.max(memory, mostMemoryOf(process.child.pid ?? 0));
    await Promise.race([wait(50), ended]);
  }
  if ((await ended) !== 0) throw new Error(process.output());
  return { seconds: (performance.now() - began) / 1000, memory };
}

function mostMemoryOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Starts and ends breaks of one person after the other. Sends each when due, even if the one before is unanswered. */
async function punches(people: readonly ApiClient[], seconds: number): Promise<Latency> {
  const taken: number[] = [];
  const running: Promise<void>[] = [];
  const began = performance.now();
  const count = Math.round(seconds * PUNCHES_A_SECOND);
  for (let index = 0; index < count; index += 1) {
    const due = began + (index * 1000) / PUNCHES_A_SECOND;
    if (due > performance.now()) await wait(due - performance.now());
    const client = people[index % people.length];
    const what = Math.floor(index / people.length) % 2 === 0 ? 'startBreak' : 'endBreak';
    running.push(
      (async () => {
        await client?.ask(what, { requestId: crypto.randomUUID() });
        taken.push(performance.now() - due);
      })(),
    );
  }
  await Promise.all(running);
  const pausing = count % (2 * people.length);
  const onBreak = pausing <= people.length ? people.slice(0, pausing) : people.slice(pausing - people.length);
  for (const client of onBreak) await client.ask('endBreak', { requestId: crypto.randomUUID() });
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), count };
}
