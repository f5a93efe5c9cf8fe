/** A clock that was wrong for a while: what it stamped is moved, of everybody at once, after a look at what that means. */
import { useLayoutEffect, useState } from 'react';
import * as z from 'zod/mini';
import { PunchShift, WallTime } from '#contract/corrections';
import { NOTES_MAX } from '#contract/fields';
import type { InputOf, OutputOf } from '#contract/routes';
import { dayIn } from '#domain/time/format';
import { SHIFT_MINUTES_AT_MOST } from '#domain/entry/punch-shift';
import { TimeField } from '#web/corrections/time-field.tsx';
import { completeTime, type TypedTime } from '#web/corrections/typed-time.ts';
import { call, type Failure } from '#web/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import type { SubmitFailure } from '#web/forms/use-submission.ts';
import { useSettings } from '#web/screens/admin/use-settings.ts';
import { now } from '#web/time/clock.ts';
import { LoadFailure } from '#web/ui/banner.tsx';
import { Dialog, DialogBody } from '#web/ui/dialog.tsx';
import { DialogForm } from '#web/ui/dialog-form.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ShiftPreview } from './shift-preview.tsx';

export type Shift = InputOf<'shiftPunches'>;
export type ShiftOutcome = OutputOf<'previewPunchShift'>;

export default function ShiftDialog({ onDone }: { onDone: () => void }) {
  const query = useSettings();
  const zone = query.data?.settings.zones;
  const [hasEdits, setHasEdits] = useState(false);
  const [previewed, setPreviewed] = useState<{
    readonly shift: Shift;
    readonly outcome: ShiftOutcome;
  } | null>(null);
  /** What was typed is there again when somebody goes back to it. */
  const [typed, setTyped] = useState<Typed | null>(null);
  return (
    <Dialog
      title="A clock was wrong"
      facts={
        <p className="text-sm text-muted">
          Moves everybody's punches in this time. The original punches stay on record.
        </p>
      }
      hasEdits={hasEdits}
      onClose={onDone}
    >
      {zone === undefined ? (
        <DialogBody>
          <LoadFailure title="The settings could not be loaded." query={query} />
          {!query.error && <Skeleton className="h-64" />}
        </DialogBody>
      ) : previewed ? (
        <ShiftPreview
          {...previewed}
          onBack={() => setPreviewed(null)}
          onMoved={() => setHasEdits(false)}
          onDone={onDone}
        />
      ) : (
        <Form
          zone={zone}
          first={typed ?? blankAt(dayIn(now(), zone))}
          onEdited={setHasEdits}
          onPreview={(given, shift, outcome) => {
            setTyped(given);
            setPreviewed({ shift, outcome });
          }}
          onCancel={onDone}
        />
      )}
    </Dialog>
  );
}

const EARLIER = 'Earlier';
const LATER = 'Later';

const Which = z.enum(['first', 'second']);
const Typed = z.strictObject({
  fromDay: WallTime.shape.day,
  fromTime: WallTime.shape.time,
  fromWhich: Which,
  toDay: WallTime.shape.day,
  toTime: WallTime.shape.time,
  toWhich: Which,
  minutes: z.string().check(
    z.regex(/^\s*\d{1,5}\s*$/u, { error: 'Enter whole minutes', abort: true }),
    z.refine((text) => Number(text) !== 0, 'Enter the number of minutes'),
    z.refine((text) => Number(text) <= SHIFT_MINUTES_AT_MOST, `At most ${SHIFT_MINUTES_AT_MOST} minutes`),
  ),
  direction: z.enum([EARLIER, LATER]),
  reason: PunchShift.shape.reason,
});
type Typed = Record<keyof z.infer<typeof Typed>, string>;

const blankAt = (day: string): Typed => ({
  fromDay: day,
  fromTime: '',
  fromWhich: 'first',
  toDay: day,
  toTime: '',
  toWhich: 'first',
  minutes: '',
  direction: EARLIER,
  reason: '',
});

type Side = 'from' | 'to';
const timeOf = (typed: Typed, side: Side): TypedTime => ({
  day: typed[`${side}Day`],
  time: completeTime(typed[`${side}Time`]),
  which: typed[`${side}Which`] === 'second' ? 'second' : 'first',
});

const shiftOf = (typed: Typed): Shift => ({
  from: timeOf(typed, 'from'),
  to: timeOf(typed, 'to'),
  minutes: Number(typed.minutes) * (typed.direction === EARLIER ? -1 : 1),
  reason: typed.reason,
});

interface FormProps {
  zone: string;
  first: Typed;
  onEdited: (isEdited: boolean) => void;
  onPreview: (typed: Typed, shift: Shift, outcome: ShiftOutcome) => void;
  onCancel: () => void;
}

function Form({ zone, first, onEdited, onPreview, onCancel }: FormProps) {
  const form = useForm(Typed, first, async (given) => {
    const shift = shiftOf(given);
    const { from, to, minutes } = shift;
    const answer = await call('previewPunchShift', { from, to, minutes });
    if (!answer.ok) return failureOf(answer.failure);
    onPreview(given, shift, answer.value);
    return undefined;
  });
  const { typed, errors, edit } = form;
  const hasTyped = Object.values(typed).some((text, index) => text !== Object.values(first)[index]);
  useLayoutEffect(() => onEdited(hasTyped || first.reason !== ''), [hasTyped, first, onEdited]);
  const time = (side: Side, words: string) => (
    <>
      <TextField
        label={`${words} Date`}
        type="date"
        value={typed[`${side}Day`]}
        error={errors[`${side}Day`]}
        onChange={edit(`${side}Day`)}
      />
      <TimeField
        label={`${words} Time`}
        name={`${side}Time`}
        zone={zone}
        typed={{ ...timeOf(typed, side), time: typed[`${side}Time`] }}
        error={errors[`${side}Time`]}
        onChange={({ time: text, which }) => {
          edit(`${side}Time`)(text);
          edit(`${side}Which`)(which);
        }}
      />
    </>
  );
  return (
    <DialogForm
      form={form}
      submit="Show what would change"
      submitting="Looking..."
      onSubmit={form.submit}
      onCancel={onCancel}
    >
      <fieldset className="grid grid-cols-2 gap-3 max-sm:has-[select]:grid-cols-1">
        <legend className="mb-2 text-sm font-semibold">Punches from</legend>
        {time('from', 'Start')}
      </fieldset>
      <fieldset className="grid grid-cols-2 gap-3 max-sm:has-[select]:grid-cols-1">
        <legend className="mb-2 text-sm font-semibold">until</legend>
        {time('to', 'End')}
      </fieldset>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          {...form.field('minutes')}
          label="Move by minutes"
          inputMode="numeric"
          autoComplete="off"
        />
        <SelectField {...form.field('direction')} label="Direction" options={[EARLIER, LATER]} />
      </div>
      <TextArea
        {...form.field('reason')}
        label="Reason"
        maxLength={NOTES_MAX}
        hint="Each of them sees the old and new times, this reason and your name."
      />
    </DialogForm>
  );
}

const FIELDS: Readonly<Record<string, keyof Typed>> = {
  'from.day': 'fromDay',
  'from.time': 'fromTime',
  from: 'fromTime',
  'to.day': 'toDay',
  'to.time': 'toTime',
  to: 'toTime',
  minutes: 'minutes',
};

/** Said at the field where the server names one. */
function failureOf(failure: Failure): SubmitFailure<keyof Typed> {
  const named = Object.entries(failure.kind === 'refused' ? failure.fields : {}).flatMap(
    ([path, message]) => {
      const field = FIELDS[path];
      return field === undefined ? [] : [[field, message] as const];
    },
  );
  return named.length > 0 ? { errors: Object.fromEntries(named) } : { problem: failure.message };
}
