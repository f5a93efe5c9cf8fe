import { useLayoutEffect, useState } from 'react';
import { NOTES_MAX } from '#contract/fields';
import { EntryClosingForm } from '#contract/time-entries';
import { problemText } from '#contract/problem-texts';
import { dayIn, formatDate, formatTime } from '#domain/format';
import { formatOffset, instantsShowing } from '#domain/repeated-time';
import { parseTimeText } from '#domain/time';
import { lastInstant, openBreak, type TimeEntry } from '#domain/time-entry';
import { call, type Failure } from '#web/api.ts';
import { PersonName, type Person } from '#web/frame/which-person.tsx';
import { RetryBanner } from '#web/ui/banner.tsx';
import { CancelButton, Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { DialogForm } from '#web/ui/dialog-form.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useForm } from '#web/forms/use-form.ts';
import type { SubmitFailure } from '#web/forms/use-submission.ts';
import { useSettings } from '#web/screens/admin/use-settings.ts';

interface CloseEntryDialogProps {
  entry: TimeEntry;
  employee: Person;
  onDone: () => void;
}

export default function CloseEntryDialog({ entry, employee, onDone }: CloseEntryDialogProps) {
  const query = useSettings();
  const settings = query.data?.settings;
  const [hasEdits, setHasEdits] = useState(false);
  return (
    <Dialog
      title={
        <>
          Close entry of <PersonName person={employee} />
        </>
      }
      hasEdits={hasEdits}
      onClose={onDone}
    >
      {settings ? (
        <Form
          entry={entry}
          zone={settings.timeZone}
          workEnd={settings.workEndTime}
          name={employee.name}
          onEdited={setHasEdits}
          onDone={onDone}
        />
      ) : (
        <Waiting query={query} onClose={onDone} />
      )}
    </Dialog>
  );
}

/** The time is the workplace's, so that its settings have to be known first. */
const Waiting = ({ query, onClose }: { query: ReturnType<typeof useSettings>; onClose: () => void }) => (
  <>
    <DialogBody>
      <div role="alert" className="empty:hidden">
        {query.error && (
          <RetryBanner title={problemText('settings_load_failed')} onRetry={() => void query.refetch()}>
            The entry was not closed.
          </RetryBanner>
        )}
      </div>
      {!query.error && <Skeleton className="h-64" />}
    </DialogBody>
    <DialogActions>
      <CancelButton onCancel={onClose} />
    </DialogActions>
  </>
);

interface FormProps {
  entry: TimeEntry;
  zone: string;
  workEnd: string;
  /** Whose entry it is. */
  name: string;
  onEdited: (isEdited: boolean) => void;
  onDone: () => void;
}

function Form({ entry, zone, workEnd, name, onEdited, onDone }: FormProps) {
  const tell = useToast();
  const form = useForm(
    EntryClosingForm,
    {
      entryId: entry.id,
      day: dayIn(entry.clockIn, zone),
      time: '',
      which: 'first',
      reason: '',
    },
    async (typed) => {
      const answer = await call('closeEntry', typed);
      if (!answer.ok) return closingFailure(answer.failure);
      tell(`The entry of ${name} was closed.`);
      onDone();
      return undefined;
    },
  );
  const { typed, errors, isEdited, edit } = form;
  useLayoutEffect(() => onEdited(isEdited), [isEdited, onEdited]);
  return (
    <DialogForm
      form={form.ref}
      problem={form.problem}
      submit="Close entry"
      submitting="Closing..."
      isSubmitting={form.isSubmitting}
      onSubmit={form.submit}
      onCancel={onDone}
    >
      <LastPunch entry={entry} zone={zone} />
      <div className="grid grid-cols-2 gap-3">
        <TextField label="Date" type="date" value={typed.day} error={errors.day} onChange={edit('day')} />
        <TextField
          label="Time"
          inputMode="numeric"
          placeholder="HH:mm"
          autoComplete="off"
          value={typed.time}
          error={errors.time}
          hint={`Work ends at ${workEnd}.`}
          onChange={edit('time')}
        />
      </div>
      <Which typed={typed} zone={zone} onChoose={edit('which')} />
      <TextArea
        label="Reason"
        value={typed.reason}
        maxLength={NOTES_MAX}
        error={errors.reason}
        hint="The employee sees the time, this reason and your name."
        onChange={edit('reason')}
      />
    </DialogForm>
  );
}

/** Where the clocks go back a time comes twice: the offset from UTC tells which is meant. */
function Which({
  typed: { day, time, which },
  zone,
  onChoose,
}: {
  typed: { readonly day: string; readonly time: string; readonly which: string };
  zone: string;
  onChoose: (which: string) => void;
}) {
  const instants = parseTimeText(time).ok ? instantsShowing(day, time, zone) : [];
  if (instants.length < 2) return null;
  const options = instants.map((instant) => `${time} (${formatOffset(instant, zone)})`);
  return (
    <SelectField
      label="Which of the two"
      options={options}
      value={options[which === 'second' ? 1 : 0]}
      hint="The clocks go back here, so this time comes twice."
      onChange={(chosen) => onChoose(chosen === options[1] ? 'second' : 'first')}
    />
  );
}

/** Said at the field where the server names one. */
function closingFailure(failure: Failure): SubmitFailure<'day' | 'time' | 'reason'> {
  const errors = failure.kind === 'refused' ? failure.fields : {};
  return Object.keys(errors).length > 0 ? { errors } : { problem: failure.message };
}

/** What the time must come after. */
function LastPunch({ entry, zone }: { entry: TimeEntry; zone: string }) {
  const last = lastInstant(entry);
  const pause = openBreak(entry);
  return (
    <p className="text-sm text-muted tabular-nums">
      Clocked in {formatDate(entry.clockIn, zone)}, {formatTime(entry.clockIn, zone)}.
      {last > entry.clockIn && ` Last punch ${formatDate(last, zone)}, ${formatTime(last, zone)}.`}
      {pause && ' The break that is still open ends with the entry.'}
    </p>
  );
}
