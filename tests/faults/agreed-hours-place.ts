/** Two servers on one database, with two employees and two admins who agree on hours and periods. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { InputOf, RouteName } from '#contract/routes';
import type { Leave } from '#domain/leave/leave';
import type { CorrectionState } from '#domain/correction/state';
import type { PunchShift } from '#domain/entry/punch-shift';
import { shiftPunches } from '#server/hours/corrections/shift-commands';
import type { ApiClient } from '#tests/api/client';
import { FRIDAY, giveSession, registerAdmin, registerUser, requestId, settingsForm } from '#tests/make';
import { defaultSettings } from '#domain/settings/settings';
import type { Actor } from './agreed-hours-steps.ts';
import { findViolations } from './checker.ts';
import { countedOf, recount } from './agreed-hours-recount.ts';
import type { Said, Where, Workplace } from './model-workplace.ts';

const DAY = 86_400_000;

export interface Worker {
  readonly id: string;
  readonly browser: ApiClient;
}

/** The counted times of an entry, in epoch milliseconds. */
export interface CountedEntry {
  readonly id: string;
  readonly clockIn: number;
  readonly clockOut: number | null;
  readonly breaks: readonly { readonly start: number; readonly end: number | null }[];
}

interface KnownCorrection {
  readonly id: string;
  readonly version: number;
  readonly state: CorrectionState;
}

/** Expected refusals. Any other failure is a violation. */
const REFUSALS =
  /^(correction_|leave_|entry_|period_|requests_too_many|forbidden|already_clocked_in|not_|on_break|invalid_input|request_id_reused)/;

export class AgreedPlace {
  readonly #real: Workplace;
  readonly workers: Readonly<Record<Actor, Worker>>;
  /** Forbidden answers. */
  readonly #faults: string[] = [];
  /** The hash of each period when it was closed, by person, first day and closing time. */
  readonly #hashes = new Map<string, string>();
  answers = 0;
  refusals = 0;

  private constructor(real: Workplace, workers: Readonly<Record<Actor, Worker>>) {
    this.#real = real;
    this.workers = workers;
  }

  /** Starts on a Friday at nine with weekly periods, long after the weeks of the previous sequence. */
  static async begin(real: Workplace): Promise<AgreedPlace> {
    const weeks = Math.ceil((real.clock.now() - FRIDAY) / (7 * DAY)) + 12;
    real.clock.set(FRIDAY + weeks * 7 * DAY);
    const enter = async (id: string, browser: ApiClient): Promise<Worker> => {
      await giveSession(real, browser, id);
      return { id, browser };
    };
    const employee = async (name: string): Promise<Worker> => {
      const user = await registerUser(real, { name });
      return enter(user.id, real.meet(user));
    };
    const linus = await registerAdmin(real, { name: 'Linus' });
    const place = new AgreedPlace(real, {
      ada: await employee('Ada'),
      bob: await employee('Bob'),
      grace: await enter(real.adminId, real.admin),
      linus: await enter(linus.id, real.meet(linus)),
    });
    const { version, payPeriod } = (await place.#asked('settings', {})).settings;
    await place.#asked('updateSettings', {
      ...settingsForm(defaultSettings('UTC')),
      version,
      ...(payPeriod === 'weekly' ? {} : { payPeriod: 'weekly', payPeriodFrom: '2026-11-16' }),
    });
    return place;
  }

  async #asked<Name extends RouteName>(route: Name, input: InputOf<Name>) {
    const said = await this.#real.ask(this.#real.admin, 0, route, input);
    if ('code' in said) throw new Error(`${route} was refused: ${said.code}`);
    return said.output;
  }

  get now(): number {
    return this.#real.clock.now();
  }

  pass(ms: number): void {
    this.#real.clock.set(this.now + ms);
  }

  kill(where: Where): Promise<void> {
    return this.#real.places[where].kill();
  }

  async killAfter(where: Where, ms: number): Promise<void> {
    await wait(ms);
    await this.kill(where);
  }

  /** Sends a request. If the session has expired, sends it again with a new one. */
  async ask<Name extends RouteName>(
    by: Actor,
    where: Where,
    route: Name,
    input: InputOf<Name>,
  ): Promise<Said<Name>> {
    const { browser, id } = this.workers[by];
    const said = await this.#real.ask(browser, where, route, input);
    if (!('code' in said) || !/^(not_signed_in|clock_in_without_user)$/.test(said.code)) return said;
    await giveSession(this.#real, browser, id);
    return this.#real.ask(browser, where, route, input);
  }

  /** Moves punches like `punctual shift-punches`, with a new reason each time: the same one moves nobody twice. */
  async shiftPunches(by: Actor, shift: PunchShift): Promise<void> {
    const { ada, bob, [by]: actor } = this.workers;
    const request = { shift, actorId: actor.id, reason: `Wrong clock ${requestId()}`, now: this.now };
    const people = await shiftPunches(this.#real.test.database, request, [ada.id, bob.id]);
    for (const { refusal } of people)
      if (refusal === null) this.answers += 1;
      else this.refusals += 1;
  }

  /** Collects forbidden answers: unexpected failures, and different answers to one request. */
  heard(route: RouteName, said: readonly Said<RouteName>[]): void {
    const [one, other] = said;
    for (const answer of said) {
      if ('code' in answer) this.refusals += 1;
      else this.answers += 1;
      if ('code' in answer && !REFUSALS.test(answer.code))
        this.#faults.push(`${route} was answered ${answer.code}`);
    }
    if (other && one && JSON.stringify(one) !== JSON.stringify(other))
      this.#faults.push(
        `${route} was answered twice, and not the same: ${JSON.stringify(one)} ${JSON.stringify(other)}`,
      );
  }

  async entriesOf(actor: Actor): Promise<CountedEntry[]> {
    const { id: userId } = this.workers[actor];
    const counted = (await countedOf(this.#real.test.owner, [userId])).get(userId) ?? new Map();
    const times = [...counted].filter(([, one]) => one !== 'leave');
    const instants = times.map(([id, { clockIn, clockOut, breaks }]) => ({
      id,
      clockIn: Date.parse(clockIn),
      clockOut: clockOut === null ? null : Date.parse(clockOut),
      breaks: breaks.map(({ start, end }: { start: string; end: string | null }) => ({
        start: Date.parse(start),
        end: end === null ? null : Date.parse(end),
      })),
    }));
    return instants.toSorted((one, other) => one.clockIn - other.clockIn);
  }

  /** Counted leave of a person, earliest first. */
  async leaveOf(actor: Actor): Promise<(Leave & { readonly id: string })[]> {
    const { rows } = await this.#real.test.owner.query<Leave & { readonly id: string }>(
      'SELECT id, kind, first::text, last::text, half FROM counted_leave WHERE user_id = $1 ORDER BY first',
      [this.workers[actor].id],
    );
    return rows;
  }

  async correctionsOf(actor: Actor): Promise<KnownCorrection[]> {
    const { rows } = await this.#real.test.owner.query<KnownCorrection>(
      'SELECT id, version, state FROM correction WHERE user_id = $1 ORDER BY asked_at, id',
      [this.workers[actor].id],
    );
    return rows;
  }

  async periodVersion(userId: string, first: string): Promise<number> {
    const { rows } = await this.#real.test.owner.query<{ version: number }>(
      'SELECT version FROM period WHERE user_id = $1 AND first = $2',
      [userId, first],
    );
    return rows[0]?.version ?? 0;
  }

  /** Checks after each step that a closed period still has its hash. */
  async look(): Promise<void> {
    const { rows } = await this.#real.test.owner.query<{ key: string; hash: Buffer; frozen: unknown }>(
      `SELECT concat_ws(' ', user_id, first, closed_at) AS key, frozen_hash AS hash, frozen
       FROM period WHERE user_id = ANY ($1) AND is_closed`,
      [this.#people],
    );
    for (const { key, hash, frozen } of rows) {
      const now = hash.toString('hex');
      const before = this.#hashes.get(key) ?? now;
      this.#hashes.set(key, before);
      if (now !== before || sha256(inOrder(frozen)) !== before)
        this.#faults.push(`the closed period ${key} has another hash than before`);
    }
  }

  get #people(): string[] {
    return [this.workers.ada.id, this.workers.bob.id];
  }

  /** All violations, one line each. */
  async faults(): Promise<string[]> {
    const { owner } = this.#real.test;
    const told = await recount(owner, this.#people);
    const counted = await countedOf(owner, this.#people);
    const found = [...this.#faults, ...told.faults];
    const { rows } = await owner.query<{ key: string; hash: string }>(
      `SELECT concat_ws(' ', user_id, first) AS key, encode(frozen_hash, 'hex') AS hash
       FROM period WHERE user_id = ANY ($1) AND is_closed`,
      [this.#people],
    );
    for (const { key, hash } of rows)
      if (told.closed.get(key) !== hash) found.push(`the ledger does not tell of the closed period ${key}`);
    for (const id of this.#people) {
      const [tables, ledger] = [counted.get(id), told.counting.get(id)].map((of) => asText(of ?? new Map()));
      if (tables !== ledger) found.push(`what counts of ${id} is ${tables}, and by the ledger ${ledger}`);
    }
    return [...found, ...(await findViolations({ presses: [] }, owner))];
  }

  get closed(): number {
    return this.#hashes.size;
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** JSON with the members of each object in the order of their names. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );

const asText = (counting: ReadonlyMap<string, unknown>): string =>
  inOrder([...counting].toSorted(([one], [other]) => (one < other ? -1 : 1)));
