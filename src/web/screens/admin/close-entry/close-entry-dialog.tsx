import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { EntryClosing, NOTES_MAX } from '#contract/inputs';
import { formatDate, formatTime } from '#domain/format';
import { lastInstant, openBreak, type TimeEntry } from '#domain/time-entry';
import { call } from '../../../api.ts';
import { faultsOf, focusFirstFault, without, type Faults } from '../../../form.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { CancelButton, Dialog, DialogActions, DialogBody } from '../../../ui/dialog.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useSettings } from '../use-settings.ts';
import { dayText } from './day-text.ts';

interface CloseEntryDialogProps {
  entry: TimeEntry;
  employee: { readonly name: string };
  onDone: () => void;
}

interface Typed {
  readonly day: string;
  readonly time: string;
  readonly reason: string;
}
type Field = keyof Typed;

export default function CloseEntryDialog({ entry, employee, onDone }: CloseEntryDialogProps) {
  const settings = useSettings().data?.settings;
  const [typed, setTyped] = useState<Partial<Typed>>({});
  const isEdited = Object.values(typed).some((text) => text !== '');
  return (
    <Dialog title={`Close entry of ${employee.name}`} hasEdits={isEdited} onClose={onDone}>
      {settings
        ? <Form entry={entry} zone={settings.timeZone} workEnd={settings.workEndTime} typed={typed} onTyped={setTyped} onDone={onDone} />
        : <DialogBody><Skeleton className="h-64" /></DialogBody>}
    </Dialog>
  );
}

interface FormProps {
  entry: TimeEntry;
  zone: string;
  workEnd: string;
  typed: Partial<Typed>;
  onTyped: (typed: Partial<Typed>) => void;
  onDone: () => void;
}

function Form({ entry, zone, workEnd, typed, onTyped, onDone }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults<Field>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const { day = dayText(entry.clockIn, zone), time = '', reason = '' } = typed;
  const refuse = (found: Faults<Field>, message: string | null) => {
    flushSync(() => {
      setFaults(found);
      setProblem(message);
      setSaving(false);
    });
    focusFirstFault(form.current);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const closing = { entryId: entry.id, day, time, reason };
    const found: Faults<Field> = faultsOf(EntryClosing, closing);
    if (Object.keys(found).length > 0) return refuse(found, null);
    setSaving(true);
    const answer = await call('closeEntry', closing);
    if (answer.ok) return onDone();
    const { failure } = answer;
    const fields = failure.kind === 'refused' ? failure.fields : {};
    return refuse(fields, Object.keys(fields).length > 0 ? null : failure.message);
  };
  const type = (field: Field) => (text: string) => {
    onTyped({ ...typed, [field]: text });
    setFaults((known) => without(known, field));
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex min-h-0 grow flex-col">
      <DialogBody>
        <div role="alert" className="empty:hidden">{problem !== null && <Banner tone="danger" title={problem} />}</div>
        <LastPunch entry={entry} zone={zone} />
        <div className="grid grid-cols-2 gap-3">
          <TextField label="Date" type="date" value={day} error={faults.day} onChange={type('day')} />
          <TextField label="Time" inputMode="numeric" placeholder="HH:mm" autoComplete="off" value={time} error={faults.time} hint={`Work ends at ${workEnd}.`} onChange={type('time')} />
        </div>
        <TextArea label="Reason" value={reason} maxLength={NOTES_MAX} error={faults.reason} hint="The employee sees the time, this reason and your name." onChange={type('reason')} />
      </DialogBody>
      <DialogActions>
        <CancelButton onCancel={onDone} />
        <Button type="submit" look="primary" working={isSaving} resting={isSaving}>{isSaving ? 'Closing...' : 'Close entry'}</Button>
      </DialogActions>
    </form>
  );
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
