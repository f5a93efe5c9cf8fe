/** A form's state: what was typed, what is wrong with it, and the sending. */
import { useRef, useState, type FormEvent, type RefObject } from 'react';
import type * as z from 'zod/mini';
import { fieldErrorsOf, type FieldErrors } from './field-errors.ts';
import { useSending } from './use-submission.ts';

/** Why it did not work: of the whole, or by field. */
export interface SubmitFailure<Field extends string> {
  readonly problem?: string;
  readonly errors?: FieldErrors<Field>;
  /** The name of the control that takes the focus, where no field is at fault. */
  readonly focus?: Field;
}

export interface FormState<Form extends Record<string, string>> {
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly typed: Form;
  readonly errors: FieldErrors<keyof Form & string>;
  readonly problem: string | null;
  readonly working: boolean;
  /** Something was typed that would be lost. */
  readonly isDirty: boolean;
  edit(field: keyof Form & string): (text: string) => void;
  submit(event: FormEvent): void;
}

/**
 * `send` gets what was typed once the schema finds nothing wrong with it; nothing back means that it is done.
 */
export function useForm<Form extends Record<string, string>>(
  schema: z.ZodMiniType<unknown, Form>,
  initial: Form,
  send: (typed: Form) => Promise<SubmitFailure<keyof Form & string> | undefined>,
): FormState<Form> {
  const [first] = useState(initial);
  const [typed, setTyped] = useState(initial);
  const ref = useRef<HTMLFormElement>(null);
  const sending = useSending<keyof Form & string>(ref);

  const run = async () => {
    if (sending.isSending) return;
    const found = fieldErrorsOf(schema, typed);
    if (Object.keys(found).length > 0) return sending.refuse(found, null);
    sending.begin();
    const failure = await send(typed);
    if (!failure) return sending.end();
    const { errors = {}, problem = null, focus } = failure;
    sending.refuse(errors, problem);
    if (focus !== undefined && Object.keys(errors).length === 0)
      ref.current?.querySelector<HTMLElement>(`[name=${focus}]`)?.focus();
  };

  return {
    ref,
    typed,
    errors: sending.errors,
    problem: sending.problem,
    working: sending.isSending,
    isDirty: Object.entries(typed).some(([field, text]) => text !== first[field]),
    edit: (field) => (text) => {
      setTyped((before) => ({ ...before, [field]: text }));
      sending.clear(field);
    },
    submit: (event) => {
      event.preventDefault();
      void run();
    },
  };
}
