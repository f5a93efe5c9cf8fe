/**
 * What is wrong with a form, by field, judged by the contract's own schema: the same rules and words as on
 * the server (spec §5).
 */
import type * as z from 'zod/mini';

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
export const focusFirstInvalid = (form: HTMLElement | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
