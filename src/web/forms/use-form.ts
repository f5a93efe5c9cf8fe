import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import type * as z from 'zod/mini';
import type { ProblemCode } from '#contract/problems';
import type { Answer, Failure } from '#web/api.ts';
import {
  afterSaving,
  createDraft,
  differences,
  isEdited,
  rebase,
  withChanges,
  type Draft,
  type FieldName,
} from './draft.ts';

/** Errors by field, from the contract's schema: the same rules and words as on the server (spec §5). */
export type FieldErrors<Field extends string = string> = Partial<Record<Field, string>>;

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

export interface SubmitFailure {
  readonly problem?: string | null;
  readonly errors?: FieldErrors;
  /** Field that takes the focus when no field has an error. */
  readonly focus?: string;
}

/** Assigns the server's messages to their fields, or one message to the whole form. */
export function toSubmitFailure(failure: Failure): SubmitFailure {
  const errors = failure.kind === 'refused' ? failure.fields : {};
  return Object.keys(errors).length > 0 ? { errors } : { problem: failure.message };
}

/** Result of sending: the server's response, a failure with its own text, or undefined for success. */
type SendResult<Value> = Answer<Value> | SubmitFailure | undefined;

interface VersionedRecord<Form extends object> {
  readonly record: Form;
  readonly version: number;
}

export interface FormOptions<Form extends object, Value> {
  /** Omit it for a form whose values are kept elsewhere, or which has none. */
  readonly record?: Form;
  /** Omit the version for a record that nobody else can change. */
  readonly version?: number;
  readonly schema?: z.ZodMiniType<unknown, Form>;
  readonly validate?: (typed: Form) => FieldErrors;
  /** Returns a question to confirm before sending, or null. */
  readonly questionOf?: (typed: Form) => string | null;
  /** Returns 'stale' when the server has a newer version. */
  readonly send?: (typed: Form, version: number) => Promise<SendResult<Value> | 'stale'>;
  readonly failureOf?: (failure: Failure, typed: Form) => SubmitFailure;
  /** Called after the form took over the saved record. */
  readonly onDone?: (value: Value, typed: Form) => void;
  /** Finds the saved record in the server's response. */
  readonly recordOf?: (value: Value) => VersionedRecord<Form> | null;
  /** The query whose data the server's response replaces. It is fetched again when the version is stale. */
  readonly cached?: {
    readonly client: QueryClient;
    readonly queryKey: readonly string[];
    /** Name under which the draft survives a visit to another tab. */
    readonly keptAs?: string;
  };
}

const drafts = new WeakMap<QueryClient, Map<string, object>>();

/** Unsaved edits by name. */
export function keptDrafts(client: QueryClient): Map<string, object> {
  const kept = drafts.get(client) ?? new Map<string, object>();
  drafts.set(client, kept);
  return kept;
}

const CONFLICTS: readonly ProblemCode[] = ['settings_changed', 'payroll_profiles_changed'];
const isConflict = (failure: Failure): boolean =>
  failure.kind === 'refused' && CONFLICTS.includes(failure.code);

export type FieldOf<Field extends string> = (name: Field) => {
  readonly name: string;
  readonly value: string | undefined;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
};

export type FormOf<Form extends object> = ReturnType<typeof useForm<Form>>;

export function useForm<Form extends object, Value = unknown>({
  record = {} as Form,
  version = 1,
  schema,
  validate = (typed) => (schema ? fieldErrorsOf(schema, typed) : {}),
  questionOf = () => null,
  send = async () => undefined,
  failureOf = toSubmitFailure,
  onDone,
  recordOf = () => null,
  cached,
}: FormOptions<Form, Value> = {}) {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [question, setQuestion] = useState<string | null>(null);
  const [isSubmitting, setSubmitting] = useState(false);
  const [first] = useState(record);
  useEffect(() => schema && warmUpSchema(schema, first), [schema, first]);

  const { client, keptAs = '' } = cached ?? {};
  const kept = client && keptAs ? keptDrafts(client) : undefined;
  const [stored, setStored] = useState(
    () => (kept?.get(keptAs) as Draft<Form> | undefined) ?? createDraft(record, version),
  );
  const otherChanges = version > stored.version ? differences(stored, record) : [];
  // Take over a newer record, unless the user has edits and the record's fields changed: then show the conflicts.
  const canRebase = version > stored.version && (otherChanges.length === 0 || !isEdited(stored));
  const draft = canRebase ? rebase(stored, record, version, 'mine') : stored;
  if (canRebase) setStored(draft);
  useEffect(() => void kept?.set(keptAs, draft), [kept, keptAs, draft]);
  const conflicts = canRebase ? [] : otherChanges;

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
      setSubmitting(false);
    });
    ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    if (focus !== undefined && Object.keys(found).length === 0)
      ref.current?.querySelector<HTMLElement>(`[name=${focus}]`)?.focus();
  };
  /**
   * Sends unless there are errors or a send is in progress.
   * @param toAsk question to show before sending: the user confirms by submitting again
   */
  const run = async (
    sending: () => Promise<SendResult<unknown>>,
    found: FieldErrors = {},
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
    const sent = await sending();
    const failure = sent && 'ok' in sent ? (sent.ok ? undefined : toSubmitFailure(sent.failure)) : sent;
    if (failure) fail(failure);
    else setSubmitting(false);
  };
  const sendDraft = async (sentVersion = draft.version): Promise<SubmitFailure | undefined> => {
    const sent = draft.typed;
    const outcome = await send(sent, sentVersion);
    if (outcome === 'stale') return sendAgain(sentVersion);
    if (!outcome || !('ok' in outcome)) return outcome;
    if (!outcome.ok)
      return cached && isConflict(outcome.failure)
        ? sendAgain(sentVersion)
        : failureOf(outcome.failure, sent);
    const { value } = outcome;
    if (cached) cached.client.setQueryData<Value>(cached.queryKey, value);
    const saved = recordOf(value);
    if (saved) setStored((now) => afterSaving(now, sent, saved.record, saved.version));
    onDone?.(value, sent);
    return undefined;
  };
  /** The version also rises by changes elsewhere. If this form's record is unchanged, it is sent again. */
  const sendAgain = async (sentVersion: number): Promise<SubmitFailure | undefined> => {
    if (!cached) return {};
    await cached.client.refetchQueries({ queryKey: cached.queryKey });
    const now = cached.client.getQueryData<Value>(cached.queryKey);
    const current = now === undefined ? null : recordOf(now);
    const isOtherChange =
      current && current.version > sentVersion && differences(draft, current.record).length === 0;
    return isOtherChange ? sendDraft(current.version) : {};
  };
  return {
    ref,
    errors,
    problem,
    question,
    isSubmitting,
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
    resolve: (whose: 'mine' | 'theirs') => setStored(rebase(draft, record, version, whose)),
    reset: () => {
      setStored(createDraft(record, version));
      clearAll();
    },
    run,
    submit: (event?: FormEvent) => {
      event?.preventDefault();
      if (conflicts.length > 0) ref.current?.querySelector<HTMLElement>('[data-edit-conflict]')?.focus();
      else void run(() => sendDraft(), validate(draft.typed), questionOf(draft.typed));
    },
  };
}
