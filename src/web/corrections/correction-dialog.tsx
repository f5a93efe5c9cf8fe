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

const SUGGESTIONS: readonly Suggestion[] = [
  { reason: 'Forgot to clock out', target: 'clockOut' },
  { reason: 'Forgot to clock in', target: 'clockIn' },
  { reason: 'Forgot a break', target: 'break' },
  { reason: 'Made by mistake', target: 'removal' },
  { reason: 'Wrong time' },
];
const ON_SENDING_BACK: readonly Suggestion[] = [
  { reason: 'Times as punched' },
  { reason: 'Break was not taken' },
  { reason: 'Wrong day' },
];

function wordsOf(purpose: CorrectionPurpose) {
  switch (purpose.kind) {
    case 'ask':
      return {
        title: 'Correct my hours',
        submit: 'Send request',
        hint: 'An administrator reviews it.',
        suggestions: SUGGESTIONS,
        sent: ({ selfDecided }: Correction) =>
          selfDecided ? 'Your hours were corrected.' : 'Your request was sent.',
      };
    case 'make':
      return {
        title: <PersonName before="Correct hours of " person={purpose.person} />,
        submit: 'Save correction',
        hint: 'It counts at once. The employee sees your name and this reason.',
        suggestions: SUGGESTIONS,
        sent: () => `The hours of ${purpose.person.name} were corrected.`,
      };
    case 'send-back':
      return {
        title: <PersonName before="Suggest other times to " person={purpose.person} />,
        submit: 'Send back',
        hint: 'The employee sees your name and this reason.',
        suggestions: ON_SENDING_BACK,
        sent: () => `Your times were sent to ${purpose.person.name}.`,
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
      submitting="Sending..."
      onClose={cancel}
    >
      {dayChoice && (
        <TextField
          label="Date"
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
          Add a missed entry
        </Button>
      </div>
      <WorkedTimeEffect draft={draft} />
      <div className="flex flex-col gap-2">
        <TextArea {...form.field('reason')} label="Reason" maxLength={NOTES_MAX} hint={words.hint} />
        <div role="group" aria-label="Suggestions" className="flex flex-wrap gap-2">
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
      That day {old !== shown && <del className="text-muted">{old}</del>}{' '}
      <span className={old === shown ? '' : 'font-semibold'}>{shown}</span>
      <span className="text-muted"> ({differenceText(before, after)})</span>
    </p>
  );
}
