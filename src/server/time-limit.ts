/**
 * How long work may take, and what becomes of it then. A request's work runs under a deadline that the database
 * keeps: once it has passed no statement begins, and nothing is committed. So whoever is told that it did not
 * work can rely on it ([why](../../docs/decisions/017-work-given-up-is-undone.md)).
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Thrown where a refusal cannot be returned: work that never came to its turn. Answered as 503 with
 * Retry-After.
 */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError';
}

/** What is being committed when the time is over is waited for as long, to tell what became of it. */
const SETTLE_MS = 300;
const tooLong = (): OverloadedError => new OverloadedError('The request took too long.');

export class Deadline {
  readonly #endsAt: number;
  #isOver = false;
  #isAnswered = false;
  #settling = 0;

  constructor(limitMs: number) {
    this.#endsAt = performance.now() + limitMs;
  }

  /** Milliseconds, at least 1. */
  get leftMs(): number {
    return Math.max(1, Math.floor(this.#endsAt - performance.now()));
  }

  /** The work's answer was given: what goes on after it is bound by nothing. */
  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  /** To be called before anything is begun. @throws OverloadedError when the time is over */
  check(): void {
    if (this.#isOver) throw tooLong();
  }

  /** For what cannot be taken back once it is sent: begun in time only, and then waited for. */
  async settle<Result>(work: () => Promise<Result>): Promise<Result> {
    this.check();
    this.#settling += 1;
    try {
      return await work();
    } finally {
      this.#settling -= 1;
    }
  }

  /** The work's result, or OverloadedError when the time is over. */
  async race<Result>(work: Promise<Result>): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<never>((_, reject) => {
      const giveUp = (): void => reject(tooLong());
      timer = setTimeout(() => {
        this.#isOver = true;
        if (this.#settling === 0) giveUp();
        else timer = setTimeout(giveUp, SETTLE_MS);
      }, this.leftMs);
    });
    try {
      const result = await Promise.race([work, over]);
      this.#isAnswered = true;
      return result;
    } finally {
      clearTimeout(timer);
    }
  }
}

const current = new AsyncLocalStorage<Deadline | undefined>();

/** The deadline of the request whose work this is; none for the server's own work. */
export function currentDeadline(): Deadline | undefined {
  const deadline = current.getStore();
  return deadline?.isAnswered ? undefined : deadline;
}

/**
 * Runs the work of a request.
 * @throws OverloadedError when it takes longer; it is undone then, unless the database has stopped answering in
 * the middle of a commit
 */
export function withDeadline<Result>(limitMs: number, work: () => Promise<Result>): Promise<Result> {
  const deadline = new Deadline(limitMs);
  return deadline.race(current.run(deadline, work));
}

/** Begins work of the server's own that a request only gave the word for. */
export const withoutDeadline = <Result>(work: () => Result): Result => current.run(undefined, work);

/** Rejects when `work` takes longer; it may still come to its end, so that it must be one that does no harm. */
export async function withinLimit<Result>(work: Promise<Result>, limitMs: number): Promise<Result> {
  return new Deadline(limitMs).race(work);
}
