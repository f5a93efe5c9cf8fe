/** Asks for leave, declares sickness, changes leave and cancels it. */
import { richly } from '#web/ui/rich-text.tsx';
import { locale, say } from '#texts/say';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Correction, LeaveCost } from '#contract/corrections/corrections';
import { NOTES_MAX } from '#contract/fields';
import type { LeaveView, ListedLeave } from '#contract/leave/leave';
import { leaveSubjectOf } from '#domain/correction/decision';
import { isCounting, type CorrectionState } from '#domain/correction/state';
import { LEAVE_HALVES } from '#domain/leave/kinds';
import { kindOf, type Leave } from '#domain/leave/leave';
import { leaveDays } from '#domain/leave/leave-text';
import { addDays, isEnterableDay } from '#domain/time/workplace-day';
import { LEAVE_DAYS_MAX, replacedLeave, type LeaveChange } from '#domain/leave/check';
import { call } from '#web/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { PersonName, type Person } from '#web/frame/person-name.tsx';
import { FormDialog } from '#web/ui/dialog-form.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { SegmentedBar } from '#web/ui/segmented.tsx';
import { useToast, type Undo } from '#web/ui/toast.tsx';
import { LeaveCosts, remainingAllowanceText } from './leave-costs.tsx';
import { useReloadLeave } from './use-leave.ts';

export interface LeaveDialogProps {
  view: LeaveView;
  /** Preselected kind of leave, for a new request. */
  kind?: string | undefined;
  leave?: ListedLeave | undefined;
  isCancelling?: boolean;
  /** The absent person, if an administrator enters the leave. */
  person?: Person | undefined;
  onClose: () => void;
}

const withoutCost = ({ kind, first, last, half }: ListedLeave): Leave => ({ kind, first, last, half });

const halves = () =>
  [
    { name: 'whole', label: say('leave.wholeDay') },
    { name: 'morning', label: say('leave.morning') },
    { name: 'afternoon', label: say('leave.afternoon') },
  ] as const;

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
  const form = useForm({ record: { ...start, reason: '' } });
  const { reason, ...wanted } = form.typed;
  const showToast = useToast();
  const reload = useReloadLeave();
  const kind = kindOf(kinds, wanted.kind);
  const isOwn = person === undefined;
  const errors = errorsOf(wanted);
  const isCostShown = !isCancelling && Object.keys(errors).length === 0;
  const cost = useCost(wanted, isCostShown, { leaveId: leave?.id, userId: person?.id });
  const edit = (changes: Partial<Leave>) => {
    const next = { ...wanted, ...changes };
    form.clearAll();
    // A first day after the last day moves the last day, too.
    const last = changes.first !== undefined && next.last < next.first ? next.first : next.last;
    form.edit({ ...next, last, half: next.first === last ? next.half : null });
  };
  const day = (name: 'first' | 'last') => ({
    ...form.field(name),
    type: 'date',
    onChange: (text: string) => edit({ [name]: text }),
  });
  const change = {
    leaveId: leave?.id ?? '',
    old: leave ? withoutCost(leave) : null,
    new: isCancelling ? null : wanted,
  };
  const send = async () => {
    const answer = await call('askLeave', { ...change, userId: person?.id, leaveId: leave?.id, reason });
    if (!answer.ok) return answer;
    reload();
    const { correction } = answer.value;
    const isSaved = isCounting(correction.state);
    showToast(
      isSaved ? say('leave.saved') : say('correction.requestSent'),
      undoOf(correction, reload),
      UNDO_SHOWN_MS,
    );
    onClose();
    return undefined;
  };
  const submit = async () => {
    const left = isCostShown ? await cost.findLeft() : null;
    const question =
      left && left.amount < 0 ? say('leave.goOn', { left: remainingAllowanceText(left, isOwn) }) : null;
    await form.run(send, 'leave', errors, question);
  };
  const isReplacing =
    isCostShown &&
    view.allowances.length > 0 &&
    replacedLeave(change, view.leave, kinds, () => '').some(
      ({ old }) => old && kindOf(kinds, old.kind)?.usesAllowance,
    );
  const words = wordsOf(change, view, { isOwn, isReplacing });
  return (
    <FormDialog
      title={
        person
          ? richly('leave.titleOf', { title: words.title, name: <PersonName person={person} /> })
          : words.title
      }
      form={{
        ...form,
        problem: form.problem ?? cost.shown?.problem ?? null,
        isSubmitting: form.isSubmitting || cost.isAwaited,
        submit: () => void submit(),
      }}
      submit={words.submit}
      submitting={say('common.sending')}
      isDestructive={isCancelling}
      onClose={onClose}
    >
      {isCancelling && leave ? (
        <p>
          <span className="font-semibold">{kind?.name}</span> {leaveDays(leave)}
        </p>
      ) : (
        <>
          {given === undefined && (
            <SelectField
              label={say('leave.kind')}
              options={offered.map(({ name }) => name)}
              value={kind?.name ?? ''}
              onChange={(name) => edit({ kind: offered.find((one) => one.name === name)?.id ?? '' })}
            />
          )}
          <div className="grid grid-cols-2 gap-3">
            <TextField {...day('first')} label={say('leave.firstDay')} />
            <TextField {...day('last')} label={say('leave.lastDay')} min={wanted.first} />
          </div>
          {wanted.first === wanted.last && (
            <div className="flex">
              <SegmentedBar
                label={say('leave.part')}
                options={halves()}
                chosen={wanted.half ?? 'whole'}
                onChoose={(name) => edit({ half: LEAVE_HALVES.find((half) => half === name) ?? null })}
              />
            </div>
          )}
          {/* Reserves the height of the text while it loads, so that nothing moves. */}
          <div
            className={`rounded-md bg-accent-soft px-3 py-2 text-sm tabular-nums ${view.allowances.length > 0 ? 'min-h-20' : 'min-h-15'}`}
          >
            {cost.shown && <LeaveCosts of={cost.shown} isOwn={isOwn} />}
            {cost.isFailed && <p className="text-muted">{say('leave.costUnknown')}</p>}
          </div>
        </>
      )}
      <TextArea {...form.field('reason')} label={say('field.note')} maxLength={NOTES_MAX} hint={words.hint} />
    </FormDialog>
  );
}

/** Keeps the previous cost visible while the next cost loads. */
function useCost(
  { half, ...days }: Leave,
  isKnowable: boolean,
  of: { leaveId: string | undefined; userId: string | undefined },
) {
  const client = useQueryClient();
  const [isAwaited, setAwaited] = useState(false);
  const input = { ...of, ...days, half: half ?? undefined };
  // No abort signal: a later edit must not abort the request that `findLeft` waits for.
  const options = { queryKey: ['leaveCost', input], queryFn: () => call('leaveCost', input), gcTime: 0 };
  const { data } = useQuery({ ...options, enabled: isKnowable, placeholderData: keepPreviousData });
  /** Returns the allowance left after the entered leave. Null if no allowance is used, or if the request failed. */
  const findLeft = async (): Promise<LeaveCost['left']> => {
    setAwaited(true);
    const answer = await client.fetchQuery({ ...options, staleTime: Infinity });
    setAwaited(false);
    return answer.ok ? answer.value.left : null;
  };
  return { shown: data?.ok ? data.value : null, isFailed: data?.ok === false, isAwaited, findLeft };
}

function errorsOf({ first, last }: Leave) {
  if (!isEnterableDay(first)) return { first: say('field.enterDate') };
  if (!isEnterableDay(last)) return { last: say('field.enterDate') };
  if (last < first) return { last: say('leave.endsBeforeStart') };
  return last < addDays(first, LEAVE_DAYS_MAX)
    ? {}
    : { last: say('leave.tooLong', { count: LEAVE_DAYS_MAX }) };
}

/** German writes nouns with a capital letter everywhere. */
const inSentence = (noun: string): string =>
  locale().startsWith('de') ? noun : noun.toLocaleLowerCase(locale());

/** `isReplacing`: true if it takes days of other leave, which come back to the allowance by approval. */
function wordsOf(
  { old, new: wanted }: LeaveChange,
  { kinds }: LeaveView,
  { isOwn, isReplacing }: { isOwn: boolean; isReplacing: boolean },
) {
  const subject = leaveSubjectOf({ old, new: wanted }, isOwn, kinds);
  const counts = isOwn ? subject === 'declared-leave' : old === null;
  const name = kindOf(kinds, (wanted ?? old)?.kind ?? '')?.name ?? say('leave.title');
  const back = isOwn ? say('leave.backByAdmin') : say('leave.backByEmployee');
  const atOnce = [say('leave.countsAtOnce'), ...(isReplacing ? [back] : [])].join(' ');
  const approval = isOwn ? say('leave.adminApproves') : say('leave.employeeApproves');
  if (!wanted)
    return {
      title: say('leave.cancelKind', { kind: inSentence(name) }),
      submit: say('leave.cancelLeave'),
      hint: approval,
    };
  return {
    title: old ? say('leave.changeKind', { kind: inSentence(name) }) : name,
    submit: counts ? say('common.save') : say('correction.sendRequest'),
    hint: `${say('leave.noteOptional')} ${counts ? atOnce : approval}`,
  };
}

const UNDO_SHOWN_MS = 10_000;

/** Action of the toast's 'Undo', by the state of the saved leave. In other states the toast offers no 'Undo'. */
const CANCEL_ACTIONS: Partial<Readonly<Record<CorrectionState, 'withdraw' | 'undo'>>> = {
  asked: 'withdraw',
  proposed: 'withdraw',
  declared: 'undo',
  'declared-over': 'withdraw',
};

function undoOf({ id, version, state }: Correction, reload: () => void): Undo | undefined {
  const action = CANCEL_ACTIONS[state];
  if (action === undefined) return undefined;
  return async () => {
    const answer = await call('decideCorrections', { action, corrections: [{ id, version }] });
    reload();
    return answer.ok
      ? { isUndone: true, message: say('common.undone') }
      : { isUndone: false, message: say('common.notUndone', { message: answer.failure.message }) };
  };
}
