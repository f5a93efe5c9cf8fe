/** People punch and watch while each part of the cluster is restarted, killed or cut off; then the history is checked. */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addAdmin } from '#server/people/accounts/first-admin';
import { systemClock } from '#server/platform/clock';
import { connect, type Connection } from '#server/platform/database/connection';
import { openDatabase } from '#server/platform/database/pool';
import { ApiClient } from '#tests/api/client';
import { registerByApi } from '#tests/api/joining';
import { findViolations } from '#tests/faults/checker';
import { openCrowd, type Crowd } from '#tests/faults/crowd';
import { openFollower, type Follower } from '#tests/faults/follower';
import { signInAdmin, WITHOUT_LIMITS } from '#tests/faults/product';
import { seed as newSeed } from '#tests/faults/size';
import { PASSWORD } from '#tests/make';
import { until } from '#tests/support/punctual-process';
import { silentLog } from '#tests/support/silent-log';
import { faultsOf } from './faults.ts';
import { forget, onceOver } from './once.ts';
import { FRONT, startCluster, type Cluster } from './parts.ts';

const PEOPLE = Number(process.env['CLUSTER_PEOPLE'] || 500);
const WATCHERS = Number(process.env['CLUSTER_WATCHERS'] || 300);
/** Fewer than an account may have (STREAM_LIMITS), so that the server ends none of them. */
const STREAMS_EACH = 20;
/** Longest pause between two presses of a person, in milliseconds; all people press some 25 times a second. */
const PAUSE_MS = PEOPLE * 80;
/** Answers with 503 ask for this pause, and browsers wait about as long. */
const RETRY_MS = 1_000;

let isOk = true;
function tell(label: string, value: number, unit: string, limit: number, note = ''): void {
  const isBeyond = !(value <= limit);
  if (isBeyond) isOk = false;
  const figure = `${Number(value.toFixed(1))} ${unit}`.trim();
  process.stdout.write(
    `${isBeyond ? 'BEYOND' : 'ok    '} ${label}: ${figure}, limit ${limit}${note && ` (${note})`}\n`,
  );
}

/** @returns whether each bound held */
export async function run(names: readonly string[]): Promise<boolean> {
  const seed = newSeed();
  const cluster = await startCluster({
    ...WITHOUT_LIMITS,
    LOG_LEVEL: 'info',
    REGISTRATIONS_PER_HOUR: '100000',
  });
  const crowd = await openCrowd({
    servers: [FRONT],
    people: PEOPLE,
    seed,
    pauseMs: PAUSE_MS,
    retryMs: RETRY_MS,
  });
  const forgetful = await forget(cluster, await registerSome(3));
  const watchers = await openWatchers(cluster);
  process.stdout.write(`${PEOPLE} people and ${WATCHERS} watchers, seed ${seed}, ${cluster.folder}\n`);
  crowd.start();
  await wait(3_000);
  for (const { name, limitS, happen } of faultsOf(cluster)) {
    if (names.length > 0 && !names.some((one) => name.includes(one))) continue;
    const longest = await longestPress(crowd, happen);
    tell(`${name}: longest press`, longest / 1_000, 's', limitS);
    await cluster.whole();
    // Waits, since two faults at the same time are not tested.
    await until('everybody watches again', () => watchers.every(({ isFollowing }) => isFollowing));
  }
  await crowd.pause();
  await judge(cluster, crowd, watchers);
  await tellGuesses(crowd);
  for (const { label, value, limit } of await onceOver(cluster, forgetful)) tell(label, value, '', limit);
  cluster.punctual.forEach((server, index) =>
    writeFileSync(path.join(cluster.folder, `punctual-${index + 1}.log`), server.output()),
  );
  if (isOk) rmSync(cluster.folder, { recursive: true, force: true });
  else process.stdout.write(`What each part has said is in ${cluster.folder}\n`);
  return isOk;
}

/** @returns milliseconds of the longest press that was sent, or still unanswered, during the fault */
async function longestPress(crowd: Crowd, happen: () => Promise<void>): Promise<number> {
  const from = crowd.presses.filter(({ answeredAt }) => answeredAt > 0).length;
  const settled = new Set(crowd.presses.filter(({ answeredAt }) => answeredAt > 0));
  await happen();
  const until = Date.now();
  const concerned = crowd.presses.filter((press) => !settled.has(press) && press.sentAt <= until);
  for (let left = 600; left > 0 && concerned.some(({ answeredAt }) => answeredAt === 0); left -= 1)
    await wait(100);
  if (crowd.presses.length === from) throw new Error('Nobody pressed.');
  return Math.max(...concerned.map(({ sentAt, answeredAt }) => (answeredAt || Date.now()) - sentAt));
}

async function registerSome(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let one = 0; one < count; one += 1) {
    const client = new ApiClient(FRONT);
    ids.push((await registerByApi(client, `forgetful-${one}@example.com`, `Forgetful ${one}`)).id);
  }
  return ids;
}

/** Opens administrators' streams of everybody's changes, while nobody punches. */
async function openWatchers(cluster: Cluster): Promise<Follower[]> {
  const { primary } = await cluster.whole();
  const database = openDatabase({ target: { url: cluster.ownerUrl(primary) }, log: silentLog });
  const emails = Array.from(
    { length: Math.ceil(WATCHERS / STREAMS_EACH) - 1 },
    (_, index) => `watcher-${index}@example.com`,
  );
  for (const email of emails)
    await addAdmin({ database, clock: systemClock }, { email, name: email, password: PASSWORD });
  await database.close();
  const first = await signInAdmin(FRONT);
  const accounts = [first];
  for (const email of emails) {
    const client = new ApiClient(FRONT);
    const { user } = await client.ask('signIn', { email, password: PASSWORD });
    accounts.push({ client, userId: user?.id ?? '' });
  }
  const opened: Follower[] = [];
  for (let one = 0; one < WATCHERS; one += 1)
    opened.push(
      await openFollower({
        servers: [FRONT],
        ...(accounts[one % accounts.length] ?? first),
        scope: 'all',
        retryMs: RETRY_MS,
      }),
    );
  return opened;
}

async function asOwner<Result>(
  cluster: Cluster,
  work: (owner: Connection) => Promise<Result>,
): Promise<Result> {
  const { primary } = await cluster.whole();
  const owner = await connect({ url: cluster.ownerUrl(primary) });
  return work(owner).finally(() => owner.end());
}

async function judge(cluster: Cluster, crowd: Crowd, watchers: readonly Follower[]): Promise<void> {
  const { presses } = crowd;
  await asOwner(cluster, async (owner) => {
    const faults = await findViolations({ presses }, owner);
    for (const fault of faults.slice(0, 20)) process.stdout.write(`  ${fault}\n`);
    tell(
      'punches lost, doubled or otherwise wrong',
      faults.length,
      '',
      0,
      `of ${crowd.acknowledged()} acknowledged`,
    );
    // Waits, since the last changes are still on their way to some watchers.
    const [one] = watchers;
    await findViolations({ presses: [], followers: one ? [one] : [] }, owner);
    await wait(3_000);
    const histories = new Map<string, Follower[]>();
    for (const watcher of watchers) {
      const key = watcher.runs
        .map(({ from, changes }) => [from, ...changes.map(({ cursor }) => cursor)].join())
        .join('|');
      histories.set(key, [...(histories.get(key) ?? []), watcher]);
    }
    let missed = 0;
    for (const same of histories.values()) {
      const found = await findViolations({ presses: [], followers: same.slice(0, 1) }, owner, 0);
      for (const fault of found) process.stdout.write(`  ${fault}\n`);
      if (found.length > 0) missed += same.length;
    }
    const { streams, changes } = one ?? { streams: 0, changes: [] };
    tell(
      'watchers with a hole in their stream',
      missed,
      '',
      0,
      `of ${watchers.length}; ${changes.length} changes over ${streams} connections each`,
    );
    const anew = watchers.reduce((sum, { loadedAnew }) => sum + loadedAnew, 0);
    tell('watchers who had to load again', anew, '', 0);
  });
  await crowd.close();
  await Promise.all(watchers.map((watcher) => watcher.close()));
}

/** Guesses a wrong password at both servers in turn, since they share one limit. */
async function tellGuesses(crowd: Crowd): Promise<void> {
  const { user } = (await crowd.people[0]?.client.ask('whoAmI', {})) ?? {};
  let guesses = 0;
  for (; guesses < 30; guesses += 1) {
    const client = new ApiClient(FRONT.replace('8080', guesses % 2 === 0 ? '3001' : '3002'));
    const said = await client.call('signIn', { email: user?.email ?? '', password: `wrong ${guesses}` });
    if (!said.ok && said.problem.code === 'sign_in_too_many') break;
  }
  tell('guesses at one password, at both servers together', guesses, '', 10);
}
