/** A form over a record that others may change meanwhile: typing, saving, and what is to be decided before. */
import { useState } from 'react';
import {
  afterSaving,
  differences,
  draftOf,
  isEdited,
  rebased,
  withTyped,
  type Difference,
  type Draft,
  type Value,
  type Values,
} from './draft.ts';
import { type FieldErrors, useSubmission, type Submission, type SubmitFailure } from './use-submission.ts';

/** What was sent is saved; the record as the server has it now. */
export interface Saved<Field extends string> {
  readonly saved: Values<Field>;
  readonly version: number;
  /** Called once the form stands over it. */
  readonly afterwards?: () => void;
}

export interface DraftForm<Field extends string, ErrorField extends string = Field> extends Omit<
  Submission<ErrorField>,
  'submit'
> {
  readonly draft: Draft<Field>;
  readonly isEdited: boolean;
  /** What others changed since: to be decided on before saving. */
  readonly conflicts: readonly Difference<Field>[];
  type(field: Field, value: Value): void;
  /** Fills several fields at once. */
  fill(values: Partial<Values<Field>>): void;
  /** Goes on from the record as it is now. */
  decide(whose: 'mine' | 'theirs'): void;
  /** The form as the record is. */
  reset(): void;
  save(): Promise<void>;
}

export interface DraftFormOptions<Field extends string, ErrorField extends string> {
  readonly record: Values<Field>;
  /** Of the record; leave it out for one that nobody else can change. */
  readonly version?: number;
  /** A draft that was begun before. */
  readonly begun?: Draft<Field> | undefined;
  readonly check: (typed: Values<Field>) => FieldErrors<ErrorField>;
  /** Nothing back means that the form has served. */
  readonly send: (
    typed: Values<Field>,
    version: number,
  ) => Promise<SubmitFailure<ErrorField> | Saved<Field> | undefined>;
}

/** While nothing was typed the form simply shows the record as it is. */
export function useDraftForm<Field extends string, ErrorField extends string = Field>({
  record,
  version = 1,
  begun,
  check,
  send,
}: DraftFormOptions<Field, Field | ErrorField>): DraftForm<Field, Field | ErrorField> {
  const { submit, ...submission } = useSubmission<Field | ErrorField>();
  const [kept, setKept] = useState<Draft<Field>>(() => begun ?? draftOf(record, version));
  const found = version > kept.version ? differences(kept, record) : [];
  const isOvertaken = version > kept.version && (found.length === 0 || !isEdited(kept));
  const draft = isOvertaken ? rebased(kept, record, version, 'mine') : kept;
  if (isOvertaken) setKept(draft);
  const conflicts = isOvertaken ? [] : found;

  const sendDraft = async () => {
    const outcome = await send(draft.typed, draft.version);
    if (!outcome || !('saved' in outcome)) return outcome;
    setKept((current) => afterSaving(current, draft.typed, outcome.saved, outcome.version));
    outcome.afterwards?.();
    return undefined;
  };
  return {
    ...submission,
    draft,
    isEdited: isEdited(draft),
    conflicts,
    type: (field, value) => {
      setKept((current) => withTyped(current, field, value));
      submission.clear(field);
    },
    fill: (values) => setKept((current) => ({ ...current, typed: { ...current.typed, ...values } })),
    decide: (whose) => setKept(rebased(draft, record, version, whose)),
    reset: () => {
      setKept(draftOf(record, version));
      submission.clearAll();
    },
    save: async () => {
      if (conflicts.length > 0)
        submission.ref.current?.querySelector<HTMLElement>('[data-edit-conflict]')?.focus();
      else await submit(check(draft.typed), sendDraft);
    },
  };
}
