/** The first sign-in with a temporary password [D3.15]. */
import { useEffect, useRef, useState } from 'react';
import { PasswordTwice } from '#contract/accounts';
import { problemText } from '#contract/problem-texts';
import type { User } from '#contract/records';
import { firstName } from '#domain/people/employee';
import { signOut } from '#web/session/auth.ts';
import { useTitle } from '#web/browser/navigation.ts';
import { EntryPage } from '#web/frame/entry-page.tsx';
import { NewPasswordFields } from '#web/session/new-password-fields.tsx';
import { passwordFailure, setOwnPassword } from '#web/session/new-password.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useForm } from '#web/forms/use-form.ts';

export default function FirstPassword({ user }: { user: User }) {
  useTitle('Choose your own password');
  const [failed, setFailed] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const form = useForm(PasswordTwice, { password: '', confirmPassword: '' }, async ({ password }) => {
    setFailed(false);
    const answer = await setOwnPassword('chooseFirstPassword', { password });
    return answer.ok ? undefined : passwordFailure(answer.failure);
  });
  const leave = async () => setFailed(!(await signOut()).ok);
  const problem = failed ? problemText('sign_out_failed') : form.problem;
  return (
    <EntryPage>
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
        Choose your own password
      </h1>
      <p className="mt-1 mb-6 wrap-anywhere text-muted">
        Welcome, {firstName(user.name)}! You signed in with a temporary password. Choose your own to start.
      </p>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <NewPasswordFields email={user.email} field={form.field} />
        <div role="alert" className="empty:-mt-4">
          {problem !== null && <Banner tone="danger" title={problem} />}
        </div>
        <Button
          look="primary"
          type="submit"
          disabled={form.isSubmitting}
          working={form.isSubmitting}
          className="w-full"
        >
          Save password
        </Button>
        <Button look="quiet" onClick={() => void leave()} disabled={form.isSubmitting} className="w-full">
          Sign Out
        </Button>
      </form>
    </EntryPage>
  );
}
