import { say } from '#texts/say';
import { useState } from 'react';
import { RepeatedPassword } from '#contract/accounts/accounts';
import type { User } from '#contract/records';
import { firstName } from '#domain/people/employee';
import { mustAddFactor, signOut } from '#web/session/auth.ts';
import { withTexts } from '#web/browser/language.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { useTitle } from '#web/session/workplace.ts';
import { AuthForm, AuthHeading, AuthPage } from '#web/frame/entry-page.tsx';
import { NewPasswordFields } from '#web/session/new-password-fields.tsx';
import { passwordFailure, setOwnPassword } from '#web/session/new-password.ts';
import { Button } from '#web/ui/button.tsx';
import { useForm } from '#web/forms/use-form.ts';

const RequiredFactor = onDemand(() => withTexts('employee', import('./required-factor.tsx')));

/** First steps after sign-in: choose an own password [D3.15], then set up a required second factor. */
export default function FirstSteps({ user }: { user: User }) {
  const [, setDone] = useState(false);
  return mustAddFactor() ? <RequiredFactor /> : <FirstPassword user={user} onDone={() => setDone(true)} />;
}

function FirstPassword({ user, onDone }: { user: User; onDone: () => void }) {
  useTitle(say('newPassword.firstTitle'));
  const [failed, setFailed] = useState(false);
  const form = useForm({
    schema: RepeatedPassword,
    record: { password: '', confirmPassword: '' },
    send: ({ password }) => {
      setFailed(false);
      return setOwnPassword('chooseFirstPassword', { password });
    },
    failureOf: passwordFailure,
    onDone,
  });
  const leave = async () => setFailed(!(await signOut()).ok);
  const problem = failed ? say('problem.sign_out_failed') : form.problem;
  return (
    <AuthPage>
      <AuthHeading>{say('newPassword.firstTitle')}</AuthHeading>
      <p className="mt-1 mb-6 wrap-anywhere text-muted">
        {say('newPassword.welcome', { name: firstName(user.name) })}
      </p>
      <AuthForm
        form={{ ...form, problem }}
        submit={say('newPassword.submit')}
        className=""
        aside={
          <Button look="quiet" onClick={() => void leave()} disabled={form.isSubmitting} className="w-full">
            {say('common.signOut')}
          </Button>
        }
      >
        <NewPasswordFields email={user.email} field={form.field} />
      </AuthForm>
    </AuthPage>
  );
}
