/** The sending of any form: checked first, then under way, then done, or what is wrong with it marked. */
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type * as z from 'zod/mini';

/**
 * What is wrong with a form, by field, judged by the contract's own schema: the same rules and words as on
 * the server (spec §5).
 */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

/** The first message for each faulty field; empty when the form is right. */
export function fieldErrorsOf<Form extends Record<string, unknown>>(
  schema: z.ZodMiniType<unknown, Form>,
  form: Form,
): FieldErrors<keyof Form & string> {
  const checked = schema.safeParse(form);
  const errors: Record<string, string> = {};
  for (const issue of checked.error?.issues ?? []) errors[String(issue.path[0])] ??= issue.message;
  return errors as FieldErrors<keyof Form & string>;
}

/** By then a form has been drawn. */
const FIRST_DRAWN_MS = 1000;

/**
 * The first time that a schema judges takes a slow phone several times as long as later: it does so before anybody
 * waits for it. Returns how to call it off.
 */
export function judgeBeforehand<Form extends Record<string, unknown>>(
  schema: z.ZodMiniType<unknown, Form>,
  form: Form,
): () => void {
  const timer = setTimeout(() => fieldErrorsOf(schema, form), FIRST_DRAWN_MS);
  return () => clearTimeout(timer);
}

/** Without the message of one field: it is cleared when that field is edited. */
export function withoutError<Field extends string>(
  errors: FieldErrors<Field>,
  field: Field,
): FieldErrors<Field> {
  const rest = { ...errors };
  delete rest[field];
  return rest;
}

/** Puts the focus on the first control that is marked as faulty. Call it once the marks are drawn. */
const focusFirstInvalid = (form: HTMLElement | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();

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
