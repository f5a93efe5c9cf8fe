/** The sending of any form: checked first, then under way, then done, or what is wrong with it marked. */
import { useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { focusFirstInvalid, withoutError, type FieldErrors } from './field-errors.ts';

/** Why it did not work: of the whole, or by field. */
export interface SubmitFailure<Field extends string> {
  readonly problem?: string | null;
  readonly errors?: FieldErrors<Field>;
  /** The name of the control that takes the focus, where no field is at fault. */
  readonly focus?: Field;
}

export interface Submission<Field extends string> {
  /** The form, in which the field at fault is looked for. */
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly errors: FieldErrors<Field>;
  /** What belongs to no field. */
  readonly problem: string | null;
  /** Asked once more before anything is sent: submitting again is the answer. */
  readonly question: string | null;
  readonly isSubmitting: boolean;
  /**
   * Sends once `found` is empty; nothing back means that it is done. What is wrong is shown, and the focus put on the
   * first field at fault. Does nothing while it is under way.
   */
  submit(
    found: FieldErrors<Field>,
    send: () => Promise<SubmitFailure<Field> | undefined>,
    question?: string | null,
  ): Promise<void>;
  /** Takes away a field's message and what was said of the whole: the field is being edited. */
  clear(field: Field): void;
  clearAll(): void;
}

export function useSubmission<Field extends string>(): Submission<Field> {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [question, setQuestion] = useState<string | null>(null);
  const [isSubmitting, setSubmitting] = useState(false);
  const clearAll = () => {
    setErrors({});
    setProblem(null);
    setQuestion(null);
  };
  const fail = ({ errors: found = {}, problem: message = null, focus }: SubmitFailure<Field>) => {
    // The fields have to be marked before one of them can be looked for.
    flushSync(() => {
      setErrors(found);
      setProblem(message);
      setSubmitting(false);
    });
    focusFirstInvalid(ref.current);
    if (focus !== undefined && Object.keys(found).length === 0)
      ref.current?.querySelector<HTMLElement>(`[name=${focus}]`)?.focus();
  };
  return {
    ref,
    errors,
    problem,
    question,
    isSubmitting,
    clearAll,
    submit: async (found, send, toAsk = null) => {
      if (isSubmitting) return;
      if (Object.keys(found).length > 0) return fail({ errors: found });
      clearAll();
      if (toAsk !== null && toAsk !== question) {
        flushSync(() => setQuestion(toAsk));
        ref.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
        return;
      }
      setSubmitting(true);
      const failure = await send();
      if (failure) fail(failure);
      else setSubmitting(false);
    },
    clear: (field) => {
      setErrors((known) => withoutError(known, field));
      setProblem(null);
      setQuestion(null);
    },
  };
}
