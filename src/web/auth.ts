/**
 * Who is signed in, in the shape of spec §3. The session itself lives in an HttpOnly cookie that no script can read
 * (decisions §3); the token is the placeholder the specification asks for.
 */
import { useSyncExternalStore } from 'react';
import type { User } from '#contract/records';
import type { InputOf, OutputOf } from '#contract/routes';
import { call, onSessionLost, type Answer } from './api.ts';

export interface AuthState {
  readonly user: User | null;
  readonly isAuthenticated: boolean;
  /** Not the session: a fixed text while somebody is signed in. */
  readonly token: string | null;
  readonly isLoading: boolean;
}

const PLACEHOLDER_TOKEN = 'session-cookie';
const RETRY_MS = 2000;

const signedOut: AuthState = { user: null, isAuthenticated: false, token: null, isLoading: false };
let state: AuthState = { ...signedOut, isLoading: true };
const listeners = new Set<() => void>();

export const authState = (): AuthState => state;
export const useAuth = (): AuthState => useSyncExternalStore(onAuthChange, authState);

export function onAuthChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes over who the server says is signed in; an unchanged user changes nothing. */
export function setUser(user: User | null): void {
  if (user === null ? state === signedOut : user.id === state.user?.id && user.version === state.user.version) return;
  state = user === null ? signedOut : { user, isAuthenticated: true, token: PLACEHOLDER_TOKEN, isLoading: false };
  for (const listener of listeners) listener();
}

/** The session has ended, here or elsewhere: the login screen at once. */
export const endSession = (): void => setUser(null);

/** All tabs share one session: who signs in or out in one tells the others. */
const tabs = new BroadcastChannel('punctual-session');

/** Begins to know who is signed in, and goes on knowing it. `isLoading` is over with the server's first answer. */
export function watchSession(): void {
  onSessionLost(endSession);
  tabs.onmessage = () => void loadSession();
  void loadSession();
}

/** Asks the server who is signed in until it answers. */
async function loadSession(): Promise<void> {
  for (;;) {
    const answer = await call('whoAmI', {});
    if (answer.ok) return setUser(answer.value.user);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

function takeOver(user: User | null): void {
  setUser(user);
  tabs.postMessage('changed');
}

export async function signIn(input: InputOf<'signIn'>): Promise<Answer<OutputOf<'signIn'>>> {
  const answer = await call('signIn', input);
  if (answer.ok) takeOver(answer.value.user);
  return answer;
}

/** Clears user, flag and token once the server has ended the session (spec §4). */
export async function signOut(): Promise<Answer<OutputOf<'signOut'>>> {
  const answer = await call('signOut', {});
  if (answer.ok) takeOver(null);
  return answer;
}

/** The user, waiting at most `ms` while authentication loads (spec §4, step 1 of clocking in); null when there is none by then. */
export function userWithin(ms: number): Promise<User | null> {
  if (!state.isLoading) return Promise.resolve(state.user);
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve(state.user);
    };
    const stop = onAuthChange(done);
    const timer = setTimeout(done, ms);
  });
}
