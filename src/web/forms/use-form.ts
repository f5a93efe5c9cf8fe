import { useEffect, useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import type * as z from 'zod/mini';
import type { Failure } from '#web/api.ts';
import {
  createDraft,
  isEdited,
  withChanges,
  type FieldErrors,
  type FieldName,
  type SendResult,
  type SubmitFailure,
} from './draft.ts';
import type { SharedRecord } from './shared-record.ts';

export function fieldErrorsOf<Form extends object>(
  schema: z.ZodMiniType<unknown, Form>,
  form: Form,
): FieldErrors<FieldName<Form>> {
  const checked = schema.safeParse(form);
  const errors: Record<string, string> = {};
  for (const issue of checked.error?.issues ?? []) errors[String(issue.path[0])] ??= issue.message;
  return errors as FieldErrors<FieldName<Form>>;
}

/** Milliseconds. The schema runs only after this time, so that the form is drawn without delay. */
const FIRST_DRAWN_MS = 1000;

/** Runs the schema in advance, since its first run is slow on a phone. Returns a function that cancels the run. */
export function warmUpSchema<Form extends object>(
  schema: z.ZodMiniType<unknown, Form>,
  form: Form,
): () => void {
  const timer = setTimeout(() => fieldErrorsOf(schema, form), FIRST_DRAWN_MS);
  return () => clearTimeout(timer);
}

export function withoutError(errors: FieldErrors, field: string): FieldErrors {
  const rest = { ...errors };
  delete rest[field];
  return rest;
}

/** Assigns the server's messages to their fields, or one message to the whole form. */
export function toSubmitFailure(failure: Failure): SubmitFailure {
  const errors = failure.kind === 'refused' ? failure.fields : {};
  return Object.keys(errors).length > 0 ? { errors } : { problem: failure.message };
}

export interface FormOptions<Form extends object, Value> {
  /** Omit it for a form whose values are kept elsewhere, or which has none. */
  readonly record?: Form;
  /** For a record that others change too. Replaces `record`. */
  readonly shared?: SharedRecord<Form, Value>;
  readonly schema?: z.ZodMiniType<unknown, Form>;
  readonly validate?: (typed: Form) => FieldErrors;
  /** Returns a question to confirm before sending, or null. */
  readonly questionOf?: (typed: Form) => string | null;
  readonly send?: (typed: Form, version: number) => Promise<SendResult<Value>>;
  readonly failureOf?: (failure: Failure, typed: Form) => SubmitFailure;
  /** Called after the form took over the saved record. */
  readonly onDone?: (value: Value, typed: Form) => void;
}

export type FieldOf<Field extends string> = (name: Field) => {
  readonly name: string;
  readonly value: string | undefined;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
};

export type FormOf<Form extends object> = ReturnType<typeof useForm<Form>>;

export function useForm<Form extends object, Value = unknown>({
  record,
  shared,
  schema,
  validate = (typed) => (schema ? fieldErrorsOf(schema, typed) : {}),
  questionOf = () => null,
  send = async () => undefined,
  failureOf = (record ?? shared) ? toSubmitFailure : ({ message }) => ({ problem: message }),
  onDone,
}: FormOptions<Form, Value> = {}) {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [question, setQuestion] = useState<string | null>(null);
  const [underWay, setUnderWay] = useState<string | null>(null);
  const [first] = useState(record);
  useEffect(() => schema && first && warmUpSchema(schema, first), [schema, first]);

  const [stored, setStored] = useState(() => shared?.start() ?? createDraft(record ?? ({} as Form), 1));
  const [draft, conflicts] = shared?.present(stored) ?? [stored, []];
  if (draft !== stored) setStored(draft);
  useEffect(() => shared?.keep(draft));

  const clear = (field: string) => {
    setErrors((known) => withoutError(known, field));
    setProblem(null);
    setQuestion(null);
  };
  const clearAll = () => {
    setErrors({});
    setProblem(null);
    setQuestion(null);
  };
  const edit = (changes: Partial<Form> | ((typed: Form) => Partial<Form>)) => {
    setStored((now) => withChanges(now, typeof changes === 'function' ? changes(now.typed) : changes));
    for (const field of Object.keys(changes)) clear(field);
  };
  const fail = ({ errors: found = {}, problem: message = null, focus }: SubmitFailure) => {
    // Draw the errors now, since the next lines focus the first field with an error.
    flushSync(() => {
      setErrors(found);
      setProblem(message);
      setUnderWay(null);
    });
    ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    if (focus !== undefined && Object.keys(found).length === 0)
      ref.current?.querySelector<HTMLElement>(`[name=${focus}]`)?.focus();
  };
  /**
   * Sends unless there are errors or a send is in progress.
   * @param what tells the actions of one form apart
   * @param toAsk question to show before sending: the user confirms by submitting again
   */
  const run = async (
    sending: () => Promise<SendResult<unknown>>,
    what = '',
    found: FieldErrors = {},
    toAsk: string | null = null,
  ): Promise<void> => {
    if (underWay !== null) return;
    if (Object.keys(found).length > 0) return fail({ errors: found });
    clearAll();
    if (toAsk !== null && toAsk !== question) {
      flushSync(() => setQuestion(toAsk));
      ref.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
      return;
    }
    setUnderWay(what);
    const sent = await sending();
    const failure =
      sent && 'ok' in sent ? (sent.ok ? undefined : failureOf(sent.failure, draft.typed)) : sent;
    if (failure) fail(failure);
    else setUnderWay(null);
  };
  const sendDraft = async (): Promise<SubmitFailure | undefined> => {
    const { typed, version } = draft;
    const sent = await (shared ? shared.send(draft, send) : send(typed, version));
    if (!sent || !('ok' in sent)) return sent;
    if (!sent.ok) return failureOf(sent.failure, typed);
    if (shared) setStored(shared.takeOver(sent.value, typed));
    onDone?.(sent.value, typed);
    return undefined;
  };
  return {
    ref,
    errors,
    problem,
    question,
    /** What is being sent, as given to `run`. */
    underWay,
    isSubmitting: underWay !== null,
    draft,
    typed: draft.typed,
    isEdited: isEdited(draft),
    /** Fields that others changed. Saving waits until the user chooses a side. */
    conflicts,
    clear,
    clearAll,
    edit,
    field: <Name extends FieldName<Form>>(name: Name) => ({
      name,
      value: draft.typed[name],
      error: errors[name],
      onChange: (value: Form[Name]) => edit({ [name]: value } as unknown as Partial<Form>),
    }),
    resolve: (whose: 'mine' | 'theirs') => shared && setStored(shared.resolve(draft, whose)),
    reset: () => {
      if (shared) setStored(shared.reset());
      clearAll();
    },
    run,
    submit: (event?: FormEvent) => {
      event?.preventDefault();
      if (conflicts.length > 0) ref.current?.querySelector<HTMLElement>('[data-edit-conflict]')?.focus();
      else void run(sendDraft, 'form', validate(draft.typed), questionOf(draft.typed));
    },
  };
}
