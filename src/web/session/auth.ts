/** The signed-in person, in the shape of spec §3. The session is an HttpOnly cookie that no script can read [D3.12]. */
import { say } from '#texts/say';
import type { User } from '#contract/records';
import type { SessionView } from '#contract/accounts/accounts';
import type { InputOf, OutputOf } from '#contract/routes';
import { createStore, useStore } from '#web/browser/store.ts';
import { call, endSessionWith, onSessionLost, type Answer, type Refusal } from '#web/api.ts';
import { setWorkplace } from './workplace.ts';

export interface AuthState {
  readonly user: User | null;
  readonly isAuthenticated: boolean;
  /** A placeholder that the specification asks for. The real session token is in a cookie. */
  readonly token: string | null;
  readonly isLoading: boolean;
}

export interface Notice {
  readonly tone: 'info' | 'success';
  readonly title: string;
}

const PLACEHOLDER_TOKEN = 'session-cookie';
const RETRY_MS = 2000;
const sessionEnded = (): string => say('login.sessionEnded');

const signedOut: AuthState = { user: null, isAuthenticated: false, token: null, isLoading: false };
interface Auth {
  readonly state: AuthState;
  /** True if a temporary password must be replaced [D3.15], or an overdue second factor must be set up. */
  readonly mustChange: boolean;
  readonly notice: Notice | null;
}
const store = createStore<Auth>({
  state: { ...signedOut, isLoading: true },
  mustChange: false,
  notice: null,
});
let latest: SessionView | undefined;
let isSigningOut = false;
/** Called with each session, before the screen changes. */
let follow: (view: SessionView) => void = () => {};

export const authState = (): AuthState => store.get().state;
export const useAuth = (): AuthState => useStore(store, ({ state }) => state);
export const useHasFirstSteps = (): boolean => useStore(store, ({ mustChange }) => mustChange);
export const hasFirstSteps = (): boolean => store.get().mustChange;
export const useNotice = (): Notice | null => useStore(store, ({ notice }) => notice);
export const onAuthChange = store.subscribe;
export const mustAddFactor = (): boolean => latest?.mustAddFactor ?? false;
export const passwordMinimum = (): number => latest?.passwordMinimum ?? 6;
/** Days until a session, an unused session and a known device end. Undefined until the session is loaded. */
export const lastsDays = (): SessionView['lastsDays'] | undefined => latest?.lastsDays;

export const singleSignOn = (): SessionView['singleSignOn'] => latest?.singleSignOn;

export const setUser = (user: User | null): void => setState(user, user !== null && hasFirstSteps());

function setState(user: User | null, mustChange: boolean, notice = store.get().notice): void {
  const was = store.get();
  const isSame =
    user === null
      ? was.state === signedOut
      : user.id === was.state.user?.id && user.version === was.state.user.version;
  if (isSame && mustChange === was.mustChange) return;
  if (user === null) return store.set({ state: signedOut, mustChange, notice });
  const state = { user, isAuthenticated: true, token: PLACEHOLDER_TOKEN, isLoading: false };
  store.set({ state, mustChange, notice: null });
}

/** Shows the login screen, with a notice unless the person signed out. */
export function endSession(reason: string = sessionEnded()): void {
  const isSurprising = authState().isAuthenticated && !isSigningOut;
  setState(null, false, isSurprising ? { tone: 'info', title: reason } : undefined);
}

export const setNotice = (notice: Notice | null): void => store.set({ ...store.get(), notice });

const sessionChannel = new BroadcastChannel('punctual-session');

/** Loads the session and follows its changes. `isLoading` is true until the server's first response. */
export function watchSession(followed = follow): void {
  follow = followed;
  onSessionLost(({ code, message }: Refusal) => {
    endSession(code === 'not_signed_in' ? sessionEnded() : message);
    // The live stream may have ended the session first, with the general notice. Show the refusal's reason.
    if (code !== 'not_signed_in' && store.get().notice?.title === sessionEnded())
      setNotice({ tone: 'info', title: message });
  });
  sessionChannel.onmessage = () => void loadSession();
  void loadSession();
}

/** Asks the server who is signed in, and retries until the server responds. Then applies the response. */
export async function loadSession(): Promise<void> {
  for (;;) {
    const answer = await call('whoAmI', {});
    if (answer.ok) return applySession(answer.value);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

function applySession(view: SessionView): void {
  latest = view;
  setWorkplace(view.workplace);
  follow(view);
  setState(view.user, view.mustChangePassword || view.mustAddFactor);
}

export const broadcastSessionChange = (): void => sessionChannel.postMessage('changed');

export function applyAndBroadcast(view: SessionView): void {
  applySession(view);
  broadcastSessionChange();
}

export async function signIn(input: InputOf<'signIn'>): Promise<Answer<OutputOf<'signIn'>>> {
  const answer = await call('signIn', input, { timeoutMs: 60_000 });
  if (answer.ok) applyAndBroadcast(answer.value);
  return answer;
}

export function signOut(): Promise<Answer<OutputOf<'signOut'>>> {
  isSigningOut = true;
  return endSessionWith(async () => {
    const answer = await call('signOut', {});
    isSigningOut = false;
    if (answer.ok) applyAndBroadcast(answer.value);
    return answer;
  });
}

export async function updateProfile(input: InputOf<'updateProfile'>) {
  const answer = await call('updateProfile', input);
  if (answer.ok) setUser(answer.value.user);
  return answer;
}

/** Longest wait for authentication before a clock-in, in milliseconds (spec §9). */
const AUTH_WAIT_MS = 1000;

/** Waits a second at most while authentication loads (spec §4, step 1 of clocking in). */
export function waitForUser(): Promise<User | null> {
  if (!authState().isLoading) return Promise.resolve(authState().user);
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve(authState().user);
    };
    const stop = onAuthChange(done);
    const timer = setTimeout(done, AUTH_WAIT_MS);
  });
}
