/**
 * A screen's first data, asked for as soon as it is known who is signed in, while the screen's own code is
 * still on its way: on a slow phone that is a fifth of a second.
 */
import type { OutputOf } from '#contract/routes';
import { call, type Answer } from '#web/api.ts';
import { currentPlace } from '#web/browser/navigation.ts';
import { authState, isFirstSignIn, onAuthChange } from '#web/session/auth.ts';
import { deviceNow, learnServerTime } from '#web/time/clock.ts';
import type { Mark } from './changes.ts';
import { markNow } from './live-updates.ts';

/** What each role's screen begins with. Both are asked for nothing in particular. */
type First = 'clock' | 'monitoring';

/** An older answer is not worth more than a new question. */
const FRESH_MS = 3000;

let userId: string | null = null;
let begun: {
  readonly name: First;
  readonly answer: Promise<Prefetched | null>;
  /** Null until then. */
  heard: Prefetched | null;
} | null = null;

export interface Prefetched {
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
    begun = null;
    if (user && isShownFirst(user.role)) ask(user.role === 'admin' ? 'monitoring' : 'clock');
  });
}

/** An admin's address may name another tab. */
function isShownFirst(role: 'admin' | 'employee'): boolean {
  const [tab = 'monitoring'] = currentPlace().path;
  return role === 'employee' || tab === 'monitoring';
}

function ask(name: First): void {
  const mark = markNow();
  const asked: NonNullable<typeof begun> = {
    name,
    heard: null,
    answer: call<First>(name, {}).then((answer: Answer<OutputOf<First>>) => {
      if (!answer.ok) return null;
      learnServerTime(Date.parse(answer.value.now), answer.sentAt, answer.heardAt);
      return (asked.heard = { mark, answer });
    }),
  };
  begun = asked;
}

/**
 * The answer that is on its way, once; null when nothing was asked, or it failed, or is no longer fresh: then
 * ask anew.
 */
export async function prefetchedAnswer(name: string): Promise<Prefetched | null> {
  if (begun?.name !== name) return null;
  const { answer } = begun;
  begun = null;
  return freshOf(await answer);
}

/** The answer if it is here already, once: then the screen begins with it. */
export function receivedAnswer(name: string): Prefetched | null {
  if (begun?.name !== name || begun.heard === null) return null;
  const { heard } = begun;
  begun = null;
  return freshOf(heard);
}

const freshOf = (heard: Prefetched | null): Prefetched | null =>
  heard !== null && deviceNow() - heard.answer.sentAt < FRESH_MS ? heard : null;
