import { afterEach, describe, expect, it } from 'vitest';
import { problemText } from '#contract/problems';
import {
  authState,
  endSession,
  onAuthChange,
  lastsDays,
  passwordMinimum,
  setUser,
  signIn,
  signOut,
  updateProfile,
} from '#web/session/auth.ts';
import { setOwnPassword } from '#web/session/new-password.ts';
import { user as person } from './records.ts';

const user = person(1, { name: 'Maya Gurung' });
const workplace = { name: '', hourFormat: '24h', firstWeekday: 1, registration: 'open' };
const view = {
  user,
  mustChangePassword: false,
  mustAddFactor: false,
  passwordMinimum: 12,
  lastsDays: { session: 30, idle: 7, device: 90 },
  version: '1.6.4',
  workplace,
};
const kept = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = kept;
  setUser(null);
});

/**
 * Answers the next calls with these bodies, in turn; null loses the answer.
 * @returns the paths that are called
 */
function answering(...answers: readonly ({ status?: number; body: unknown } | null)[]): string[] {
  const left = [...answers];
  const asked: string[] = [];
  globalThis.fetch = async (path) => {
    asked.push(String(path));
    const answer = left.shift();
    if (answer === null) throw new TypeError('The connection was cut.');
    return new Response(JSON.stringify(answer?.body), { status: answer?.status ?? 200 });
  };
  return asked;
}

const signedOut = { user: null, isAuthenticated: false, token: null, isLoading: false };
const credentials = { email: user.email, password: 'six666' };

describe('the auth store (spec §3)', () => {
  it('the store starts as loading, then holds user, isAuthenticated, a placeholder token and isLoading', async () => {
    expect(authState()).toEqual({ user: null, isAuthenticated: false, token: null, isLoading: true });
    answering({ body: view });
    await signIn(credentials);
    expect(authState()).toEqual({ user, isAuthenticated: true, token: 'session-cookie', isLoading: false });
    expect(passwordMinimum()).toBe(12);
    expect(lastsDays()).toEqual({ session: 30, idle: 7, device: 90 });
  });

  it('signing out clears user, flag and token, but only after the server has ended the session (spec §4)', async () => {
    setUser(user);
    answering(
      { status: 500, body: { code: 'sign_out_failed', message: problemText('sign_out_failed') } },
      { body: { ...view, user: null } },
    );
    expect(await signOut()).toMatchObject({
      ok: false,
      failure: { message: 'Failed to sign out. Please try again.' },
    });
    expect(authState().isAuthenticated).toBe(true);
    await signOut();
    expect(authState()).toEqual(signedOut);
  });

  it('the store is cleared when the session ends elsewhere, and notifies its listeners once', () => {
    setUser(user);
    let told = 0;
    const stop = onAuthChange(() => void (told += 1));
    endSession();
    endSession();
    stop();
    expect([authState(), told]).toEqual([signedOut, 1]);
  });

  it('the store takes over a changed profile and stays signed in over a change of password', async () => {
    setUser(user);
    const renamed = { ...user, name: 'Maya Rai', version: user.version + 1 };
    answering({ body: { user: renamed } }, { body: { ...view, user: renamed } });
    await updateProfile({ name: 'Maya Rai' });
    expect(authState().user?.name).toBe('Maya Rai');
    await setOwnPassword('changePassword', { currentPassword: 'six666', password: 'seven77' });
    expect(authState()).toMatchObject({ user: renamed, isAuthenticated: true });
  });

  it('when the answer to a new password is lost, a sign-in tells whether it was set', async () => {
    const change = '/api/account/password';
    const wrong = { status: 401, body: { code: 'sign_in_wrong_password', message: '' } };
    for (const [answers, path] of [
      [
        [null, { body: view }],
        [change, '/api/sign-in'],
      ],
      [
        [null, wrong, { body: view }],
        [change, '/api/sign-in', change],
      ],
    ] as const) {
      setUser(user);
      const asked = answering(...answers);
      expect(
        await setOwnPassword('changePassword', { currentPassword: 'six666', password: 'seven77' }),
      ).toMatchObject({
        ok: true,
      });
      expect(asked).toEqual(path);
      expect(authState()).toMatchObject({ user, isAuthenticated: true });
    }
  });
});
