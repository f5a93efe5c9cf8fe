/** The real counterpart of the model: people with browsers, an admin, and readers of the live stream. */
import { createConnection } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { User } from '#contract/records';
import type { InputOf, OutputOf, RouteName } from '#contract/routes';
import { defaultSettings } from '#domain/settings/settings';
import { settingsForm, FRIDAY, giveSession, registerAdmin, registerUser, TestClock } from '#tests/make';
import { ApiClient } from '#tests/api/client';
import { cloneDatabase, type TestDatabase } from '#tests/support/cluster';
import { openRelay, type Relay } from '#tests/support/relay';
import { openFollower, type Follower } from './follower.ts';
import { DAY, HOUR, Model, type Person, type Settings } from './model.ts';
import { openPlace, portOf, type Place } from './model-servers.ts';

const WEEK = 7 * 24 * HOUR;
/** Tries, 20 ms apart: enough to outlast a change of servers. */
const TRIES = 500;

export type Where = 0 | 1;

/** The final answer of the servers: what was done, or the code of the problem. */
export type Said<Name extends RouteName> = { readonly output: OutputOf<Name> } | { readonly code: string };

/** A request with its answer; `by` is null for the admin and for a registration. */
export interface Answered {
  readonly by: Person | null;
  readonly route: RouteName;
  readonly requestId: string;
  readonly input: object;
  readonly output: unknown;
}

/** A person's account as it was created, and their browser. */
interface Known {
  readonly user: User;
  readonly browser: ApiClient;
}

/** A reader of the live stream that can sleep: its connection is cut, and it reconnects by itself. */
export interface Reader {
  readonly follower: Follower;
  readonly line: Relay;
}

export class Workplace {
  readonly clock: TestClock;
  readonly test: TestDatabase;
  readonly places: readonly [Place, Place];
  readonly admin = new ApiClient('');
  readonly adminId: string;
  readonly #known = new Map<string, Known>();
  readers: Reader[] = [];
  /** The answers of this sequence. */
  answers: Answered[] = [];

  private constructor(made: Pick<Workplace, 'clock' | 'test' | 'places' | 'adminId'>) {
    this.clock = made.clock;
    this.test = made.test;
    this.places = made.places;
    this.adminId = made.adminId;
  }

  static async open(): Promise<Workplace> {
    const [clock, test] = [new TestClock(), await cloneDatabase()];
    const places = [await openPlace(test, clock), await openPlace(test, clock)] as const;
    const { id: adminId } = await registerAdmin({ test, clock });
    return new Workplace({ clock, test, places, adminId });
  }

  /** Number of killed servers. */
  get kills(): number {
    return this.places.reduce((sum, { kills }) => sum + kills, 0);
  }

  async close(): Promise<void> {
    await this.endSequence();
    await Promise.all(this.places.map((place) => place.close()));
    await this.test.drop();
  }

  /**
   * Starts on a Friday, some hours after nine, with two new people who are signed in and followed.
   */
  async beginSequence(hours: number): Promise<Model> {
    const weeks = Math.ceil((this.clock.now() - FRIDAY) / WEEK) + 1;
    const begins = FRIDAY + weeks * WEEK + hours * HOUR;
    // Resets the settings three days before, so that the zone of the previous sequence no longer applies.
    this.clock.set(begins - 3 * DAY);
    await giveSession(this, this.admin, this.adminId);
    const settings = await this.#defaultSettings();
    this.clock.set(begins);
    await giveSession(this, this.admin, this.adminId);
    const { rowCount } = await this.test.owner.query('SELECT FROM counted_entry LIMIT 1');
    const model = new Model(begins, ...settings, rowCount !== 0);
    for (const name of ['Ada', 'Bob']) {
      const user = await registerUser(this, { name });
      model.register(user).isSignedIn = true;
      await giveSession(this, this.meet(user), user.id);
    }
    await this.#follow(this.admin, this.adminId, 'all');
    for (const { id } of model.people.slice(0, 1)) await this.#follow(this.browserOf(id), id, 'own');
    return model;
  }

  async endSequence(): Promise<void> {
    for (const { follower, line } of this.readers) {
      await follower.close();
      await line.cut();
    }
    this.readers = [];
    this.answers = [];
    this.#known.clear();
  }

  /** Adds a person. @returns their browser */
  meet(user: User): ApiClient {
    const browser = new ApiClient('');
    this.#known.set(user.id, { user, browser });
    return browser;
  }

  browserOf = (userId: string): ApiClient => this.#of(userId).browser;

  /** The account as it was made. */
  userOf = (userId: string): User => this.#of(userId).user;

  #of(userId: string): Known {
    const known = this.#known.get(userId);
    if (!known) throw new Error('Nobody knows this person.');
    return known;
  }

  /**
   * Sends a request until it is answered. After no answer or 503 it goes to the other server. Answers must fit
   * the contract.
   */
  async ask<Name extends RouteName>(
    browser: ApiClient,
    where: Where,
    route: Name,
    input: InputOf<Name>,
  ): Promise<Said<Name>> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const at = browser.at(this.places[(where + attempt) % 2 ? 1 : 0].url);
      const answer = await at.call(route, input).catch(lostOrThrow);
      if (answer && answer.status !== 503) {
        for (const [name, value] of at.cookies) browser.cookies.set(name, value);
        return answer.ok ? { output: answer.output } : { code: answer.problem.code };
      }
      await wait(20);
    }
    throw new Error(`No server ever answered ${route}.`);
  }

  /** Keeps one answer for each request id, since a repeated request gets the same answer. */
  keep(answered: Answered): void {
    if (this.answers.every(({ requestId }) => requestId !== answered.requestId)) this.answers.push(answered);
  }

  /** Resets the settings to those of a new workplace; returns their version. */
  async #defaultSettings(): Promise<[Settings, number]> {
    const defaults = settingsForm(defaultSettings('UTC'));
    const asked = await this.ask(this.admin, 0, 'settings', {});
    const version = 'output' in asked ? asked.output.settings.version : 0;
    const saved = await this.ask(this.admin, 0, 'updateSettings', { ...defaults, version });
    if (!('output' in saved)) throw new Error(`The settings were not saved: ${saved.code}`);
    return [{ ...defaults, timeZone: 'UTC' }, saved.output.settings.version];
  }

  /** Each new stream opens at the other server. */
  async #follow(client: ApiClient, userId: string, scope: 'own' | 'all'): Promise<void> {
    let streams = 0;
    const line = await openRelay(() =>
      createConnection(portOf(this.places[streams++ % 2 ? 1 : 0].url), '127.0.0.1'),
    );
    const servers = [`http://127.0.0.1:${line.port}`];
    const follower = await openFollower({ servers, client, userId, scope, retryMs: 20 });
    this.readers.push({ follower, line });
  }
}

function lostOrThrow(error: unknown): null {
  // `fetch` throws this when the connection breaks. A broken contract throws another error.
  if (error instanceof TypeError) return null;
  throw error;
}
