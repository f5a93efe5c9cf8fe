/**
 * One campaign: a crowd punches, an admin and an employee follow the stream, a fault happens, and the checker
 * reads the history. Repeated in cycles.
 */
import type { Connection } from '#server/platform/database/connection';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { until } from '#tests/support/punctual-process';
import { findViolations } from './checker.ts';
import { openCrowd, type Crowd, type Member } from './crowd.ts';
import { openFollower, type Follower } from './follower.ts';
import { wasUnheard, type Press } from './press.ts';
import { cycles, random, report, seed as newSeed, type SeededRandom } from './size.ts';

export interface CampaignOptions {
  /** Its name in the report: 'kill -9 of the server'. */
  readonly title: string;
  /** Addresses of the servers; may change during the campaign. */
  readonly servers: string[];
  /** Addresses for the crowd, if they differ. */
  readonly pressedAt?: string[];
  readonly admin: Member;
  readonly people?: number;
  /** The random seed; SEED or a new one by default. */
  readonly seed?: number;
  /** The state of the server, reported with the first violation. */
  readonly record?: () => Promise<string>;
  readonly asOwner: <Result>(work: (owner: Connection) => Promise<Result>) => Promise<Result>;
}

export interface Campaign {
  readonly crowd: Crowd;
  /** An admin, and an employee of the crowd. */
  readonly followers: readonly Follower[];
  readonly chance: SeededRandom;
  /** Violations so far, each with its cycle. */
  readonly violations: string[];
  /**
   * The crowd presses, then the fault happens. Afterwards more presses must succeed without help, and the
   * history is checked.
   */
  cycle(fault: () => Promise<void>): Promise<void>;
  /** Prints the figures, and further lines. */
  tell(...more: string[]): void;
}

/** Opens a campaign for a test. It ends with the test. */
export async function openCampaign(options: CampaignOptions): Promise<Campaign> {
  const { title, servers, pressedAt = servers, admin, asOwner } = options;
  const { people = cycles(6, 24, 24), seed = newSeed() } = options;
  const chance = random(seed);
  const crowd = await openCrowd({ servers: pressedAt, people, seed, pauseMs: 30 });
  onTestFinished(() => crowd.close());
  const [employee = admin] = crowd.people;
  const followers: Follower[] = [];
  onTestFinished(async () => void (await Promise.all(followers.map((follower) => follower.close()))));
  followers.push(
    await openFollower({ servers, ...admin, scope: 'all' }),
    await openFollower({ servers, ...employee, scope: 'own' }),
  );
  const violations: string[] = [];
  let count = 0;
  let slowestMs = 0;
  const more = async (presses: number): Promise<void> => {
    const enough = crowd.acknowledged() + presses;
    await until(`${presses} more presses are acknowledged`, () => crowd.acknowledged() >= enough);
  };
  return {
    crowd,
    followers,
    chance,
    violations,
    async cycle(fault) {
      count += 1;
      crowd.start();
      await more(chance.between(10, 2 * people));
      await wait(chance.between(0, 20));
      const began = performance.now();
      await fault();
      await more(1);
      slowestMs = Math.max(slowestMs, performance.now() - began);
      await more(people);
      let isSettled = false;
      void crowd.pause().then(() => (isSettled = true));
      await until('every press is settled', () => isSettled);
      const found = await asOwner((owner) => findViolations({ presses: crowd.presses, followers }, owner));
      if (found.length > 0 && violations.length === 0) {
        const stories = followers.map(({ scope, story }) => `${scope}:\n${story.join('\n')}`);
        report(
          [`${title}, cycle ${count}, seed ${seed}`, ...stories, (await options.record?.()) ?? ''].join('\n'),
        );
      }
      violations.push(...found.map((one) => `cycle ${count}: ${one}`));
    },
    tell(...figures) {
      report(
        [
          `${title}: ${count} cycles`,
          `${crowd.acknowledged()} punches acknowledged`,
          `${crowd.presses.filter(wasUnheard).length} of them by the answer to a second try`,
          `${failed(crowd.presses, 0)} tries without an answer`,
          `${failed(crowd.presses, 503)} times 503`,
          `works again after at most ${(slowestMs / 1000).toFixed(1)} s`,
          ...figures,
          `followers loaded anew ${followers.reduce((sum, { loadedAnew }) => sum + loadedAnew, 0)} times`,
          `${violations.length} violations`,
          `seed ${seed}`,
        ].join(', '),
      );
    },
  };
}

const failed = (presses: readonly Press[], status: number): number =>
  presses.reduce((sum, { failures }) => sum + failures.filter((said) => said.status === status).length, 0);
