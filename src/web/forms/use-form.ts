/** A form for data that nobody else changes. */
import { useEffect, useState, type FormEvent } from 'react';
import type * as z from 'zod/mini';
import { fieldErrorsOf, warmUpSchema, useSubmission, type SendResult } from './use-submission.ts';

export type FieldOf<Field extends string> = (name: Field) => {
  readonly name: string;
  readonly value: string | undefined;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
};

/** @param questionOf returns a question to confirm before sending, or null */
export function useForm<Form extends Record<string, string>>(
  schema: z.ZodMiniType<unknown, Form>,
  initial: Form,
  send: (typed: Form) => Promise<SendResult<keyof Form & string>>,
  questionOf: (typed: Form) => string | null = () => null,
) {
  const [first] = useState(initial);
  const [typed, setTyped] = useState(initial);
  const submission = useSubmission<keyof Form & string>();
  useEffect(() => warmUpSchema(schema, first), [schema, first]);
  const edit = (field: keyof Form & string) => (text: string) => {
    setTyped((before) => ({ ...before, [field]: text }));
    submission.clear(field);
  };
  const field: FieldOf<keyof Form & string> = (name) => ({
    name,
    value: typed[name],
    error: submission.errors[name],
    onChange: edit(name),
  });
  return {
    ...submission,
    typed,
    isEdited: Object.entries(typed).some(([field, text]) => text !== first[field]),
    edit,
    field,
    submit: (event: FormEvent) => {
      event.preventDefault();
      void submission.submit(fieldErrorsOf(schema, typed), () => send(typed), questionOf(typed));
    },
  };
}
