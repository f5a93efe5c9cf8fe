import { useState } from 'react';
import { PasswordTwice } from '#contract/accounts';
import { problemText } from '#contract/problem-texts';
import type { User } from '#contract/records';
import { firstName } from '#domain/people/employee';
import { signOut } from '#web/session/auth.ts';
import { useTitle } from '#web/frame/title.ts';
import { EntryForm, EntryHeading, EntryPage } from '#web/frame/entry-page.tsx';
import { NewPasswordFields } from '#web/session/new-password-fields.tsx';
import { passwordFailure, setOwnPassword } from '#web/session/new-password.ts';
import { Button } from '#web/ui/button.tsx';
import { useForm } from '#web/forms/use-form.ts';

/** Follows a sign-in with a temporary password [D3.15]. */
export default function FirstPassword({ user }: { user: User }) {
  useTitle('Choose your own password');
  const [failed, setFailed] = useState(false);
  const form = useForm(PasswordTwice, { password: '', confirmPassword: '' }, async ({ password }) => {
    setFailed(false);
    const answer = await setOwnPassword('chooseFirstPassword', { password });
    return answer.ok ? undefined : passwordFailure(answer.failure);
  });
  const leave = async () => setFailed(!(await signOut()).ok);
  const problem = failed ? problemText('sign_out_failed') : form.problem;
  return (
    <EntryPage>
      <EntryHeading>Choose your own password</EntryHeading>
      <p className="mt-1 mb-6 wrap-anywhere text-muted">
        Welcome, {firstName(user.name)}! You signed in with a temporary password. Choose your own to start.
      </p>
      <EntryForm
        form={{ ...form, problem }}
        submit="Save password"
        onSubmit={form.submit}
        className=""
        aside={
          <Button look="quiet" onClick={() => void leave()} disabled={form.isSubmitting} className="w-full">
            Sign Out
          </Button>
        }
      >
        <NewPasswordFields email={user.email} field={form.field} />
      </EntryForm>
    </EntryPage>
  );
}
