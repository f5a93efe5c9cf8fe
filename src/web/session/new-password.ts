import { say } from '#texts/say';
import type { ProblemCode } from '#contract/problems';
import type { SessionView } from '#contract/accounts/accounts';
import type { InputOf } from '#contract/routes';
import { call, trackWrite, isOutcomeUnknown, type Answer, type Failure } from '#web/api.ts';
import { isOffline } from '#web/browser/offline.ts';
import type { SubmitFailure } from '#web/forms/draft.ts';
import { applyAndBroadcast, authState } from './auth.ts';

/** If the response is lost, tries a sign-in with the new password: it works only if the password was set. */
export const setOwnPassword = <Name extends 'changePassword' | 'chooseFirstPassword'>(
  name: Name,
  input: InputOf<Name>,
): Promise<Answer<SessionView>> =>
  trackWrite(
    (async () => {
      const set = (): Promise<Answer<SessionView>> => call(name, input);
      let answer = await set();
      if (isOutcomeUnknown(answer) && !isOffline()) {
        const email = authState().user?.email ?? '';
        const signedIn = await call('signIn', { email, password: input.password });
        if (signedIn.ok) answer = signedIn;
        else if (!isOutcomeUnknown(signedIn)) answer = await set();
      }
      if (answer.ok) applyAndBroadcast(answer.value);
      return answer;
    })(),
  );

const SERVER_TEXT_CODES: readonly ProblemCode[] = [
  'reset_link_invalid',
  'account_disabled',
  'sign_in_too_many',
  'password_change_failed',
];

export function passwordFailure(failure: Failure): SubmitFailure {
  if (failure.kind === 'refused') {
    if (Object.keys(failure.fields).length > 0) return { errors: failure.fields };
    if (SERVER_TEXT_CODES.includes(failure.code)) return { problem: failure.message };
  }
  return { problem: say('problem.password_change_failed') };
}
