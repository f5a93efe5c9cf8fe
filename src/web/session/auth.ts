/**
 * Who is signed in, in the shape of spec §3. The session itself lives in an HttpOnly cookie that no script
 * can read [D3.12]; the token is the placeholder the specification asks for.
 */
import { useSyncExternalStore } from 'react';
import type { User } from '#contract/records';
import type { SessionView } from '#contract/accounts';
import type { InputOf, OutputOf } from '#contract/routes';
import { isOffline } from '#web/browser/offline.ts';
import {
  call,
  changing,
  endingSession,
  isUnknown,
  onSessionLost,
  type Answer,
  type Refusal,
} from '#web/api.ts';
import { learnWorkplace } from './workplace.ts';

export interface AuthState {
  readonly user: User | null;
  readonly isAuthenticated: boolean;
  /** Not the session: a fixed text while somebody is signed in. */
  readonly token: string | null;
  readonly isLoading: boolean;
}

/** What the login says to somebody who did not ask to see it. */
export interface Notice {
  readonly tone: 'info' | 'success';
  readonly title: string;
}

const PLACEHOLDER_TOKEN = 'session-cookie';
const RETRY_MS = 2000;
const SESSION_ENDED = 'Your session has ended. Sign in again.';

const signedOut: AuthState = { user: null, isAuthenticated: false, token: null, isLoading: false };
let state: AuthState = { ...signedOut, isLoading: true };
/** A temporary password is to be replaced before anything else [D3.15]. */
let mustChange = false;
let latest: Pick<SessionView, 'passwordMinimum' | 'lastsDays'> | undefined;
let notice: Notice | null = null;
let isSigningOut = false;
const listeners = new Set<() => void>();

export const authState = (): AuthState => state;
export const useAuth = (): AuthState => useSyncExternalStore(onAuthChange, authState);
export const useMustChangePassword = (): boolean => useSyncExternalStore(onAuthChange, () => mustChange);
export const isFirstSignIn = (): boolean => mustChange;
export const useNotice = (): Notice | null => useSyncExternalStore(onAuthChange, () => notice);
/** Characters a new password needs, as far as can be told before the server judges it. */
export const passwordMinimum = (): number => latest?.passwordMinimum ?? 6;
export const lastsDays = (): SessionView['lastsDays'] | undefined => latest?.lastsDays;

export function onAuthChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes over who the server says is signed in; an unchanged user changes nothing. */
export const setUser = (user: User | null): void => setState(user, user !== null && mustChange);

function setState(user: User | null, must: boolean): void {
  const isSame =
    user === null ? state === signedOut : user.id === state.user?.id && user.version === state.user.version;
  if (isSame && must === mustChange) return;
  mustChange = must;
  state =
    user === null ? signedOut : { user, isAuthenticated: true, token: PLACEHOLDER_TOKEN, isLoading: false };
  if (user !== null) notice = null;
  for (const listener of listeners) listener();
}

/**
 * The session has ended, here or elsewhere: the login screen at once, which says so unless its person asked
 * for it.
 */
export function endSession(why: string = SESSION_ENDED): void {
  if (state.isAuthenticated && !isSigningOut) notice = { tone: 'info', title: why };
  setUser(null);
}

/** Says something on the login screen; null takes it back. */
export function setNotice(next: Notice | null): void {
  notice = next;
  for (const listener of listeners) listener();
}

/** All tabs share one session: who signs in or out in one tells the others. */
const tabs = new BroadcastChannel('punctual-session');

/**
 * Begins to know who is signed in, and goes on knowing it. `isLoading` is over with the server's first
 * answer.
 */
export function watchSession(): void {
  onSessionLost(({ code, message }: Refusal) => {
    endSession(code === 'not_signed_in' ? SESSION_ENDED : message);
    // The live line may have led to the login already; what was refused says more than that.
    if (code !== 'not_signed_in' && notice?.title === SESSION_ENDED)
      setNotice({ tone: 'info', title: message });
  });
  tabs.onmessage = () => void loadSession();
  void loadSession();
}

/** Asks the server who is signed in until it answers. */
async function loadSession(): Promise<void> {
  for (;;) {
    const answer = await call('whoAmI', {});
    if (answer.ok) return applySession(answer.value);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

function applySession(view: SessionView): void {
  latest = view;
  learnWorkplace(view.workplace);
  setState(view.user, view.mustChangePassword);
}

function applyAndBroadcast(view: SessionView): void {
  applySession(view);
  tabs.postMessage('changed');
}

export async function signIn(input: InputOf<'signIn'>): Promise<Answer<OutputOf<'signIn'>>> {
  const answer = await call('signIn', input, { timeoutMs: 60_000 });
  if (answer.ok) applyAndBroadcast(answer.value);
  return answer;
}

/** Clears user, flag and token once the server has ended the session (spec §4). */
export function signOut(): Promise<Answer<OutputOf<'signOut'>>> {
  isSigningOut = true;
  return endingSession(async () => {
    const answer = await call('signOut', {});
    isSigningOut = false;
    if (answer.ok) applyAndBroadcast(answer.value);
    return answer;
  });
}

/** Replaces the temporary password. */
export const chooseFirstPassword = (
  input: InputOf<'chooseFirstPassword'>,
): Promise<Answer<OutputOf<'chooseFirstPassword'>>> =>
  changing(withNewPassword(input.password, () => call('chooseFirstPassword', input)));

export const changePassword = (
  input: InputOf<'changePassword'>,
): Promise<Answer<OutputOf<'changePassword'>>> =>
  changing(withNewPassword(input.password, () => call('changePassword', input)));

/**
 * A new password renews the session, so that where the answer is lost this browser's session is gone with it.
 * Whether the new password lets in tells what became of it; where it does not, it was not set.
 */
async function withNewPassword(
  password: string,
  change: () => Promise<Answer<SessionView>>,
): Promise<Answer<SessionView>> {
  let answer = await change();
  if (isUnknown(answer) && !isOffline()) {
    const signedIn = await call('signIn', { email: state.user?.email ?? '', password });
    if (signedIn.ok) answer = signedIn;
    else if (!isUnknown(signedIn)) answer = await change();
  }
  if (answer.ok) applyAndBroadcast(answer.value);
  return answer;
}

/**
 * Chooses a new password by a mailed link. It ends all sessions of that account; whether one of them was this
 * browser's is asked.
 */
export async function resetPassword(
  input: InputOf<'completePasswordReset'>,
): Promise<Answer<OutputOf<'completePasswordReset'>>> {
  const answer = await call('completePasswordReset', input);
  if (!answer.ok) return answer;
  await loadSession();
  tabs.postMessage('changed');
  return answer;
}

export async function updateProfile(
  input: InputOf<'updateProfile'>,
): Promise<Answer<OutputOf<'updateProfile'>>> {
  const answer = await call('updateProfile', input);
  if (answer.ok) setUser(answer.value.user);
  return answer;
}

/** Milliseconds (spec §9). */
const AUTH_WAIT_MS = 1000;

/**
 * The user, waiting a second at most while authentication loads (spec §4, step 1 of clocking in); null when there
 * is none by then.
 */
export function waitForUser(): Promise<User | null> {
  if (!state.isLoading) return Promise.resolve(state.user);
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve(state.user);
    };
    const stop = onAuthChange(done);
    const timer = setTimeout(done, AUTH_WAIT_MS);
  });
}
