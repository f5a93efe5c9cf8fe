import { richly } from '#web/ui/rich-text.tsx';
import { say } from '#texts/say';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { NOTES_MAX } from '#contract/fields';
import type { Correction } from '#contract/corrections/corrections';
import type { CountedTimes } from '#domain/correction/correction';
import { differenceText } from '#domain/correction/effect';
import { formatDate } from '#domain/time/format';
import { formatDuration, MS_PER_MINUTE, type Minutes } from '#domain/time/units';
import { totalWorkedMs } from '#domain/entry/time-entry';
import { PersonName } from '#web/frame/person-name.tsx';
import { now } from '#web/time/clock.ts';
import { weekdayNameOf } from '#domain/time/weekday';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/dialog-form.tsx';
import { TextField } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { useToast } from '#web/ui/toast.tsx';
import type { CorrectionDialogProps, CorrectionPurpose } from './correct.tsx';
import { beforeAndAfter, isChanged, type CorrectionDraft, type DraftRow } from './draft.ts';
import { EntryFields } from './entry-fields.tsx';
import { changesOf } from '#contract/corrections/rows';
import { useCorrectionForm, type Suggestion } from './use-correction.ts';

const suggestions = (): readonly Suggestion[] => [
  { reason: say('correction.forgotOut'), target: 'clockOut' },
  { reason: say('correction.forgotIn'), target: 'clockIn' },
  { reason: say('correction.forgotBreak'), target: 'break' },
  { reason: say('correction.byMistake'), target: 'removal' },
  { reason: say('correction.wrongTime') },
];
const suggestionsOnSendingBack = (): readonly Suggestion[] => [
  { reason: say('correction.asPunched') },
  { reason: say('correction.breakNotTaken') },
  { reason: say('correction.wrongDay') },
];

function wordsOf(purpose: CorrectionPurpose) {
  switch (purpose.kind) {
    case 'ask':
      return {
        title: say('correction.correctMine'),
        submit: say('correction.sendRequest'),
        hint: say('correction.isReviewed'),
        suggestions: suggestions(),
        sent: ({ selfDecided }: Correction) =>
          selfDecided ? say('correction.mineCorrected') : say('correction.sent'),
      };
    case 'make':
      return {
        title: richly('correction.correctTitle', { name: <PersonName person={purpose.person} /> }),
        submit: say('correction.save'),
        hint: say('correction.countsAtOnce'),
        suggestions: suggestions(),
        sent: () => say('correction.corrected', { name: purpose.person.name }),
      };
    case 'send-back':
      return {
        title: richly('correction.suggestTitle', { name: <PersonName person={purpose.person} /> }),
        submit: say('correction.sendBack'),
        hint: say('correction.seesReason'),
        suggestions: suggestionsOnSendingBack(),
        sent: () => say('correction.sentBack', { name: purpose.person.name }),
      };
  }
}

export default function CorrectionDialog({
  day,
  zone,
  entries,
  at,
  moved,
  dayChoice,
  purpose,
  onDone,
}: CorrectionDialogProps) {
  const showToast = useToast();
  const words = wordsOf(purpose);
  const requested = purpose.kind === 'send-back' ? changesOf(purpose.correction) : (moved ?? []);
  const form = useCorrectionForm({
    source: { day, zone, entries, wanted: requested },
    isAdding: at === null || (entries.length === 0 && requested.length === 0),
    purpose,
    dayChoice,
    onSent: (correction) => {
      showToast(words.sent(correction));
      onDone(correction);
    },
  });
  const { typed: draft, errors } = form;
  const first =
    draft.rows.find(({ key }) => key === at) ??
    draft.rows.find((row) => isChanged(row, zone)) ??
    draft.rows[0];
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set());
  const cancel = () => onDone(null);
  return (
    <FormDialog
      title={words.title}
      facts={
        !dayChoice && (
          <p className="text-sm text-muted">
            {weekdayNameOf(day)} {formatDate(day, zone)}
          </p>
        )
      }
      form={form}
      submit={words.submit}
      submitting={say('common.sending')}
      onClose={cancel}
    >
      {dayChoice && (
        <TextField
          label={say('field.date')}
          type="date"
          min={dayChoice[2]}
          max={dayChoice[4]}
          value={draft.day}
          error={errors['day']}
          onChange={form.moveTo}
        />
      )}
      <div className="flex flex-col gap-3">
        {draft.rows.map((row) => (
          <EntryFields
            key={row.key}
            row={row}
            zone={zone}
            isOpen={row === first || opened.has(row.key) || isChanged(row, zone)}
            isFirst={row === first}
            errors={errors}
            onOpen={() => setOpened(new Set([...opened, row.key]))}
            onChange={form.change}
            onAddBreak={() => form.addBreak(row)}
            onRemove={(isRemoved) => form.remove(row.key, isRemoved)}
          />
        ))}
        <Button size="small" className="self-start" icon={<Plus size={16} />} onClick={form.add}>
          {say('correction.addMissed')}
        </Button>
      </div>
      <WorkedTimeEffect draft={draft} />
      <div className="flex flex-col gap-2">
        <TextArea
          {...form.field('reason')}
          label={say('field.reason')}
          maxLength={NOTES_MAX}
          hint={words.hint}
        />
        <div role="group" aria-label={say('field.suggestions')} className="flex flex-wrap gap-2">
          {words.suggestions
            .filter(({ target }) => isApplicable(first, target))
            .map((suggestion) => (
              <Button
                key={suggestion.reason}
                size="small"
                aria-pressed={draft.reason === suggestion.reason}
                className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
                onClick={() => form.suggest(suggestion, first)}
              >
                {suggestion.reason}
              </Button>
            ))}
        </div>
      </div>
    </FormDialog>
  );
}

/** False if the suggestion would end or remove a running entry, or would remove an added entry. */
const isApplicable = (row: DraftRow | undefined, target: Suggestion['target']): boolean =>
  target === 'removal' || target === 'clockOut'
    ? Boolean(row?.clockOut) && (target === 'clockOut' || row?.old !== null)
    : true;

function WorkedTimeEffect({ draft }: { draft: CorrectionDraft }) {
  const known = beforeAndAfter(draft);
  if (!known) return null;
  const at = now();
  const worked = (entries: readonly CountedTimes[]): Minutes => totalWorkedMs(entries, at) / MS_PER_MINUTE;
  const [before, after] = [worked(known.before), worked(known.after)];
  const [old, shown] = [formatDuration(before), formatDuration(after)];
  return (
    <p className="rounded-md bg-accent-soft px-3 py-2 text-sm tabular-nums">
      {richly('correction.thatDay', {
        hours: (
          <>
            {old !== shown && <del className="text-muted">{old}</del>}{' '}
            <span className={old === shown ? '' : 'font-semibold'}>{shown}</span>
            <span className="text-muted"> ({differenceText(before, after)})</span>
          </>
        ),
      })}
    </p>
  );
}
