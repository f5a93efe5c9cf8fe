/** Setting a new password: the fields, the calls, and the messages when it fails (spec §8). */
import { problemText } from '#contract/problem-texts';
import type { ProblemCode } from '#contract/problems';
import type { SessionView } from '#contract/accounts';
import type { InputOf } from '#contract/routes';
import { call, changing, isUnknown, type Answer, type Failure } from '#web/api.ts';
import { isOffline } from '#web/browser/offline.ts';
import type { FieldOf } from '#web/forms/use-form.ts';
import type { SubmitFailure } from '#web/forms/use-submission.ts';
import { PasswordField } from '#web/ui/field.tsx';
import { applyAndBroadcast, authState, passwordMinimum } from './auth.ts';

interface NewPasswordFieldsProps {
  /** Password managers store the password under it. */
  email: string;
  field: FieldOf<'password' | 'confirmPassword'>;
  label?: string;
}

export const NewPasswordFields = ({ email, field, label = 'New Password' }: NewPasswordFieldsProps) => (
  <>
    <input type="hidden" autoComplete="username" value={email} readOnly />
    <PasswordField
      {...field('password')}
      label={label}
      autoComplete="new-password"
      hint={`At least ${passwordMinimum()} characters.`}
    />
    <PasswordField {...field('confirmPassword')} label="Confirm Password" autoComplete="new-password" />
  </>
);

/**
 * Sets one's own password. It renews the session, so a lost answer loses the session, too: signing in with the new
 * password then shows whether it was set.
 */
export const setOwnPassword = <Name extends 'changePassword' | 'chooseFirstPassword'>(
  name: Name,
  input: InputOf<Name>,
): Promise<Answer<SessionView>> =>
  changing(
    (async () => {
      const set = (): Promise<Answer<SessionView>> => call(name, input);
      let answer = await set();
      if (isUnknown(answer) && !isOffline()) {
        const email = authState().user?.email ?? '';
        const signedIn = await call('signIn', { email, password: input.password });
        if (signedIn.ok) answer = signedIn;
        else if (!isUnknown(signedIn)) answer = await set();
      }
      if (answer.ok) applyAndBroadcast(answer.value);
      return answer;
    })(),
  );

const SHOWN_AS_IS: readonly ProblemCode[] = [
  'reset_link_invalid',
  'account_disabled',
  'sign_in_too_many',
  'password_change_failed',
];

export function passwordFailure<Field extends string>(failure: Failure): SubmitFailure<Field | 'password'> {
  if (failure.kind === 'refused' && Object.keys(failure.fields).length > 0)
    return { errors: failure.fields as Record<Field | 'password', string> };
  const isShownAsIs = failure.kind === 'refused' && SHOWN_AS_IS.includes(failure.code);
  return { problem: isShownAsIs ? failure.message : problemText('password_change_failed') };
}
