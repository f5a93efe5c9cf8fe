import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type * as z from 'zod/mini';
import type { Answer } from '#web/api.ts';
import { toSubmitFailure } from './submit-failure.ts';

/** Errors by field, from the contract's schema: the same rules and words as on the server (spec §5). */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

export function fieldErrorsOf<Form extends Record<string, unknown>>(
  schema: z.ZodMiniType<unknown, Form>,
  form: Form,
): FieldErrors<keyof Form & string> {
  const checked = schema.safeParse(form);
  const errors: Record<string, string> = {};
  for (const issue of checked.error?.issues ?? []) errors[String(issue.path[0])] ??= issue.message;
  return errors as FieldErrors<keyof Form & string>;
}

/** Milliseconds. The schema runs only after this time, so that the form is drawn without delay. */
const FIRST_DRAWN_MS = 1000;

/** Runs the schema in advance, since its first run is slow on a phone. Returns a function that cancels the run. */
export function warmUpSchema<Form extends Record<string, unknown>>(
  schema: z.ZodMiniType<unknown, Form>,
  form: Form,
): () => void {
  const timer = setTimeout(() => fieldErrorsOf(schema, form), FIRST_DRAWN_MS);
  return () => clearTimeout(timer);
}

export function withoutError<Field extends string>(
  errors: FieldErrors<Field>,
  field: Field,
): FieldErrors<Field> {
  const rest = { ...errors };
  delete rest[field];
  return rest;
}

export interface SubmitFailure<Field extends string> {
  readonly problem?: string | null;
  readonly errors?: FieldErrors<Field>;
  /** Field that takes the focus when no field has an error. */
  readonly focus?: Field;
}

/** Result of sending: the server's response, a failure with its own text, or undefined for success. */
export type SendResult<Field extends string> = Answer<unknown> | SubmitFailure<Field> | undefined;

function failureOf<Field extends string>(sent: SendResult<Field>): SubmitFailure<Field> | undefined {
  if (!sent || !('ok' in sent)) return sent;
  return sent.ok ? undefined : toSubmitFailure(sent.failure);
}

export function useSubmission<Field extends string>() {
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
    // Draw the errors now, since the next lines focus the first field with an error.
    flushSync(() => {
      setErrors(found);
      setProblem(message);
      setSubmitting(false);
    });
    ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
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
    /**
     * Sends unless there are errors or a send is in progress.
     * @param toAsk question to show before sending: the user confirms by submitting again
     */
    submit: async (
      found: FieldErrors<Field>,
      send: () => Promise<SendResult<Field>>,
      toAsk: string | null = null,
    ): Promise<void> => {
      if (isSubmitting) return;
      if (Object.keys(found).length > 0) return fail({ errors: found });
      clearAll();
      if (toAsk !== null && toAsk !== question) {
        flushSync(() => setQuestion(toAsk));
        ref.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
        return;
      }
      setSubmitting(true);
      const failure = failureOf(await send());
      if (failure) fail(failure);
      else setSubmitting(false);
    },
    clear: (field: Field) => {
      setErrors((known) => withoutError(known, field));
      setProblem(null);
      setQuestion(null);
    },
  };
}
