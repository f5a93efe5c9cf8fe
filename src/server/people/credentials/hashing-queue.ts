/** A queue for password hashing. Networks take turns, so a flood from one network does not delay the others. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { OverloadedError, pauseDeadline } from '../../platform/async/deadline.ts';

/** Leaves a core for punches. */
const PARALLEL_MAX = Math.max(1, availableParallelism() - 1);
/** Hashes that may wait at most. Even a large office needs fewer on its first morning. */
const QUEUE_MAX = 800 * PARALLEL_MAX;
/** Milliseconds that a hash may wait. Shorter than the browser's timeout. */
const WAIT_MAX_MS = 10_000;
const PER_CALLER_MAX = 16;

export interface Caller {
  readonly place: string;
  readonly account: string;
  /** Milliseconds; `WAIT_MAX_MS` by default. */
  readonly maxWaitMs?: number;
}

/** Caller for the server itself, for the command line, and for admins who act for others. */
const SERVER_CALLER: Caller = { place: '', account: '' };

const currentCaller = new AsyncLocalStorage<Caller>();
const runningByCaller = new Map<string, number>();

/** @throws OverloadedError if too much work of the same caller is running */
export async function runAsCaller<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> {
  const key = `${caller.place} ${caller.account}`;
  const others = runningByCaller.get(key) ?? 0;
  if (others >= PER_CALLER_MAX) throw new OverloadedError('Too many at once at one account.');
  runningByCaller.set(key, others + 1);
  try {
    return await currentCaller.run(caller, work);
  } finally {
    const left = (runningByCaller.get(key) ?? 1) - 1;
    if (left > 0) runningByCaller.set(key, left);
    else runningByCaller.delete(key);
  }
}

interface Waiter {
  start(): void;
  reject(): void;
}

/** Waiting work by place (a network or known browser), then by account. Places take turns, and so do their accounts. */
const waiting = new Map<string, Map<string, Waiter[]>>();
let running = 0;

const sizeOf = (accounts: ReadonlyMap<string, readonly Waiter[]>): number =>
  [...accounts.values()].reduce((sum, { length }) => sum + length, 0);
const sizeOfAll = (): number => [...waiting.values()].reduce((sum, accounts) => sum + sizeOf(accounts), 0);

export const hashingQueueState = (): { readonly waiting: number; readonly running: number } => ({
  waiting: sizeOfAll(),
  running,
});

/**
 * Runs `work` when its turn comes. The time in the queue does not use up the request's time limit.
 * @throws OverloadedError after a long wait. A full queue refuses the last work of the busiest place.
 */
export function inHashingQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  const served = async (): Promise<Result> => {
    if (running < PARALLEL_MAX) running += 1;
    else await waitForTurn(currentCaller.getStore() ?? SERVER_CALLER);
    try {
      return await work();
    } finally {
      const next = takeNext();
      if (next) next.start();
      else running -= 1;
    }
  };
  return pauseDeadline(served);
}

function waitForTurn({ place, account, maxWaitMs = WAIT_MAX_MS }: Caller): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (): void => reject(new OverloadedError('Too many passwords are being checked.'));
    const late = setTimeout(() => {
      removeWaiter(place, account, waiter);
      refuse();
    }, maxWaitMs);
    const waiter: Waiter = {
      start: () => {
        clearTimeout(late);
        resolve();
      },
      reject: () => {
        clearTimeout(late);
        refuse();
      },
    };
    const accounts = waiting.get(place) ?? new Map<string, Waiter[]>();
    waiting.set(place, accounts.set(account, [...(accounts.get(account) ?? []), waiter]));
    if (sizeOfAll() > QUEUE_MAX) removeNewestOfLongestQueue()?.reject();
  });
}

function takeNext(): Waiter | undefined {
  const [first] = waiting;
  const [own] = first?.[1] ?? [];
  if (!first || !own) return undefined;
  const [place, accounts] = first;
  const [account, [next, ...rest]] = own;
  waiting.delete(place);
  accounts.delete(account);
  if (rest.length > 0) accounts.set(account, rest);
  if (accounts.size > 0) waiting.set(place, accounts);
  return next;
}

function removeNewestOfLongestQueue(): Waiter | undefined {
  const place = [...waiting].toSorted(([, one], [, other]) => sizeOf(other) - sizeOf(one))[0];
  const own = [...(place?.[1] ?? [])].toSorted(([, one], [, other]) => other.length - one.length)[0];
  const last = own?.[1].at(-1);
  if (place && own && last) removeWaiter(place[0], own[0], last);
  return last;
}

function removeWaiter(place: string, account: string, waiter: Waiter): void {
  const accounts = waiting.get(place);
  const rest = accounts?.get(account)?.filter((other) => other !== waiter) ?? [];
  if (rest.length > 0) accounts?.set(account, rest);
  else accounts?.delete(account);
  if (accounts?.size === 0) waiting.delete(place);
}
