import type { Answer } from '#web/api.ts';

export type Value = string | boolean;
export type Values<Field extends string> = Readonly<Record<Field, Value>>;

export type Draft<Form extends object> = ReturnType<typeof createDraft<Form>>;

export type FieldName<Form extends object> = keyof Form & string;

export const createDraft = <Form extends object>(record: Form, version: number) => ({
  version,
  base: record,
  typed: record,
});

const fieldsOf = <Form extends object>(form: Form): FieldName<Form>[] =>
  Object.keys(form) as FieldName<Form>[];

/** Compares lists by content, since each server response creates new list objects. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

export const isEdited = <Form extends object>({ base, typed }: Draft<Form>): boolean =>
  fieldsOf(base).some((field) => !isSameValue(base[field], typed[field]));

export const withChanges = <Form extends object>(
  draft: Draft<Form>,
  changes: Partial<Form>,
): Draft<Form> => ({
  ...draft,
  typed: { ...draft.typed, ...changes },
});

/** Errors by field, from the contract's schema: the same rules and words as on the server (spec §5). */
export type FieldErrors<Field extends string = string> = Partial<Record<Field, string>>;

export interface SubmitFailure {
  readonly problem?: string | null;
  readonly errors?: FieldErrors;
  /** Field that takes the focus when no field has an error. */
  readonly focus?: string;
}

/** Result of sending: the server's response, a failure with its own text, or undefined for success. */
export type SendResult<Value> = Answer<Value> | SubmitFailure | undefined;
