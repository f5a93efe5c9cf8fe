/** A form over nothing that others change: what was typed, what is wrong with it, and the sending. */
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import type * as z from 'zod/mini';
import { fieldErrorsOf, judgeBeforehand, type FieldErrors } from './field-errors.ts';
import { useSubmission, type SubmitFailure } from './use-submission.ts';

export interface FormState<Form extends Record<string, string>> {
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly typed: Form;
  readonly errors: FieldErrors<keyof Form & string>;
  readonly problem: string | null;
  readonly question: string | null;
  readonly isSubmitting: boolean;
  /** Something was typed that would be lost. */
  readonly isEdited: boolean;
  edit(field: keyof Form & string): (text: string) => void;
  submit(event: FormEvent): void;
}

/**
 * `send` gets what was typed once the schema finds nothing wrong with it; nothing back means that it is done.
 * @param questionOf what is asked once more before it is sent
 */
export function useForm<Form extends Record<string, string>>(
  schema: z.ZodMiniType<unknown, Form>,
  initial: Form,
  send: (typed: Form) => Promise<SubmitFailure<keyof Form & string> | undefined>,
  questionOf: (typed: Form) => string | null = () => null,
): FormState<Form> {
  const [first] = useState(initial);
  const [typed, setTyped] = useState(initial);
  const ref = useRef<HTMLFormElement>(null);
  const submission = useSubmission<keyof Form & string>(ref);
  useEffect(() => judgeBeforehand(schema, first), [schema, first]);
  return {
    ref,
    typed,
    errors: submission.errors,
    problem: submission.problem,
    question: submission.question,
    isSubmitting: submission.isSubmitting,
    isEdited: Object.entries(typed).some(([field, text]) => text !== first[field]),
    edit: (field) => (text) => {
      setTyped((before) => ({ ...before, [field]: text }));
      submission.clear(field);
    },
    submit: (event) => {
      event.preventDefault();
      void submission.submit(fieldErrorsOf(schema, typed), () => send(typed), questionOf(typed));
    },
  };
}
