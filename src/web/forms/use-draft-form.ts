import { useState, type FormEvent } from 'react';
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
import { type FieldErrors, type SendResult, useSubmission } from './use-submission.ts';

interface VersionedRecord<Form extends object> {
  readonly record: Form;
  readonly version: number;
}

interface Saved<Form extends object> extends VersionedRecord<Form> {
  /** Called after the form took over the saved record. */
  readonly afterwards?: () => void;
}

export interface DraftFormOptions<Form extends object, ErrorField extends string = FieldName<Form>> {
  readonly record: Form;
  /** Omit the version for a record that nobody else can change. */
  readonly version?: number;
  readonly initialDraft?: Draft<Form> | undefined;
  readonly validate: (typed: Form) => FieldErrors<ErrorField>;
  /** Returns 'stale' when the server has a newer version. */
  readonly send: (typed: Form, version: number) => Promise<SendResult<ErrorField> | Saved<Form> | 'stale'>;
  readonly reload?: () => Promise<VersionedRecord<Form> | null>;
}

export function useDraftForm<Form extends object, ErrorField extends string = FieldName<Form>>({
  record,
  version = 1,
  initialDraft,
  validate,
  send,
  reload,
}: DraftFormOptions<Form, ErrorField>) {
  const { submit, ...submission } = useSubmission<ErrorField>();
  const [stored, setStored] = useState<Draft<Form>>(() => initialDraft ?? createDraft(record, version));
  const otherChanges = version > stored.version ? differences(stored, record) : [];
  // Take over a newer record, unless the user has edits and the record's fields changed: then show the conflicts.
  const canRebase = version > stored.version && (otherChanges.length === 0 || !isEdited(stored));
  const draft = canRebase ? rebase(stored, record, version, 'mine') : stored;
  if (canRebase) setStored(draft);
  const conflicts = canRebase ? [] : otherChanges;

  const sendDraft = async (sentVersion = draft.version): Promise<SendResult<ErrorField>> => {
    const outcome = await send(draft.typed, sentVersion);
    if (outcome === 'stale') {
      const current = await reload?.();
      const isOtherChange =
        current && current.version > sentVersion && differences(draft, current.record).length === 0;
      return isOtherChange ? sendDraft(current.version) : {};
    }
    if (!outcome || !('record' in outcome)) return outcome;
    setStored((now) => afterSaving(now, draft.typed, outcome.record, outcome.version));
    outcome.afterwards?.();
    return undefined;
  };
  return {
    ...submission,
    draft,
    isEdited: isEdited(draft),
    /** Fields that others changed. Saving waits until the user chooses a side. */
    conflicts,
    edit: (changes: Partial<Form>) => {
      setStored((now) => withChanges(now, changes));
      for (const field of Object.keys(changes)) submission.clear(field as ErrorField);
    },
    resolve: (whose: 'mine' | 'theirs') => setStored(rebase(draft, record, version, whose)),
    reset: () => {
      setStored(createDraft(record, version));
      submission.clearAll();
    },
    save: (event?: FormEvent) => {
      event?.preventDefault();
      if (conflicts.length > 0)
        submission.ref.current?.querySelector<HTMLElement>('[data-edit-conflict]')?.focus();
      else void submit(validate(draft.typed), () => sendDraft());
    },
  };
}

export type DraftForm<Form extends object, ErrorField extends string = FieldName<Form>> = ReturnType<
  typeof useDraftForm<Form, ErrorField>
>;
