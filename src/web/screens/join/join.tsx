/** spec §2 Employee registration. */
import { say } from '#texts/say';
import { ArrowLeft, CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { User } from '#contract/records';
import { call } from '#web/api.ts';
import { useOpened } from '#web/browser/navigation.ts';
import { AuthForm, AuthHeading } from '#web/frame/entry-page.tsx';
import { useForm, type FieldOf } from '#web/forms/use-form.ts';
import { RetryBanner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { useExitGuard, useUnsaved } from '#web/ui/leaving.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StepIndicator, PersonalStep, SecurityStep, WorkStep } from './steps.tsx';
import {
  useRegistrationOptions,
  type RegistrationOptionsState,
  previousStep,
  withField,
  EMPTY_WIZARD,
  isEmailTaken,
  isStudioGone,
  nextStep,
  toRegistration,
  registrationMessage,
  STEPS,
  stepErrors,
  type Field,
} from './wizard.ts';

const RegistrationClosed = onDemand(() => import('./closed.tsx'));
const DiscardQuestion = onDemand(() => import('#web/ui/discard-question.tsx'));

const STEP_FIELDS = [PersonalStep, WorkStep, SecurityStep] as const;
const HEADINGS = ['join.aboutYou', 'join.yourWork', 'join.yourPassword'] as const;

interface JoinProps {
  /** From the invitation link. */
  invitation: string | undefined;
  onLeave: (email: string) => void;
}

export default function Join({ invitation, onLeave }: JoinProps) {
  const state = useRegistrationOptions(invitation);
  const { entrance } = state;
  // A started wizard stays open even if registration closes. On sending, the server accepts or refuses the account.
  const [isStarted, setStarted] = useState(false);
  if (entrance === 'unknown' && !isStarted)
    return state.isFailed ? <NotLoaded retry={state.retry} /> : <Skeleton className="h-96" />;
  if (entrance !== 'open' && entrance !== 'unknown' && !isStarted)
    return <RegistrationClosed why={entrance} onLeave={() => onLeave('')} />;
  return <Wizard invitation={invitation} state={state} onStart={() => setStarted(true)} onLeave={onLeave} />;
}

const NotLoaded = ({ retry }: { retry: () => void }) => (
  <RetryBanner title={say('problem.notLoaded')} onRetry={retry}>
    {say('problem.serverSilent')}
  </RetryBanner>
);

type WizardProps = JoinProps & { state: RegistrationOptionsState; onStart: () => void };

function Wizard({ invitation, state: { joining, isFailed, retry }, onStart, onLeave }: WizardProps) {
  const studios = joining?.studios ?? null;
  const [wizard, setWizard] = useState(EMPTY_WIZARD);
  const [created, setCreated] = useState<User | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { step } = wizard;
  const form = useForm({
    validate: () => stepErrors(wizard, studios ?? []),
    send: () => ([goOn, issueId, create] as const)[step](),
  });
  const { errors, isSubmitting, clear, clearAll } = form;
  useEffect(() => heading.current?.focus(), [step]);

  const field: FieldOf<Field> = (name) => ({
    name,
    value: wizard.typed[name],
    error: errors[name],
    onChange: (text) => {
      onStart();
      setWizard((before) => withField(before, name, text, studios ?? []));
      clear(name);
    },
  });
  const goBack = () => {
    const before = previousStep(wizard);
    clearAll();
    if (before) setWizard(before);
    else onLeave('');
  };
  const isDone = created !== null;
  const isEdited = !isDone && Object.values(wizard.typed).some((text) => text !== '');
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const isCovered = useOpened('terms', 'privacy') !== undefined;
  // The browser's Back goes to the previous step. At the first step a question appears before the page is left.
  useExitGuard(isEdited && !isCovered, (go) => (step > 0 ? goBack() : setLeave(() => go)));
  useUnsaved(isEdited);
  const goOn = async (employeeId?: string) => {
    setWizard((before) => nextStep(before, employeeId));
    return undefined;
  };
  const issueId = async () => {
    if (wizard.employeeId !== null) return goOn();
    const answer = await call('issueEmployeeId', {});
    return answer.ok ? goOn(answer.value.employeeId) : { problem: say('problem.employee_id_failed') };
  };
  const create = async () => {
    const answer = await call('register', toRegistration(wizard, invitation));
    if (answer.ok) return void setCreated(answer.value.user);
    // The ID has expired. Clear it, so that leaving the work step issues a new ID.
    if (answer.failure.kind === 'refused' && answer.failure.code === 'employee_id_not_issued')
      setWizard((before) => ({ ...before, employeeId: null }));
    if (isStudioGone(answer.failure)) {
      // The chosen studio or hub was deleted. Draw the work step first, so that its field can take the focus.
      retry();
      flushSync(() => setWizard((before) => ({ ...before, step: 1 })));
      return { errors: answer.failure.fields };
    }
    if (!isEmailTaken(answer.failure)) return { problem: registrationMessage(answer.failure) };
    // The step with the email address must be drawn before the field can take the focus.
    flushSync(() => setWizard((before) => ({ ...before, step: 0 })));
    return { errors: { email: registrationMessage(answer.failure) } };
  };
  const toLogin = () => onLeave(wizard.typed.email.trim());

  if (created) return <AccountCreated user={created} onLogin={toLogin} />;
  const Fields = STEP_FIELDS[step];
  return (
    <>
      <Button
        look="quiet"
        size="inline"
        icon={<ArrowLeft size={18} />}
        onClick={goBack}
        disabled={isSubmitting}
        className="-mt-3 -ms-1"
      >
        {say('common.backToLogin')}
      </Button>
      <h1 className="mt-2 text-xl font-semibold">{say('join.title')}</h1>
      <p className="mt-1 mb-6 text-sm text-muted">{say('join.onlyEmployees')}</p>
      <StepIndicator step={step} />
      <AuthForm
        form={form}
        submit={step === 2 ? say('join.submit') : say('common.continue')}
        isDisabled={step === 1 && studios === null}
      >
        <h2 ref={heading} tabIndex={-1} className="font-semibold">
          <span className="sr-only">
            {say('join.stepNamed', { step: step + 1, count: STEPS.length, name: say(STEPS[step]) })}{' '}
          </span>
          {say(HEADINGS[step])}
        </h2>
        {step === 1 && studios === null ? (
          isFailed ? (
            <NotLoaded retry={retry} />
          ) : (
            <Skeleton className="h-80" />
          )
        ) : (
          <Fields wizard={wizard} studios={studios ?? []} field={field} />
        )}
        {errors.email === say('problem.registration_email_in_use') && (
          <Button look="quiet" size="inline" onClick={toLogin} className="-mt-4 self-start">
            {say('join.signInInstead')}
          </Button>
        )}
      </AuthForm>
      {leave && <DiscardQuestion onKeep={() => setLeave(null)} onDiscard={leave} />}
    </>
  );
}

const AccountCreated = ({ user, onLogin }: { user: User; onLogin: () => void }) => (
  <div className="flex flex-col items-center gap-2 text-center">
    <CircleCheck size={48} className="text-success" />
    <AuthHeading>{say('join.created')}</AuthHeading>
    <p className="wrap-anywhere text-muted">{say('join.welcome', { name: user.name })}</p>
    {user.awaitsApproval && <p className="mt-2 text-sm text-muted">{say('join.awaitsApproval')}</p>}
    <Button look="primary" onClick={onLogin} className="mt-4 w-full">
      {say('join.goToLogin')}
    </Button>
  </div>
);
