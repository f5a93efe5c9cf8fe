import { say } from '#texts/say';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { CorrectionRequest, type Correction } from '#contract/corrections/corrections';
import { isDay } from '#domain/time/workplace-day';
import { call, type Answer } from '#web/api.ts';
import { newRequestId } from '#web/browser/request-id.ts';
import type { FieldErrors } from '#web/forms/draft.ts';
import { useForm } from '#web/forms/use-form.ts';
import { lockReason, type CorrectionDialogProps, type CorrectionPurpose } from './correct.tsx';
import * as drafts from './draft.ts';

export interface Suggestion {
  readonly reason: string;
  /** Choosing the suggestion starts to edit this part of the entry. */
  readonly target?: 'clockIn' | 'clockOut' | 'break' | 'removal';
}

interface CorrectionOptions extends Pick<CorrectionDialogProps, 'purpose' | 'dayChoice'> {
  /** Live updates can change the entries of `source` while the dialog is open. */
  source: drafts.DraftSource;
  isAdding: boolean;
  onSent: (correction: Correction) => void;
}

export function useCorrectionForm({ source, isAdding, purpose, dayChoice, onSent }: CorrectionOptions) {
  const [first] = useState(() => {
    const draft = drafts.createDraft(source);
    return isAdding ? drafts.withNewRow(draft, newRequestId()) : draft;
  });
  const wrongDayOf = ({ day }: drafts.CorrectionDraft): FieldErrors => {
    const error =
      dayChoice && (day > (dayChoice[4] ?? '') ? say('correction.inFuture') : lockReason(dayChoice, day));
    return error ? { day: error } : {};
  };
  const form = useForm({
    record: first,
    validate: (draft) => ({ ...validateDraft(draft), ...wrongDayOf(draft) }),
    questionOf: drafts.unusualSpanQuestion,
    send: async (draft) =>
      drafts.changedRows(draft).length === 0
        ? { problem: say('correction.nothingChanged') }
        : sendCorrection(draft, purpose),
    failureOf: (failure, draft) => {
      form.edit(() => drafts.rebaseOntoCurrent(draft, source.entries));
      const errors = failure.kind === 'refused' ? drafts.draftErrors(draft, failure.fields) : {};
      return Object.keys(errors).length > 0 ? { errors } : { problem: failure.message };
    },
    onDone: ({ correction }) => onSent(correction),
  });
  const draft = form.typed;
  const focusOn = (field: string) =>
    form.ref.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  const addBreak = (row: drafts.DraftRow) => {
    const key = newRequestId();
    flushSync(() =>
      form.edit((before) => drafts.withChangedRow(before, row.key, (its) => drafts.withBreak(its, key))),
    );
    focusOn(drafts.breakFieldOf(row, key, 'start'));
  };
  const remove = (key: string, isRemoved: boolean) => {
    form.edit((before) => drafts.withRowRemoved(before, key, isRemoved));
    form.clear(key);
  };
  return {
    ...form,
    errors: { ...form.errors, ...wrongDayOf(draft) },
    add: () => {
      const key = newRequestId();
      flushSync(() => form.edit((before) => drafts.withNewRow(before, key)));
      focusOn(drafts.fieldOf({ key }, 'clockIn'));
    },
    addBreak,
    change: (row: drafts.DraftRow, field: string) => {
      form.edit((before) => drafts.withChangedRow(before, row.key, () => row));
      form.clear(field);
    },
    remove,
    moveTo: (day: string) => {
      if (!isDay(day)) return;
      form.edit((before) => drafts.withDay(before, day));
      form.clear('day');
    },
    /** Fills in the reason, then starts to edit the `target`, unless the user edited this row before. */
    suggest: ({ reason, target }: Suggestion, row: drafts.DraftRow | undefined) => {
      form.edit({ reason });
      if (!row || !target || drafts.isChanged(row, draft.zone)) return;
      if (target === 'break') addBreak(row);
      else if (target === 'removal') remove(row.key, true);
      else focusOn(drafts.fieldOf(row, target));
    },
  };
}

/** Finds errors before sending, with the same texts as the server. */
function validateDraft(draft: drafts.CorrectionDraft): Record<string, string> {
  const changes = drafts.changesToSend(draft);
  if (changes.length === 0) return {};
  const { error } = CorrectionRequest.safeParse({ day: draft.day, reason: draft.reason, changes });
  return drafts.draftErrors(
    draft,
    Object.fromEntries(
      (error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]),
    ),
  );
}

function sendCorrection(
  draft: drafts.CorrectionDraft,
  purpose: CorrectionPurpose,
): Promise<Answer<{ readonly correction: Correction }>> {
  const given = { reason: draft.reason, changes: drafts.changesToSend(draft) };
  if (purpose.kind === 'send-back') {
    const { id, version } = purpose.correction;
    return call('sendBackCorrection', { id, version, ...given });
  }
  const owner = purpose.kind === 'make' ? { userId: purpose.person.id } : {};
  return call('askCorrection', { ...owner, day: draft.day, ...given });
}
