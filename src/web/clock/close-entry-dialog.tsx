import { richly } from '#web/ui/rich-text.tsx';
import { say } from '#texts/say';
import { expectedOfHours, expectedOn, hoursOn } from '#domain/expected/expected';
import { useLayoutEffect, useState } from 'react';
import { NOTES_MAX } from '#contract/fields';
import type { PersonView } from '#contract/people/employees';
import { EntryClosingForm } from '#contract/clock/clock';
import { formatDate, formatMinute, formatTime } from '#domain/time/format';
import { timeText, type EpochMs } from '#domain/time/units';
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
      title={richly('closeEntry.title', { name: <PersonName person={employee} /> })}
      hasEdits={hasEdits}
      onClose={onDone}
    >
      {view ? (
        <CloseEntryForm {...props} view={view} onEdited={setHasEdits} />
      ) : (
        <>
          <DialogBody>
            <LoadState title={say('problem.settings_load_failed')} query={query} shape="h-64">
              {say('closeEntry.failed')}
            </LoadState>
          </DialogBody>
          <DialogActions>
            <CloseButton label={say('common.cancel')} />
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
      showToast(say('closeEntry.done', { name: employee.name }));
      onDone();
    },
  });
  const { typed, errors, isEdited, edit } = form;
  useLayoutEffect(() => onEdited(isEdited), [isEdited, onEdited]);
  return (
    <DialogForm form={form} submit={say('closeEntry.submit')} submitting={say('closeEntry.closing')}>
      <LastPunch entry={entry} zone={zone} />
      <div className="grid grid-cols-2 gap-3">
        <TextField {...form.field('day')} label={say('field.date')} type="date" />
        <TimeField
          label={say('field.time')}
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
          {say('closeEntry.endOfShift', { time: formatMinute(end) })}
        </Button>
      )}
      <TextArea
        {...form.field('reason')}
        label={say('field.reason')}
        maxLength={NOTES_MAX}
        hint={say('closeEntry.reasonHint')}
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
  const facts = (at: EpochMs) => ({ date: formatDate(at, zone), time: formatTime(at, zone) });
  return (
    <p className="text-sm text-muted tabular-nums">
      {say('closeEntry.clockedIn', facts(entry.clockIn))}
      {last > entry.clockIn && ` ${say('closeEntry.lastPunch', facts(last))}`}
      {pause && ` ${say('closeEntry.openBreak')}`}
    </p>
  );
}
