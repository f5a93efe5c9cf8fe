/** People who press the four buttons at random, and send a press again until it is answered. */
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiClient } from '#tests/api/client';
import { join } from '#tests/api/joining';
import { isAcknowledged, newPress, PUNCHES, settle, type Press, type PunchAction } from './press.ts';
import { random, type SeededRandom } from './size.ts';

export interface CrowdOptions {
  /** Addresses; each try picks one at random. The list may change while the crowd presses. */
  readonly servers: readonly string[];
  readonly people: number;
  readonly seed: number;
  /** Milliseconds between an answer and the next press of the same person, at most (default 60). */
  readonly pauseMs?: number;
  /** Milliseconds before a press without an answer is sent again (default 100). */
  readonly retryMs?: number;
}

export interface Crowd {
  readonly presses: readonly Press[];
  readonly people: readonly Member[];
  start(): void;
  /** Resolves when all running presses are settled. */
  pause(): Promise<void>;
  /** Drops unsettled presses and closes all connections. */
  close(): Promise<void>;
  /** How many presses were answered with 200. */
  acknowledged(): number;
}

/** A signed-in person of the crowd. */
export interface Member {
  readonly userId: string;
  readonly client: ApiClient;
}

const ACTIONS = Object.keys(PUNCHES) as [PunchAction, ...PunchAction[]];
/** Percentage of presses sent twice at once, as by two devices or a double click. */
const TWICE = 10;
/** Percentage of recorded presses that are repeated after their answer. */
const AGAIN = 10;

/**
 * Registers the people by the API of the first server. The servers must not limit punches
 * (`PUNCHES_PER_HOUR=0`).
 */
export async function openCrowd(options: CrowdOptions): Promise<Crowd> {
  const { servers, people: size, seed, pauseMs = 60, retryMs = 100 } = options;
  const agent = new Agent({ keepAlive: true });
  const givenUp = new AbortController();
  const presses: Press[] = [];
  const [first] = servers;
  if (first === undefined) throw new Error('There is no server to press at.');
  const people: Member[] = [];
  for (let one = 0; one < size; one += 1) people.push(await register(first, `${seed}-${one}`));

  let running: Promise<unknown> = Promise.resolve();
  let isPressing = false;

  async function live({ userId, client }: Member, chance: SeededRandom): Promise<void> {
    const sender = {
      agent,
      cookie: client.cookie,
      givenUp: givenUp.signal,
      retryMs,
      server: () => servers[chance.between(0, servers.length - 1)] ?? '',
    };
    const press = async (): Promise<Press> => {
      const made = newPress(userId, chance.pick(ACTIONS));
      presses.push(made);
      await settle(made, sender);
      return made;
    };
    while (isPressing) {
      const [last] = await Promise.all(chance.percent(TWICE) ? [press(), press()] : [press()]);
      if (last && isAcknowledged(last) && chance.percent(AGAIN)) await settle(last, sender);
      await wait(chance.between(0, pauseMs));
    }
  }

  const pause = async (): Promise<void> => {
    isPressing = false;
    await running;
  };
  let began = 0;
  return {
    presses,
    people,
    pause,
    start() {
      if (isPressing) return;
      isPressing = true;
      began += 1;
      running = Promise.all(people.map((member, index) => live(member, random(seed + began * 7919 + index))));
    },
    async close() {
      givenUp.abort();
      await pause();
      agent.destroy();
    },
    acknowledged: () => presses.filter(isAcknowledged).length,
  };
}

async function register(url: string, name: string): Promise<Member> {
  const client = new ApiClient(url);
  const { id } = await join(client, `${name}-${crypto.randomUUID()}@example.com`, `Crowd ${name}`);
  return { userId: id, client };
}
