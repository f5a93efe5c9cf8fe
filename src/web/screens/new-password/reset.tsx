import { say } from '#texts/say';
import { useEffect, useState } from 'react';
import { RepeatedPassword } from '#contract/accounts/accounts';
import { call, type Failure } from '#web/api.ts';
import { broadcastSessionChange, loadSession, setNotice } from '#web/session/auth.ts';
import { clearPlace as leaveResetLink } from '#web/browser/navigation.ts';
import { useTitle } from '#web/session/workplace.ts';
import { AuthForm, AuthPage } from '#web/frame/entry-page.tsx';
import { NewPasswordFields } from '#web/session/new-password-fields.tsx';
import { passwordFailure } from '#web/session/new-password.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loading, Skeleton, Skeletons } from '#web/ui/skeleton.tsx';
import { useForm } from '#web/forms/use-form.ts';

type LinkState = { readonly email: string } | { readonly failure: Failure };

/** Screen behind the link in a password mail [D3.6]. */
export default function ResetPassword({ token }: { token: string }) {
  useTitle(say('newPassword.resetTitle'));
  const [opened, setOpened] = useState<LinkState | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isGone = false;
    void call('openPasswordReset', { token }).then((answer) => {
      if (!isGone) setOpened(answer.ok ? answer.value : { failure: answer.failure });
    });
    return () => {
      isGone = true;
    };
  }, [token, attempt]);
  return (
    <AuthPage>
      <h1 className="text-xl font-semibold">{say('newPassword.resetTitle')}</h1>
      {opened === null ? (
        <div aria-busy className="mt-4 flex flex-col gap-4">
          <Loading what={say('newPassword.checkingLink')} />
          <Skeleton className="h-6 w-64" />
          <Skeletons count={2} className="h-11" />
        </div>
      ) : 'email' in opened ? (
        <NewPasswordForm token={token} email={opened.email} onVoid={(failure) => setOpened({ failure })} />
      ) : (
        <UnusableLink failure={opened.failure} onRetry={() => setAttempt(attempt + 1)} />
      )}
    </AuthPage>
  );
}

interface NewPasswordFormProps {
  token: string;
  email: string;
  onVoid: (failure: Failure) => void;
}

function NewPasswordForm({ token, email, onVoid }: NewPasswordFormProps) {
  const form = useForm({
    schema: RepeatedPassword,
    record: { password: '', confirmPassword: '' },
    send: async ({ password }) => {
      const answer = await call('completePasswordReset', { token, password });
      if (!answer.ok) return answer;
      // The reset ended all sessions of the account, perhaps this browser's session, too, so ask the server.
      await loadSession();
      broadcastSessionChange();
      setNotice({ tone: 'success', title: say('newPassword.done') });
      leaveResetLink();
      return undefined;
    },
    failureOf: (failure) => {
      if (failure.kind === 'refused' && failure.code === 'reset_link_invalid') onVoid(failure);
      return passwordFailure(failure);
    },
  });
  return (
    <AuthForm
      form={form}
      submit={say('newPassword.submit')}
      className="mt-1"
      aside={
        <Button look="quiet" onClick={leaveResetLink} disabled={form.isSubmitting} className="w-full">
          {say('common.backToLogin')}
        </Button>
      }
    >
      <p className="wrap-anywhere text-muted">{say('newPassword.explanation', { email })}</p>
      <NewPasswordFields email={email} field={form.field} />
    </AuthForm>
  );
}

function UnusableLink({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const isVoid = failure.kind === 'refused' && failure.status < 500;
  return (
    <div className="mt-4 flex flex-col gap-4">
      <div role="alert">
        <Banner tone="danger" title={failure.message}>
          {isVoid && failure.code === 'reset_link_invalid' && say('newPassword.linkEnded')}
        </Banner>
      </div>
      {!isVoid && (
        <Button look="primary" onClick={onRetry} className="w-full">
          {say('common.tryAgain')}
        </Button>
      )}
      <Button look={isVoid ? 'primary' : 'secondary'} onClick={leaveResetLink} className="w-full">
        {say('common.backToLogin')}
      </Button>
    </div>
  );
}
