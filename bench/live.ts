/**
 * `npm run bench -- live`: measures milliseconds from sending a punch to its event in the watchers' browsers: 50
 * admins at 30 punches a second, and 1,000 admins at 100. Also measures the punch's own answer. Smaller:
 * BENCH_PEOPLE=200 BENCH_DAYS=10 BENCH_SECONDS=1. Needs a build.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '#contract/routes';
import { openBare, scaled, scaleOf } from './pinned/bare.ts';
import { count, DAYS, ms, PEOPLE, rounds, SECONDS, type Figure } from './pinned/figure.ts';
import { get, nextPunch, openLine, openSocket, percentiles, type Line } from './pinned/load.ts';
import { openServer, type Server } from './pinned/server.ts';

/** Limits in milliseconds on the reference machine (see `scaled`). */
const CASES = [
  { watchers: 50, perSecond: 30, limits: { p50: 7, p99: 30 } },
  { watchers: 1_000, perSecond: 100, limits: { p50: undefined, p99: 120 } },
] as const;
/** Number of streams that are parsed. The others are only received, since this process has one core. */
const READ_AT_MOST = 50;
/** An event that has not come after this time counts as taking this time. */
const GIVEN_UP_MS = 5_000;

export async function measure(): Promise<Figure[]> {
  const admins = Math.max(...CASES.map(({ watchers }) => watchers));
  const server = await openServer({ people: PEOPLE.usual, days: DAYS, admins });
  try {
    const scale = await scaleOf(await openBare(server));
    const figures: Figure[] = [];
    for (const { watchers, perSecond, limits } of CASES) {
      const { p50, p99, answerP50, answerP99, missing } = await measureLive(server, watchers, perSecond);
      const label = `punch to event, ${count(watchers)} watchers, ${perSecond}/s`;
      const beside = `the punch's own answer ${ms(answerP50)}, 99 % ${ms(answerP99)}; ${count(missing)} never came`;
      figures.push(
        { label, value: p50, unit: 'ms', limit: scaled(limits.p50, scale) },
        { label: `${label}, p99`, value: p99, unit: 'ms', limit: scaled(limits.p99, scale), note: beside },
      );
    }
    return figures;
  } finally {
    await server.close();
  }
}

async function measureLive(server: Server, watchers: number, perSecond: number) {
  /** Time of each person's last punch, by user id. */
  const sentAt = new Map<string, number>();
  let taken: number[] = [];
  const heard = (userId: string): void => {
    const sent = sentAt.get(userId);
    if (sent !== undefined) taken.push(performance.now() - sent);
  };
  const read = Math.min(watchers, READ_AT_MOST);
  const every = Math.floor(watchers / read);
  const ends: (() => void)[] = [];
  for (const [index, cookie] of server.admins.slice(0, watchers).entries())
    ends.push(await openStream(server.url, cookie, index % every === 0 ? heard : null));
  const round = async (seconds: number) => {
    taken = [];
    sentAt.clear();
    const punches = Math.round(seconds * perSecond);
    const answers = percentiles(await letPunch(server, punches, perSecond, sentAt));
    const giveUpAt = performance.now() + GIVEN_UP_MS;
    while (taken.length < punches * read && performance.now() < giveUpAt) await wait(10);
    const missing = punches * read - taken.length;
    const { p50, p99 } = percentiles([...taken, ...Array.from({ length: missing }, () => GIVEN_UP_MS)]);
    return { p50, p99, answerP50: answers.p50, answerP99: answers.p99, missing };
  };
  await round(SECONDS);
  const figures = await rounds(() => round(2 * SECONDS));
  for (const end of ends) end();
  return figures;
}

/** Sends each punch when it is due, even if the one before is unanswered. @returns milliseconds of the answered ones */
async function letPunch(
  server: Server,
  punches: number,
  perSecond: number,
  sentAt: Map<string, number>,
): Promise<number[]> {
  const idle: Line[] = [];
  const taken: number[] = [];
  const punchOnce = async (number: number): Promise<void> => {
    const { person, request } = nextPunch(server, number);
    const line = idle.pop() ?? (await openLine(server.url));
    const sent = performance.now();
    sentAt.set(person.id, sent);
    try {
      await line.ask(request);
      taken.push(performance.now() - sent);
      idle.push(line);
    } catch {
      // The server took too long and undid the punch, so its event never comes.
      person.isIn = !person.isIn;
      line.close();
    }
  };
  const running: Promise<void>[] = [];
  const began = performance.now();
  for (let number = 0; number < punches; number += 1) {
    const due = began + (number * 1_000) / perSecond;
    if (due > performance.now()) await wait(due - performance.now());
    running.push(punchOnce(number));
  }
  await Promise.all(running);
  for (const { close } of idle) close();
  return taken;
}

/** @param heard gets the user id of each change; null discards events. @returns a function that closes the stream */
async function openStream(
  url: string,
  cookie: string,
  heard: ((userId: string) => void) | null,
): Promise<() => void> {
  let begin: (answer: string) => void = () => {};
  const begun = new Promise<string>((resolve) => void (begin = resolve));
  let rest = '';
  const take = (chunk: Buffer): void => {
    begin(chunk.toString('latin1', 0, 100));
    if (!heard) return;
    const events = `${rest}${chunk.toString('latin1')}`.split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      // The first user id in a change is that of the person who punched.
      const userId = event.includes('"type":"change"') && /"userId":"([0-9a-f-]{36})"/.exec(event)?.[1];
      if (userId) heard(userId);
    }
  };
  const socket = await openSocket(url, take, () => {});
  socket.write(get(url, cookie, routes.live.path), 'latin1');
  const answer = await begun;
  if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(`No stream was opened: ${answer}`);
  return () => void socket.destroy();
}
