import { say } from '#texts/say';
import { useEffect, useRef, useState } from 'react';
import { SignIn, type SecondStep as SecondStepQuestion } from '#contract/accounts/accounts';
import type { ProblemCode } from '#contract/problems';
import type { Failure } from '#web/api.ts';
import { closeOver, openOver, useOpened } from '#web/browser/navigation.ts';
import { AuthForm } from '#web/frame/entry-page.tsx';
import { PasskeyButton } from '#web/security/passkey-button.tsx';
import { signIn, useNotice } from '#web/session/auth.ts';
import { useWorkplace } from '#web/session/workplace.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { EMAIL_PROPS, PasswordField, TextField } from '#web/ui/field.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { useForm } from '#web/forms/use-form.ts';

const SecondStep = onDemand(() => import('./second-step.tsx'));
const ForgotPassword = onDemand(() => import('./forgot-password.tsx'));
/** Loads the dialog early, so that it opens at once. */
const prepare = () => void ForgotPassword.prepare();

/** `email` fills the field after registration (spec §2); '' if unknown. */
export function Login({ email, onJoin }: { email: string; onJoin: () => void }) {
  const notice = useNotice();
  const { registration } = useWorkplace();
  const noticeRef = useRef<HTMLDivElement>(null);
  // The screen that had the focus is gone, so the notice takes the focus and is read aloud.
  useEffect(() => noticeRef.current?.focus(), [notice]);
  const [step, setStep] = useState<SecondStepQuestion>();
  const forgets = useOpened('forgot-password');
  const form = useForm({
    schema: SignIn,
    record: { email, password: '' },
    send: signIn,
    failureOf: (failure) => ({ problem: signInMessage(failure), focus: 'password' }),
    onDone: ({ secondStep }) => setStep(secondStep),
  });
  const { ref, typed, edit, field } = form;
  // With a known email address only the password is left to type.
  const [knownEmail] = useState(email);
  useEffect(() => {
    if (knownEmail !== '') ref.current?.querySelector<HTMLElement>('[name=password]')?.focus();
  }, [ref, knownEmail]);
  const restoreEmail = (known: string) => {
    closeOver('forgot-password');
    if (known !== typed.email) edit({ email: known });
  };

  const aside = <PasskeyButton isOwnDevice={false} />;
  if (step) return <SecondStep question={step} onLeave={() => setStep(undefined)} />;
  return (
    <>
      <h1 className="text-center text-xl font-semibold">{say('login.title')}</h1>
      <p className="mt-1 text-center text-muted">{say('login.reminder')}</p>
      {notice && (
        <div ref={noticeRef} tabIndex={-1} className="mt-4">
          <Banner tone={notice.tone} title={notice.title} />
        </div>
      )}
      <AuthForm {...{ form, aside }} submit={say('login.submit')}>
        <TextField {...field('email')} {...EMAIL_PROPS} label={say('field.email')} autoComplete="username" />
        <PasswordField {...field('password')} label={say('field.password')} autoComplete="current-password" />
        <Button
          look="quiet"
          size="inline"
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={() => openOver('forgot-password')}
          className="-my-3 self-end"
        >
          {say('login.forgotPassword')}
        </Button>
      </AuthForm>
      <p className="mt-6 flex flex-wrap items-center justify-center gap-x-1 text-sm text-muted">
        {registration === 'off' ? (
          say('login.accountByAdmin')
        ) : (
          <>
            {say('login.newHere')}
            <Button look="quiet" size="inline" onClick={onJoin}>
              {say('login.createAccount')}
            </Button>
          </>
        )}
      </p>
      {forgets && <ForgotPassword email={typed.email} onClosed={restoreEmail} />}
    </>
  );
}

/** These codes share one message: an unknown address and a wrong password must look alike [D3.2]. */
const REJECTED: readonly ProblemCode[] = [
  'sign_in_unknown_user',
  'sign_in_wrong_password',
  'sign_in_rejected',
];
/** Failures that show the server's own message, which says what the person can do [D3.2]. */
const SERVER_TEXT_CODES: readonly ProblemCode[] = [
  'account_disabled',
  'account_awaits_approval',
  'temporary_password_expired',
  'sign_in_too_many',
  'sign_in_invalid_email',
  'sign_in_off',
];

export function signInMessage(failure: Failure): string {
  const code = failure.kind === 'refused' ? failure.code : 'sign_in_failed';
  if (SERVER_TEXT_CODES.includes(code)) return failure.message;
  return say(REJECTED.includes(code) ? 'problem.sign_in_rejected' : 'problem.sign_in_failed');
}
