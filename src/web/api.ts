/** Calls the contract's routes. After `unreachable`, the client cannot know whether the request was carried out. */
import { say } from '#texts/say';
import { addresses } from '#contract/addresses';
import { isProblemCode, type Problem, type ProblemCode } from '#contract/problems';
import type { InputOf, OutputOf, RouteName } from '#contract/routes';
import { isOffline } from './browser/offline.ts';
import { newRequestId } from './browser/request-id.ts';
import { deviceNow } from './time/clock.ts';
import type { EpochMs } from '#domain/time/units';

export interface Refusal {
  readonly kind: 'refused';
  readonly code: ProblemCode;
  readonly status: number;
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}
export interface Unreachable {
  readonly kind: 'unreachable';
  readonly message: string;
}
export type Failure = Refusal | Unreachable;

/** `sentAt` and `receivedAt` are times of this device's clock. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T; readonly sentAt: EpochMs; readonly receivedAt: EpochMs }
  | { readonly ok: false; readonly failure: Failure };

/** A failure as an Error, since TanStack Query expects a thrown error. */
export class FailedCall extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

interface CallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds to wait for the whole answer, and in which retries begin; 15 s by default. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 15_000;
const sessionLostListeners = new Set<(refusal: Refusal) => void>();

/** Calls `listener` whenever the server answers that nobody is signed in, on a route that needs somebody. */
export function onSessionLost(listener: (refusal: Refusal) => void): () => void {
  sessionLostListeners.add(listener);
  return () => sessionLostListeners.delete(listener);
}

const unreachableListeners = new Set<(name: RouteName) => void>();

export function onUnreachable(listener: (name: RouteName) => void): () => void {
  unreachableListeners.add(listener);
  return () => unreachableListeners.delete(listener);
}

/** Throws only when `signal` is aborted. Retries repeatable calls for some seconds, to hide a server restart. */
export function call<Name extends RouteName>(
  name: Name,
  input: InputOf<Name>,
  options: CallOptions = {},
): Promise<Answer<OutputOf<Name>>> {
  const answer = callWithRetries(name, input, options);
  return addresses[name].method === 'GET' ? answer : trackWrite(answer);
}

const pendingWrites = new Set<Promise<unknown>>();

/** Registers work that must be done before the page reloads or the session ends. Returns the same promise. */
export function trackWrite<Result>(work: Promise<Result>): Promise<Result> {
  const settled = work.catch(() => undefined).finally(() => pendingWrites.delete(settled));
  pendingWrites.add(settled);
  return work;
}

export async function whenWritesSettled(): Promise<void> {
  while (pendingWrites.size > 0) await Promise.all(pendingWrites);
}

/** Reads in progress that need the session. */
const pendingReads = new Set<AbortController>();
/** Delays reads while the session ends. */
let readsPaused: Promise<void> | null = null;

/** Waits for writes, aborts reads, then ends the session by `work`. New reads are sent only if `work` fails. */
export async function endSessionWith<Result extends Answer<unknown>>(
  work: () => Promise<Result>,
): Promise<Result> {
  await whenWritesSettled();
  let resume = (): void => {};
  readsPaused = new Promise((resolve) => (resume = resolve));
  for (const read of pendingReads) read.abort();
  const answer = await work();
  readsPaused = null;
  if (!answer.ok) resume();
  return answer;
}

async function callWithRetries<Name extends RouteName>(
  name: Name,
  input: InputOf<Name>,
  options: CallOptions,
): Promise<Answer<OutputOf<Name>>> {
  const {
    method,
    takesRequestId = false,
    isRepeatable = takesRequestId || method === 'GET',
  } = addresses[name];
  const sentInput = takesRequestId ? withRequestId(name, input) : input;
  const withinMs = Math.min(RETRY_WITHIN_MS, options.timeoutMs ?? RETRY_WITHIN_MS);
  const began = performance.now();
  let { answer, notBeforeMs } = await callOnce(name, sentInput, options);
  for (const pause of isRepeatable ? RETRY_AFTER_MS : []) {
    const ms = notBeforeMs + pause * (0.5 + Math.random());
    const isTooLate = performance.now() - began + ms > withinMs;
    if (!isOutcomeUnknown(answer) || isOffline() || isTooLate) break;
    await wait(ms, options.signal);
    ({ answer, notBeforeMs } = await callOnce(name, sentInput, options));
  }
  if (takesRequestId && !isOutcomeUnknown(answer)) unanswered.delete(name);
  if (!answer.ok && answer.failure.kind === 'unreachable')
    for (const listener of unreachableListeners) listener(name);
  return answer;
}

/** Milliseconds before each retry. `callWithRetries` adds jitter, so that browsers do not all retry at once. */
const RETRY_AFTER_MS = [300, 900, 1_800] as const;
/** No retry begins later than this after the first call, not even if the server asks for a longer pause. */
const RETRY_WITHIN_MS = 6_000;

const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** Whether the request may have been carried out although it failed. */
export const isOutcomeUnknown = (answer: Answer<unknown>): boolean =>
  !answer.ok && (answer.failure.kind === 'unreachable' || answer.failure.code === 'unavailable');

/** An unanswered call keeps its request id: pressing again repeats the same request. */
const unanswered = new Map<RouteName, { readonly what: string; readonly requestId: string }>();

function withRequestId<Name extends RouteName>(name: Name, input: InputOf<Name>): InputOf<Name> {
  // A punch already has a request id, made when the button was pressed.
  if ('requestId' in input) return input;
  const what = JSON.stringify(input);
  const known = unanswered.get(name);
  const requestId = known?.what === what ? known.requestId : newRequestId();
  unanswered.set(name, { what, requestId });
  return { ...input, requestId };
}

/** `notBeforeMs`: the pause that the server asks for (Retry-After). */
async function callOnce<Name extends RouteName>(
  name: Name,
  input: InputOf<Name>,
  options: CallOptions,
): Promise<{ answer: Answer<OutputOf<Name>>; notBeforeMs: number }> {
  const { method, isPublic } = addresses[name];
  const isRead = method === 'GET' && !isPublic;
  if (isRead && readsPaused) await readsPaused;
  // Not `AbortSignal.any`, which Safari 16.4 does not have.
  const abandoned = new AbortController();
  const abandon = (): void => abandoned.abort();
  if (isRead) pendingReads.add(abandoned);
  for (const signal of [options.signal, AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS)])
    signal?.addEventListener('abort', abandon, { signal: abandoned.signal });
  if (options.signal?.aborted) abandon();
  const sentAt = deviceNow();
  try {
    const response = await (takeFirstAnswer(name) ?? fetch(...requestOf(name, input, abandoned.signal)));
    const notBeforeMs = (Number(response.headers.get('retry-after')) || 0) * 1000;
    if (response.ok) {
      const value = (await response.json()) as OutputOf<Name>;
      return { answer: { ok: true, value, sentAt, receivedAt: deviceNow() }, notBeforeMs };
    }
    const failure = failureOf(response.status, await response.json().catch(() => null));
    if (failure.kind === 'refused' && response.status === 401 && !addresses[name].isPublic)
      for (const listener of sessionLostListeners) listener(failure);
    return { answer: { ok: false, failure }, notBeforeMs };
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return { answer: { ok: false, failure: unreachable() }, notBeforeMs: 0 };
  } finally {
    pendingReads.delete(abandoned);
  }
}

declare global {
  /** Response to `whoAmI`, which index.html requests before this code is loaded. */
  var firstSession: Promise<Response> | undefined;
}

/** The answer to the request that index.html has sent; only the first call gets it. */
function takeFirstAnswer(name: RouteName): Promise<Response> | undefined {
  if (name !== 'whoAmI') return undefined;
  const { firstSession } = globalThis;
  globalThis.firstSession = undefined;
  return firstSession;
}

/** For requests without `fetch`, such as the live stream. */
export function pathOf<Name extends RouteName>(name: Name, input: InputOf<Name>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) if (value !== undefined) query.set(key, String(value));
  return query.size === 0 ? addresses[name].path : `${addresses[name].path}?${query}`;
}

export function requestOf<Name extends RouteName>(
  name: Name,
  input: InputOf<Name>,
  signal: AbortSignal | null,
): [string, RequestInit] {
  const { method, path } = addresses[name];
  const shared: RequestInit = { method, signal, credentials: 'same-origin', cache: 'no-store' };
  if (method === 'GET') return [pathOf(name, input), shared];
  const headers = { 'content-type': 'application/json' };
  return [path, { ...shared, headers, body: JSON.stringify(input) }];
}

const unreachable = (): Unreachable => ({ kind: 'unreachable', message: say('problem.unavailable') });

/** A body that is no `Problem` comes from a proxy. Of invalid input, the texts are those of the fields. */
export const failureOf = (status: number, body: unknown): Failure =>
  isProblem(body)
    ? {
        kind: 'refused',
        code: body.code,
        status,
        message: body.code === 'invalid_input' ? say('problem.invalid_input') : body.message,
        fields: body.fields ?? {},
      }
    : unreachable();

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  isProblemCode(body.code) &&
  'message' in body &&
  typeof body.message === 'string';
