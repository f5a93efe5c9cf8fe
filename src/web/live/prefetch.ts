/** Requests the first screen's data while its code loads, which saves a fifth of a second on a slow phone. */
import type { OutputOf } from '#contract/routes';
import { call, type Answer } from '#web/api.ts';
import { currentPlace } from '#web/browser/navigation.ts';
import { authState, isFirstSignIn, onAuthChange } from '#web/session/auth.ts';
import { deviceNow, adjustToServerTime } from '#web/time/clock.ts';
import { recentChanges, type Mark } from './recent-changes.ts';

/** The first view of each role; neither takes input. */
type First = 'clock' | 'monitoring';

/** Milliseconds; older answers are not used. */
const FRESH_MS = 3000;

let userId: string | null = null;
let pending: {
  readonly name: First;
  readonly answer: Promise<Prefetched | null>;
  received: Prefetched | null;
} | null = null;

export interface Prefetched {
  readonly mark: Mark;
  readonly answer: Extract<Answer<OutputOf<First>>, { ok: true }>;
}

export function prefetchFirstScreen(): void {
  onAuthChange(() => {
    const user = isFirstSignIn() ? null : authState().user;
    if ((user?.id ?? null) === userId) return;
    userId = user?.id ?? null;
    pending = null;
    if (user && isShownFirst(user.role)) prefetch(user.role === 'admin' ? 'monitoring' : 'clock');
  });
}

/** An admin's address may open a tab other than the first one. */
function isShownFirst(role: 'admin' | 'employee'): boolean {
  const [tab = 'monitoring'] = currentPlace().path;
  return role === 'employee' || tab === 'monitoring';
}

function prefetch(name: First): void {
  const mark = recentChanges.mark();
  const request: NonNullable<typeof pending> = {
    name,
    received: null,
    answer: call<First>(name, {}).then((answer: Answer<OutputOf<First>>) => {
      if (!answer.ok) return null;
      adjustToServerTime(Date.parse(answer.value.now), answer.sentAt, answer.receivedAt);
      return (request.received = { mark, answer });
    }),
  };
  pending = request;
}

/** Waits for the answer and hands it out once. Null if there was no request, if it failed or if it is too old. */
export async function prefetchedAnswer(name: string): Promise<Prefetched | null> {
  if (pending?.name !== name) return null;
  const { answer } = pending;
  pending = null;
  return freshOf(await answer);
}

/** Hands the answer out once, if it has arrived: the first drawing then has data. */
export function receivedAnswer(name: string): Prefetched | null {
  if (pending?.name !== name || pending.received === null) return null;
  const { received } = pending;
  pending = null;
  return freshOf(received);
}

const freshOf = (received: Prefetched | null): Prefetched | null =>
  received !== null && deviceNow() - received.answer.sentAt < FRESH_MS ? received : null;
