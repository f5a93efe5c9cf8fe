import { expectedOfHours, expectedOn, hoursOn } from '#domain/expected/expected';
import { useLayoutEffect, useState } from 'react';
import { NOTES_MAX } from '#contract/fields';
import type { PersonView } from '#contract/people/employees';
import { EntryClosingForm } from '#contract/clock/clock';
import { problemText } from '#contract/problems';
import { formatDate, formatMinute, formatTime } from '#domain/time/format';
import { timeText } from '#domain/time/units';
import { lastPunchInstant, openBreak, type TimeEntry } from '#domain/entry/time-entry';
import { call } from '#web/api.ts';
import { TimeField } from '#web/forms/time-field.tsx';
import { instantOf, spanQuestion, toTimeAfter, toDraftTime, type DraftTime } from '#web/forms/typed-time.ts';
import { PersonName, type Person } from '#web/frame/person-name.tsx';
import { LoadState } from '#web/ui/load-failure.tsx';
import { CloseButton, Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { DialogForm } from '#web/ui/dialog-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { usePerson } from '#web/people/use-person.ts';

interface CloseEntryDialogProps {
  entry: TimeEntry;
  employee: Person;
  onDone: () => void;
}

/** Closes an entry that was left open [D1.6]. `onDone` is called when it is closed or the user cancels. */
export default function CloseEntryDialog(props: CloseEntryDialogProps) {
  const { employee, onDone } = props;
  // Load the person, since the form needs the time zone and the expected hours of the entry's day.
  const { query } = usePerson(employee.id);
  const view = query.data;
  const [hasEdits, setHasEdits] = useState(false);
  return (
    <Dialog
      title={<PersonName before="Close entry of " person={employee} />}
      hasEdits={hasEdits}
      onClose={onDone}
    >
      {view ? (
        <CloseEntryForm {...props} view={view} onEdited={setHasEdits} />
      ) : (
        <>
          <DialogBody>
            <LoadState title={problemText('settings_load_failed')} query={query} shape="h-64">
              The entry was not closed.
            </LoadState>
          </DialogBody>
          <DialogActions>
            <CloseButton label="Cancel" />
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

interface FormProps extends CloseEntryDialogProps {
  view: PersonView;
  onEdited: (isEdited: boolean) => void;
}

function CloseEntryForm({ entry, employee, view: { settings, calendar }, onEdited, onDone }: FormProps) {
  const { zones: zone } = settings;
  const showToast = useToast();
  const began = toDraftTime(entry.clockIn, zone);
  const day = calendar.days.find((one) => one.day === began.day);
  const { end } = day ? expectedOn(day, settings) : expectedOfHours(hoursOn(settings, began.day));
  const form = useForm({
    schema: EntryClosingForm,
    record: { entryId: entry.id, day: began.day, time: '', which: 'first', reason: '' },
    questionOf: (typed) => spanQuestion(entry.clockIn, instantOf(timeOf(typed), zone), zone),
    send: (typed) => call('closeEntry', typed),
    onDone: () => {
      showToast(`The entry of ${employee.name} was closed.`);
      onDone();
    },
  });
  const { typed, errors, isEdited, edit } = form;
  useLayoutEffect(() => onEdited(isEdited), [isEdited, onEdited]);
  return (
    <DialogForm form={form} submit="Close entry" submitting="Closing...">
      <LastPunch entry={entry} zone={zone} />
      <div className="grid grid-cols-2 gap-3">
        <TextField {...form.field('day')} label="Date" type="date" />
        <TimeField
          label="Time"
          name="time"
          zone={zone}
          typed={timeOf(typed)}
          error={errors['time']}
          isFirst
          onChange={edit}
        />
      </div>
      {end !== undefined && (
        <Button
          size="small"
          className="self-start"
          onClick={() => edit(toTimeAfter(began, timeText(end), began))}
        >
          {formatMinute(end)} End of the shift
        </Button>
      )}
      <TextArea
        {...form.field('reason')}
        label="Reason"
        maxLength={NOTES_MAX}
        hint="The employee sees the time, this reason and your name."
      />
    </DialogForm>
  );
}

const timeOf = ({ day, time, which }: Record<'day' | 'time' | 'which', string>): DraftTime => ({
  day,
  time,
  which: which === 'second' ? 'second' : 'first',
});

function LastPunch({ entry, zone }: { entry: TimeEntry; zone: string }) {
  const last = lastPunchInstant(entry);
  const pause = openBreak(entry);
  return (
    <p className="text-sm text-muted tabular-nums">
      Clocked in {formatDate(entry.clockIn, zone)}, {formatTime(entry.clockIn, zone)}.
      {last > entry.clockIn && ` Last punch ${formatDate(last, zone)}, ${formatTime(last, zone)}.`}
      {pause && ' The break that is still open ends with the entry.'}
    </p>
  );
}
