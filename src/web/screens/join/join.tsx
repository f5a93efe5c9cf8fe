/** spec §2 Employee registration. */
import { ArrowLeft, CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { problemMessage } from '#contract/problems';
import { call } from '#web/api.ts';
import { focusFirstInvalid } from '#web/forms/field-errors.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { StepIndicator } from './step-indicator.tsx';
import { PersonalStep, SecurityStep, WorkStep } from './steps.tsx';
import {
  previousStep,
  withField,
  EMPTY_WIZARD,
  nextStep,
  payload,
  registrationMessage,
  STEPS,
  stepErrors,
  type Field,
} from './wizard.ts';

const STEP_FIELDS = [PersonalStep, WorkStep, SecurityStep] as const;
const HEADINGS = ['About you', 'Your work', 'Your password'] as const;

/** `onLeave` goes to the login, with the address if there is one. */
export default function Join({ onLeave }: { onLeave: (email: string) => void }) {
  const [wizard, setWizard] = useState(EMPTY_WIZARD);
  const [problem, setProblem] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  const [createdName, setCreatedName] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { step } = wizard;
  useEffect(() => heading.current?.focus(), [step]);

  const edit = (field: Field) => (text: string) => {
    setWizard((before) => withField(before, field, text));
    setProblem(null);
  };
  const goBack = () => {
    const before = previousStep(wizard);
    setProblem(null);
    if (before) setWizard(before);
    else onLeave('');
  };
  const issueId = async () => {
    if (wizard.employeeId !== null) return setWizard((before) => nextStep(before));
    const answer = await call('issueEmployeeId', {});
    if (answer.ok) setWizard((before) => nextStep(before, answer.value.employeeId));
    else setProblem(problemMessage('employee_id_failed'));
  };
  const create = async () => {
    const answer = await call('register', payload(wizard));
    if (answer.ok) return setCreatedName(answer.value.user.name);
    setProblem(registrationMessage(answer.failure));
    // An ID that lapsed meanwhile: leaving the work step once more brings a new one.
    if (answer.failure.kind === 'refused' && answer.failure.code === 'employee_id_not_issued')
      setWizard((before) => ({ ...before, employeeId: null }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (working) return;
    const errors = stepErrors(wizard);
    flushSync(() => {
      setWizard({ ...wizard, errors });
      setProblem(null);
    });
    if (Object.keys(errors).length > 0) return focusFirstInvalid(form.current);
    setWorking(true);
    if (step === 0) setWizard((before) => nextStep(before));
    else await (step === 1 ? issueId() : create());
    setWorking(false);
  };

  if (createdName !== null)
    return <Success name={createdName} onLogin={() => onLeave(wizard.typed.email.trim())} />;
  const Fields = STEP_FIELDS[step];
  return (
    <>
      <Button
        look="quiet"
        size="inline"
        icon={<ArrowLeft aria-hidden size={18} />}
        onClick={goBack}
        disabled={working}
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
        onSubmit={(event) => void submit(event)}
        className="mt-6 flex flex-col gap-4"
      >
        <h2 ref={heading} tabIndex={-1} className="font-semibold">
          <span className="sr-only">
            Step {step + 1} of {STEPS.length}, {STEPS[step]}:{' '}
          </span>
          {HEADINGS[step]}
        </h2>
        <Fields wizard={wizard} edit={edit} />
        <div role="alert" className="empty:-mt-4">
          {problem !== null && <Banner tone="danger" title={problem} />}
        </div>
        <Button look="primary" type="submit" disabled={working} working={working} className="w-full">
          {step === 2 ? 'Create Account' : 'Continue'}
        </Button>
      </form>
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
