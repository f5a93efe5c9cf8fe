import { useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { CorrectionRequest, type Correction } from '#contract/corrections';
import { isDay } from '#domain/time/workplace-day';
import '#web/session/later-addresses.ts';
import { call, type Answer } from '#web/api.ts';
import { newRequestId } from '#web/browser/request-id.ts';
import { useSubmission, type SubmitFailure } from '#web/forms/use-submission.ts';
import { lockReason, type CorrectionDialogProps, type Purpose } from './correct.tsx';
import {
  createDraft,
  breakFieldOf,
  changedRows,
  draftErrors,
  fieldOf,
  changesToSend,
  isChanged,
  onDay,
  questionOf,
  rebaseOntoCurrent,
  withAdded,
  withBreak,
  withRemoved,
  withRow,
  type DraftSource,
  type CorrectionDraft,
  type TypedRow,
} from './draft.ts';

export interface Suggestion {
  readonly reason: string;
  /** The part of the entry that the reason is about. */
  readonly leadsTo?: 'clockIn' | 'clockOut' | 'break' | 'removal';
}

interface CorrectionOptions extends Pick<CorrectionDialogProps, 'purpose' | 'choice'> {
  /** Its entries are live. */
  source: DraftSource;
  isAdding: boolean;
  onSent: (correction: Correction) => void;
}

export function useCorrection({ source, isAdding, purpose, choice, onSent }: CorrectionOptions) {
  const [first] = useState(() => {
    const draft = createDraft(source);
    return isAdding ? withAdded(draft, newRequestId()) : draft;
  });
  const [draft, setDraft] = useState(first);
  const submission = useSubmission<string>();
  const focusOn = (field: string) =>
    submission.ref.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  const send = async (): Promise<SubmitFailure<string> | undefined> => {
    if (changedRows(draft).length === 0) return { problem: 'Nothing has changed yet.' };
    const answer = await sendCorrection(draft, purpose);
    if (answer.ok) {
      onSent(answer.value.correction);
      return undefined;
    }
    const { failure } = answer;
    setDraft(rebaseOntoCurrent(draft, source.entries));
    const errors = failure.kind === 'refused' ? draftErrors(draft, failure.fields) : {};
    return Object.keys(errors).length > 0 ? { errors } : { problem: failure.message };
  };
  const dayError =
    choice && (draft.day > (choice[4] ?? '') ? 'In the future' : lockReason(choice, draft.day));
  const wrongDay: Record<string, string> = dayError ? { day: dayError } : {};
  const addBreak = (row: TypedRow) => {
    const key = newRequestId();
    flushSync(() => setDraft((before) => withRow(before, row.key, (its) => withBreak(its, key))));
    focusOn(breakFieldOf(row, key, 'start'));
  };
  const remove = (key: string, isRemoved: boolean) => {
    setDraft((before) => withRemoved(before, key, isRemoved));
    submission.clear(key);
  };
  const give = (reason: string) => {
    setDraft((before) => ({ ...before, reason }));
    submission.clear('reason');
  };
  return {
    ...submission,
    draft,
    errors: { ...submission.errors, ...wrongDay },
    isEdited: draft !== first,
    add: () => {
      const key = newRequestId();
      flushSync(() => setDraft((before) => withAdded(before, key)));
      focusOn(fieldOf({ key }, 'clockIn'));
    },
    addBreak,
    change: (row: TypedRow, field: string) => {
      setDraft((before) => withRow(before, row.key, () => row));
      submission.clear(field);
    },
    remove,
    moveTo: (day: string) => {
      if (!isDay(day)) return;
      setDraft((before) => onDay(before, day));
      submission.clear('day');
    },
    give,
    /** Leads to its part of the entry unless that was edited. */
    suggest: ({ reason, leadsTo }: Suggestion, row: TypedRow | undefined) => {
      give(reason);
      if (!row || !leadsTo || isChanged(row, draft.zone)) return;
      if (leadsTo === 'break') addBreak(row);
      else if (leadsTo === 'removal') remove(row.key, true);
      else focusOn(fieldOf(row, leadsTo));
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      void submission.submit({ ...validateDraft(draft), ...wrongDay }, send, questionOf(draft));
    },
  };
}

/** Errors known before sending, in the contract's words. */
function validateDraft(draft: CorrectionDraft): Record<string, string> {
  const changes = changesToSend(draft);
  if (changes.length === 0) return {};
  const { error } = CorrectionRequest.safeParse({ day: draft.day, reason: draft.reason, changes });
  return draftErrors(
    draft,
    Object.fromEntries(
      (error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]),
    ),
  );
}

function sendCorrection(
  draft: CorrectionDraft,
  purpose: Purpose,
): Promise<Answer<{ readonly correction: Correction }>> {
  const given = { reason: draft.reason, changes: changesToSend(draft) };
  if (purpose.kind === 'send-back') {
    const { id, version } = purpose.correction;
    return call('sendBackCorrection', { id, version, ...given });
  }
  const owner = purpose.kind === 'make' ? { userId: purpose.person.id } : {};
  return call('askCorrection', { ...owner, day: draft.day, ...given });
}
