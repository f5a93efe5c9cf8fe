/** spec §2 Employee registration. */
import { ArrowLeft, CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { problemMessage } from '#contract/problems';
import { call } from '#web/api.ts';
import { useOpened } from '#web/browser/navigation.ts';
import { useSubmission } from '#web/forms/use-submission.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { useGuard, useUnsaved } from '#web/ui/leaving.ts';
import { StepIndicator } from './step-indicator.tsx';
import { PersonalStep, SecurityStep, WorkStep } from './steps.tsx';
import {
  previousStep,
  withField,
  EMPTY_WIZARD,
  isAddressTaken,
  nextStep,
  payload,
  registrationMessage,
  STEPS,
  stepErrors,
  type Field,
} from './wizard.ts';

const DiscardQuestion = onDemand(() => import('#web/ui/discard-question.tsx'));

const STEP_FIELDS = [PersonalStep, WorkStep, SecurityStep] as const;
const HEADINGS = ['About you', 'Your work', 'Your password'] as const;

/** `onLeave` goes to the login, with the address if there is one. */
export default function Join({ onLeave }: { onLeave: (email: string) => void }) {
  const [wizard, setWizard] = useState(EMPTY_WIZARD);
  const [createdName, setCreatedName] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { step } = wizard;
  const { errors, problem, isSubmitting, submit, clear, clearAll } = useSubmission<Field>(form);
  useEffect(() => heading.current?.focus(), [step]);

  const edit = (field: Field) => (text: string) => {
    setWizard((before) => withField(before, field, text));
    clear(field);
  };
  const goBack = () => {
    const before = previousStep(wizard);
    clearAll();
    if (before) setWizard(before);
    else onLeave('');
  };
  const isDone = createdName !== null;
  const isEdited = !isDone && Object.values(wizard.typed).some((text) => text !== '');
  const [leave, setLeave] = useState<(() => void) | null>(null);
  // Back in the browser goes back a step, and asks before it leaves the first.
  const isCovered = useOpened('terms', 'privacy') !== undefined;
  useGuard(isEdited && !isCovered, (goOn) => (step > 0 ? goBack() : setLeave(() => goOn)));
  useUnsaved(isEdited);
  const goOn = async (employeeId?: string) => {
    setWizard((before) => nextStep(before, employeeId));
    return undefined;
  };
  const issueId = async () => {
    if (wizard.employeeId !== null) return goOn();
    const answer = await call('issueEmployeeId', {});
    return answer.ok ? goOn(answer.value.employeeId) : { problem: problemMessage('employee_id_failed') };
  };
  const create = async () => {
    const answer = await call('register', payload(wizard));
    if (answer.ok) return void setCreatedName(answer.value.user.name);
    // An ID that lapsed meanwhile: leaving the work step once more brings a new one.
    if (answer.failure.kind === 'refused' && answer.failure.code === 'employee_id_not_issued')
      setWizard((before) => ({ ...before, employeeId: null }));
    if (!isAddressTaken(answer.failure)) return { problem: registrationMessage(answer.failure) };
    // The step with the address has to stand there before the focus can go to it.
    flushSync(() => setWizard((before) => ({ ...before, step: 0 })));
    return { errors: { email: registrationMessage(answer.failure) } };
  };
  const toLogin = () => onLeave(wizard.typed.email.trim());
  const leaveStep = [() => goOn(), issueId, create] as const;

  if (isDone) return <Success name={createdName} onLogin={toLogin} />;
  const Fields = STEP_FIELDS[step];
  return (
    <>
      <Button
        look="quiet"
        size="inline"
        icon={<ArrowLeft aria-hidden size={18} />}
        onClick={goBack}
        disabled={isSubmitting}
        className="-mt-3 -ml-1"
      >
        Back to Login
      </Button>
      <h1 className="mt-2 text-xl font-semibold">Join as Employee</h1>
      <p className="mt-1 mb-6 text-sm text-muted">Only employees can register through this form.</p>
      <StepIndicator step={step} />
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit(stepErrors(wizard), leaveStep[step]);
        }}
        className="mt-6 flex flex-col gap-4"
      >
        <h2 ref={heading} tabIndex={-1} className="font-semibold">
          <span className="sr-only">
            Step {step + 1} of {STEPS.length}, {STEPS[step]}:{' '}
          </span>
          {HEADINGS[step]}
        </h2>
        <Fields wizard={wizard} errors={errors} edit={edit} />
        {errors.email === problemMessage('registration_email_in_use') && (
          <Button look="quiet" size="inline" onClick={toLogin} className="-mt-4 self-start">
            Sign in instead
          </Button>
        )}
        <div role="alert" className="empty:-mt-4">
          {problem !== null && <Banner tone="danger" title={problem} />}
        </div>
        <Button
          look="primary"
          type="submit"
          disabled={isSubmitting}
          working={isSubmitting}
          className="w-full"
        >
          {step === 2 ? 'Create Account' : 'Continue'}
        </Button>
      </form>
      {leave && <DiscardQuestion isAsked onKeep={() => setLeave(null)} onDiscard={leave} />}
    </>
  );
}

/** spec §2: the end of registration. */
function Success({ name, onLogin }: { name: string; onLogin: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col items-center gap-2 text-center">
      <CircleCheck aria-hidden size={48} className="text-success" />
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
        Account Created!
      </h1>
      <p className="wrap-anywhere text-muted">Welcome to the team, {name}!</p>
      <Button look="primary" onClick={onLogin} className="mt-4 w-full">
        Go to Login
      </Button>
    </div>
  );
}
