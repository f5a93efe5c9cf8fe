/** Who is signed in, in the shape of spec §3. The session is an HttpOnly cookie that no script can read [D3.12]. */
import { useSyncExternalStore } from 'react';
import type { User } from '#contract/records';
import type { SessionView } from '#contract/accounts';
import type { InputOf, OutputOf } from '#contract/routes';
import { call, endingSession, onSessionLost, type Answer, type Refusal } from '#web/api.ts';
import { learnWorkplace } from './workplace.ts';

export interface AuthState {
  readonly user: User | null;
  readonly isAuthenticated: boolean;
  /** Not the session's token: a placeholder that the specification asks for. */
  readonly token: string | null;
  readonly isLoading: boolean;
}

/** Shown above the login form. */
export interface Notice {
  readonly tone: 'info' | 'success';
  readonly title: string;
}

const PLACEHOLDER_TOKEN = 'session-cookie';
const RETRY_MS = 2000;
const SESSION_ENDED = 'Your session has ended. Sign in again.';

const signedOut: AuthState = { user: null, isAuthenticated: false, token: null, isLoading: false };
let state: AuthState = { ...signedOut, isLoading: true };
/** A temporary password must be replaced first [D3.15]. */
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
export const passwordMinimum = (): number => latest?.passwordMinimum ?? 6;
export const lastsDays = (): SessionView['lastsDays'] | undefined => latest?.lastsDays;

export function onAuthChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

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

/** Shows the login screen, with a notice unless the person signed out. */
export function endSession(why: string = SESSION_ENDED): void {
  if (state.isAuthenticated && !isSigningOut) notice = { tone: 'info', title: why };
  setUser(null);
}

export function setNotice(next: Notice | null): void {
  notice = next;
  for (const listener of listeners) listener();
}

const tabs = new BroadcastChannel('punctual-session');

/** `isLoading` ends with the server's first answer. */
export function watchSession(): void {
  onSessionLost(({ code, message }: Refusal) => {
    endSession(code === 'not_signed_in' ? SESSION_ENDED : message);
    // The live stream may have ended the session already; the refusal says more.
    if (code !== 'not_signed_in' && notice?.title === SESSION_ENDED)
      setNotice({ tone: 'info', title: message });
  });
  tabs.onmessage = () => void loadSession();
  void loadSession();
}

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

/** All tabs share one session. */
export function applyAndBroadcast(view: SessionView): void {
  applySession(view);
  tabs.postMessage('changed');
}

export async function signIn(input: InputOf<'signIn'>): Promise<Answer<OutputOf<'signIn'>>> {
  const answer = await call('signIn', input, { timeoutMs: 60_000 });
  if (answer.ok) applyAndBroadcast(answer.value);
  return answer;
}

export function signOut(): Promise<Answer<OutputOf<'signOut'>>> {
  isSigningOut = true;
  return endingSession(async () => {
    const answer = await call('signOut', {});
    isSigningOut = false;
    if (answer.ok) applyAndBroadcast(answer.value);
    return answer;
  });
}

/** Sets a password by a mailed link. It ends all sessions of that account, perhaps this browser's. */
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

/** Waits a second at most while authentication loads (spec §4, step 1 of clocking in). */
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
