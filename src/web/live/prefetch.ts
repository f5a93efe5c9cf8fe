/** Requests the first screen's data while its code loads, which saves a fifth of a second on a slow phone. */
import type { OutputOf } from '#contract/routes';
import { call, type Answer } from '#web/api.ts';
import { currentPlace } from '#web/browser/navigation.ts';
import { authState, hasFirstSteps, onAuthChange } from '#web/session/auth.ts';
import { deviceNow, adjustToServerTime } from '#web/time/clock.ts';
import { recentChanges, type ChangeMark } from './changes.ts';

/** Route of the first screen of each role. Both routes are called without input. */
type FirstRoute = 'clock' | 'monitoring';

/** Milliseconds. A prefetched response older than this is not used. */
const FRESH_MS = 3000;

let userId: string | null = null;
let pending: {
  readonly name: FirstRoute;
  readonly answer: Promise<PrefetchedAnswer | null>;
  received: PrefetchedAnswer | null;
} | null = null;

export interface PrefetchedAnswer {
  readonly mark: ChangeMark;
  readonly answer: Extract<Answer<OutputOf<FirstRoute>>, { ok: true }>;
}

export function prefetchFirstScreen(): void {
  onAuthChange(() => {
    const user = hasFirstSteps() ? null : authState().user;
    if ((user?.id ?? null) === userId) return;
    userId = user?.id ?? null;
    pending = null;
    if (user && isShownFirst(user.role)) prefetch(user.role === 'admin' ? 'monitoring' : 'clock');
  });
}

/** False if an admin's address opens another tab than Monitoring, which would not use the prefetched data. */
function isShownFirst(role: 'admin' | 'employee'): boolean {
  const [tab = 'monitoring'] = currentPlace().path;
  return role === 'employee' || tab === 'monitoring';
}

function prefetch(name: FirstRoute): void {
  const mark = recentChanges.mark();
  const request: NonNullable<typeof pending> = {
    name,
    received: null,
    answer: call<FirstRoute>(name, {}).then((answer: Answer<OutputOf<FirstRoute>>) => {
      if (!answer.ok) return null;
      adjustToServerTime(Date.parse(answer.value.now), answer.sentAt, answer.receivedAt);
      return (request.received = { mark, answer });
    }),
  };
  pending = request;
}

/** Waits for the response, and returns it only once. Null without a request, or if it failed or is too old. */
export async function takePrefetchedAnswer(name: string): Promise<PrefetchedAnswer | null> {
  if (pending?.name !== name) return null;
  const { answer } = pending;
  pending = null;
  return nullIfStale(await answer);
}

/** Returns the response only once, and only if it has arrived, so that the first drawing has data. */
export function takeReceivedAnswer(name: string): PrefetchedAnswer | null {
  if (pending?.name !== name || pending.received === null) return null;
  const { received } = pending;
  pending = null;
  return nullIfStale(received);
}

const nullIfStale = (received: PrefetchedAnswer | null): PrefetchedAnswer | null =>
  received !== null && deviceNow() - received.answer.sentAt < FRESH_MS ? received : null;
