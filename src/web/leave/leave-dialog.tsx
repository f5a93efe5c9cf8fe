/** Asks for leave, declares sickness, changes leave and cancels it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { User } from '#contract/records';
import type { Correction } from '#contract/corrections';
import { NOTES_MAX } from '#contract/fields';
import type { LeavePreview, LeaveView, ListedLeave } from '#contract/leave';
import { LEAVE_HALVES, type LeaveKind } from '#domain/leave/kinds';
import { daysText, type Leave } from '#domain/leave/leave';
import { isDay } from '#domain/time/workplace-day';
import { formatDuration } from '#domain/time/units';
import { call, type FailedCall } from '#web/api.ts';
import { PersonName } from '#web/frame/which-person.tsx';
import { submitFailure } from '#web/forms/submit-failure.ts';
import { useSubmission } from '#web/forms/use-submission.ts';
import { fetched } from '#web/live/use-asked.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogForm } from '#web/ui/dialog-form.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { useToast, type Undo } from '#web/ui/toast.tsx';
import { leaveDays } from '#domain/leave/leave-text';
import { leftAfterText } from './allowance.tsx';
import { useReloadLeave } from './use-leave.ts';

export interface LeaveDialogProps {
  view: LeaveView;
  /** Kind of new leave. */
  kind?: string | undefined;
  /** Leave to be changed or cancelled. */
  leave?: ListedLeave | undefined;
  isCancelling?: boolean;
  /** For administrators: whose leave it is. */
  person?: Pick<User, 'id' | 'name' | 'employeeId'> | undefined;
  onClose: () => void;
}

const withoutCost = ({ kind, first, last, half }: ListedLeave): Leave => ({ kind, first, last, half });

const HALVES = [
  { name: 'whole', label: 'Whole day' },
  { name: 'morning', label: 'Morning' },
  { name: 'afternoon', label: 'Afternoon' },
] as const;

const isRange = ({ first, last }: Leave): boolean => isDay(first) && isDay(last) && first <= last;

export default function LeaveDialog({
  view,
  kind: given,
  leave,
  isCancelling = false,
  person,
  onClose,
}: LeaveDialogProps) {
  const { kinds, today } = view;
  const offered = kinds.filter(({ id, isRetired }) => !isRetired || id === leave?.kind);
  const [start] = useState<Leave>(() =>
    leave
      ? withoutCost(leave)
      : { kind: given ?? offered[0]?.id ?? '', first: today, last: today, half: null },
  );
  const [wanted, setWanted] = useState(start);
  const [reason, setReason] = useState('');
  const submission = useSubmission<'first' | 'last' | 'reason'>();
  const showToast = useToast();
  const reload = useReloadLeave();
  const kind = kinds.find(({ id }) => id === wanted.kind);
  const cost = useCost(isCancelling ? null : wanted, leave?.id, person?.id);
  const edit = (changes: Partial<Leave>) => {
    const next = { ...wanted, ...changes };
    submission.clearAll();
    // A first day beyond the last moves it along.
    const last = changes.first !== undefined && next.last < next.first ? next.first : next.last;
    setWanted({ ...next, last, half: next.first === last ? next.half : null });
  };
  const send = async () => {
    const answer = await call('askLeave', {
      userId: person?.id,
      leaveId: leave?.id,
      old: leave ? withoutCost(leave) : null,
      new: isCancelling ? null : wanted,
      reason,
    });
    if (!answer.ok) return submitFailure<'first' | 'last' | 'reason'>(answer.failure);
    reload();
    const { correction } = answer.value;
    showToast(doneText(correction), undoOf(correction, reload), UNDO_SHOWN_MS);
    onClose();
    return undefined;
  };
  const left = cost.data?.left ?? null;
  const leftText = left && leftAfterText(left, person !== undefined);
  const question = left && left.amount < 0 ? `${leftText}. Go on?` : null;
  const words = wordsOf({ kind, isCancelling, isNew: !leave, isOfOther: person !== undefined });
  return (
    <Dialog
      title={
        person ? (
          <>
            {words.title} of <PersonName person={person} />
          </>
        ) : (
          words.title
        )
      }
      hasEdits={wanted !== start || reason !== ''}
      onClose={onClose}
    >
      <DialogForm
        form={{ ...submission, problem: submission.problem ?? cost.data?.problem ?? null }}
        submit={words.submit}
        submitting="Sending..."
        isDestructive={isCancelling}
        onSubmit={() => void submission.submit(errorsOf(wanted), send, question)}
        onCancel={onClose}
      >
        {isCancelling && leave ? (
          <p>
            <span className="font-semibold">{kind?.name}</span> {leaveDays(leave)}
          </p>
        ) : (
          <>
            {(given === undefined || person) && (
              <SelectField
                label="Kind"
                options={offered.map(({ name }) => name)}
                value={kind?.name ?? ''}
                onChange={(name) => edit({ kind: offered.find((one) => one.name === name)?.id ?? '' })}
              />
            )}
            <div className="grid grid-cols-2 gap-3">
              <TextField
                label="First day"
                type="date"
                value={wanted.first}
                error={submission.errors.first}
                onChange={(first) => edit({ first })}
              />
              <TextField
                label="Last day"
                type="date"
                min={wanted.first}
                value={wanted.last}
                error={submission.errors.last}
                onChange={(last) => edit({ last })}
              />
            </div>
            {wanted.first === wanted.last && (
              <div className="flex">
                <Segmented
                  label="Part of the day"
                  options={HALVES}
                  chosen={wanted.half ?? 'whole'}
                  onChoose={(name) => edit({ half: LEAVE_HALVES.find((half) => half === name) ?? null })}
                />
              </div>
            )}
            <Cost of={cost.data} isFailed={cost.isError} isOfOther={person !== undefined}>
              {view.allowances.length > 0 && (
                <p className={`min-h-5 ${question ? 'text-danger' : 'text-muted'}`}>{leftText}</p>
              )}
            </Cost>
          </>
        )}
        <TextArea
          label="Note"
          value={reason}
          maxLength={NOTES_MAX}
          error={submission.errors.reason}
          hint={words.hint}
          onChange={setReason}
        />
      </DialogForm>
    </Dialog>
  );
}

function useCost(wanted: Leave | null, leaveId: string | undefined, userId: string | undefined) {
  const isAsked = wanted !== null && isRange(wanted);
  return useQuery<LeavePreview, FailedCall>({
    queryKey: ['leaveCost', wanted, leaveId, userId],
    enabled: isAsked,
    queryFn: ({ signal }) => {
      const { kind = '', first = '', last = '', half } = wanted ?? {};
      return fetched('leaveCost', { userId, leaveId, kind, first, last, half: half ?? undefined }, signal);
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

const errorsOf = ({ first, last }: Leave) => ({
  ...(isDay(first) ? {} : { first: 'Enter a date' }),
  ...(isDay(last)
    ? last < first
      ? { last: 'The last day is before the first' }
      : {}
    : { last: 'Enter a date' }),
});

interface CostProps {
  of: LeavePreview | undefined;
  isFailed: boolean;
  isOfOther: boolean;
  children: ReactNode;
}

/** As high while it is loaded, so that nothing moves. */
function Cost({ of, isFailed, isOfOther, children }: CostProps) {
  return (
    <div className="min-h-15 rounded-md bg-accent-soft px-3 py-2 text-sm tabular-nums">
      {of && (
        <>
          <p>
            <span className="font-semibold">{daysText(of.days)}</span>{' '}
            <span className="text-muted">of work, {formatDuration(of.minutes)}</span>
          </p>
          {of.people > 0 && <p className="text-muted">{awayText(of, isOfOther)}</p>}
        </>
      )}
      {children}
      {isFailed && <p className="text-muted">What it costs cannot be shown at the moment.</p>}
    </div>
  );
}

function awayText({ away, people }: LeavePreview, isOfOther: boolean): string {
  const studio = isOfOther ? 'the studio' : 'your studio';
  if (away === 0) return `Nobody else in ${studio} is away then.`;
  return `Up to ${away} of ${people} others in ${studio} ${away === 1 ? 'is' : 'are'} away then.`;
}

interface About {
  kind: LeaveKind | undefined;
  isCancelling: boolean;
  isNew: boolean;
  isOfOther: boolean;
}

function wordsOf({ kind, isCancelling, isNew, isOfOther }: About) {
  const name = kind?.name ?? 'Leave';
  if (isCancelling)
    return {
      title: `Cancel ${name.toLowerCase()}`,
      submit: 'Cancel leave',
      hint: isOfOther ? 'The employee has to agree.' : 'An administrator has to agree.',
    };
  const counts = isOfOther ? isNew : kind?.isDeclared === true;
  return {
    title: isNew ? name : `Change ${name.toLowerCase()}`,
    submit: counts ? 'Save' : 'Send request',
    hint: counts
      ? 'Optional. It counts at once.'
      : isOfOther
        ? 'Optional. The employee has to agree.'
        : 'Optional. An administrator reviews the request.',
  };
}

const doneText = ({ state }: Correction): string =>
  state === 'asked' || state === 'proposed' ? 'The request was sent.' : 'The leave was saved.';

const UNDO_SHOWN_MS = 10_000;

/** Withdraws what waits, and takes back what was declared. Others are changed by a request. */
function undoOf({ id, version, state }: Correction, reload: () => void): Undo | undefined {
  const action =
    state === 'declared' ? 'undo' : state === 'asked' || state === 'proposed' ? 'withdraw' : null;
  if (action === null) return undefined;
  return async () => {
    const answer = await call('decideCorrections', { action, corrections: [{ id, version }] });
    reload();
    const problem = answer.ok ? answer.value.outcomes[0]?.problem?.message : answer.failure.message;
    return problem === undefined
      ? { isUndone: true, message: 'Undone.' }
      : { isUndone: false, message: `Not undone. ${problem}` };
  };
}
