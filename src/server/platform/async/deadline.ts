/**
 * Deadline of a request: after the deadline, no statement starts and nothing is committed
 * ([why](../../../../docs/decisions/017-work-given-up-is-undone.md)).
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** The server has no time left for the work. The response is 503 with Retry-After. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError';
}

/** Milliseconds to wait after the deadline for a running commit, so that the response can tell the commit's result. */
const SETTLE_MS = 300;
const tooLong = (): OverloadedError => new OverloadedError('The request took too long.');

export class Deadline {
  #leftMs: number;
  #endsAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #giveUp = (): void => {};
  #isOver = false;
  #isAnswered = false;
  #isRunning = false;
  #settling = 0;
  #isWaiting = false;

  constructor(limitMs: number) {
    this.#leftMs = limitMs;
  }

  /** Milliseconds, at least 1. */
  get leftMs(): number {
    return Math.max(1, Math.floor(this.#endsAt - performance.now()));
  }

  /** True once `run` has a result. Work that continues after the result has no deadline. */
  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  check(): void {
    if (this.#isOver) throw tooLong();
  }

  /** Runs work that cannot be undone, such as a commit. Starts it only before the deadline, then awaits it. */
  settle<Result>(work: () => Promise<Result>): Promise<Result> {
    return Deadline.settle([this], work);
  }

  /** @throws OverloadedError if one of the deadlines is over before the work begins */
  static async settle<Result>(deadlines: readonly Deadline[], work: () => Promise<Result>): Promise<Result> {
    for (const deadline of deadlines) deadline.check();
    for (const deadline of deadlines) deadline.#settling += 1;
    try {
      return await work();
    } finally {
      for (const deadline of deadlines) deadline.#settling -= 1;
    }
  }

  /** Runs `work`, such as waiting in a queue. The time of `work` does not use up the limit. */
  async pauseDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
    const began = performance.now();
    this.#isWaiting = true;
    try {
      return await work();
    } finally {
      this.#isWaiting = false;
      this.#endsAt += performance.now() - began;
      if (this.#isRunning) this.#arm();
    }
  }

  /** @throws OverloadedError after the deadline; the work is undone, unless the database hung in a commit */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.race(() => current.run(this, work));
  }

  async race<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#leftMs <= 0) throw tooLong();
    this.#endsAt = performance.now() + this.#leftMs;
    this.#isRunning = true;
    this.#isAnswered = false;
    const over = new Promise<never>((_, reject) => void (this.#giveUp = () => reject(tooLong())));
    this.#arm();
    try {
      const result = await Promise.race([work(), over]);
      this.#isAnswered = true;
      return result;
    } finally {
      this.#isRunning = false;
      this.#leftMs = this.#endsAt - performance.now();
      clearTimeout(this.#timer);
    }
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#isWaiting) return;
      this.#isOver = true;
      if (this.#settling === 0) this.#giveUp();
      else this.#timer = setTimeout(this.#giveUp, SETTLE_MS);
    }, this.leftMs);
  }
}

const current = new AsyncLocalStorage<Deadline | undefined>();

/** Deadline of the current request; none for the server's own work. */
export function currentDeadline(): Deadline | undefined {
  const deadline = current.getStore();
  return deadline?.isAnswered ? undefined : deadline;
}

/** Runs shared work of several requests under the earliest of their deadlines. */
export function settleBatch<Result>(
  deadlines: readonly Deadline[],
  work: () => Promise<Result>,
): Promise<Result> {
  const [first] = deadlines.toSorted((a, b) => a.leftMs - b.leftMs);
  return Deadline.settle(deadlines, () => current.run(first, work));
}

/** Starts the server's own work from a request, without the request's deadline. */
export const withoutDeadline = <Result>(work: () => Result): Result => current.run(undefined, work);

/** Rejects when `work` takes longer than the limit. `work` still goes on, so it must do no harm when late. */
export async function withinLimit<Result>(work: Promise<Result>, limitMs: number): Promise<Result> {
  return new Deadline(limitMs).race(() => work);
}

/** Waits in a queue without using the request's time. */
export const pauseDeadline = <Result>(work: () => Promise<Result>): Promise<Result> =>
  currentDeadline()?.pauseDeadline(work) ?? work();
