/**
 * A screen's first data, asked for as soon as it is known who is signed in, while the screen's own code is
 * still on its way: on a slow phone that is a fifth of a second.
 */
import type { OutputOf } from '#contract/routes';
import { call, type Answer } from '#web/api.ts';
import { authState, isFirstSignIn, onAuthChange } from '#web/session/auth.ts';
import { deviceNow } from '#web/time/clock.ts';
import type { Mark } from './changes.ts';
import { markNow } from './live-updates.ts';

/** What each role's screen begins with. Both are asked for nothing in particular. */
type First = 'clock' | 'monitoring';

/** An older answer is not worth more than a new question. */
const FRESH_MS = 3000;

let userId: string | null = null;
let begun: {
  readonly name: First;
  readonly mark: Mark;
  readonly answer: Promise<Answer<OutputOf<First>>>;
} | null = null;

interface Prefetched {
  /** When it was asked for. */
  readonly mark: Mark;
  readonly answer: Extract<Answer<OutputOf<First>>, { ok: true }>;
}

/** Begins to ask, now and whenever somebody else signs in. */
export function prefetchFirstScreen(): void {
  onAuthChange(() => {
    const user = isFirstSignIn() ? null : authState().user;
    if ((user?.id ?? null) === userId) return;
    userId = user?.id ?? null;
    begun = user && isShownFirst(user.role) ? ask(user.role === 'admin' ? 'monitoring' : 'clock') : null;
  });
}

/** An admin's address may name another tab. */
const isShownFirst = (role: 'admin' | 'employee'): boolean =>
  role === 'employee' || location.hash === '' || location.hash === '#monitoring';

const ask = (name: First) => ({ name, mark: markNow(), answer: call<First>(name, {}) });

/**
 * The answer that is on its way, once; null when nothing was asked, or it failed, or is no longer fresh: then
 * ask anew.
 */
export async function prefetchedAnswer(name: string): Promise<Prefetched | null> {
  if (begun?.name !== name) return null;
  const { mark, answer } = begun;
  begun = null;
  const heard = await answer;
  return heard.ok && deviceNow() - heard.sentAt < FRESH_MS ? { mark, answer: heard } : null;
}
