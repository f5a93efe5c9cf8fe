import { say } from '#texts/say';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Clock as ClockIcon } from 'lucide-react';
import { toEpochMs } from '#contract/wire';
import { clockOutQuestion } from '#domain/entry/forgotten-clock-out';
import { dayIn, formatDate, formatTime } from '#domain/time/format';
import { parseTimeText, type EpochMs } from '#domain/time/units';
import type { TimeEntry } from '#domain/entry/time-entry';
import { call, trackWrite } from '#web/api.ts';
import { instantOf, spanQuestion, toDraftTime, type DraftTime } from '#web/forms/typed-time.ts';
import { TimeField } from '#web/forms/time-field.tsx';
import type { SubmitFailure } from '#web/forms/draft.ts';
import { useForm } from '#web/forms/use-form.ts';
import { fetchRoute } from '#web/live/use-live-query.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useToast } from '#web/ui/toast.tsx';
import type { Clock } from './clock-view.ts';
import { applyEntry } from './use-punch-clock.ts';

interface QuestionProps {
  entry: TimeEntry;
  clock: Clock;
  remainingCount: number;
  onLater: () => void;
  onStillHere: () => void;
}

export default function ForgottenQuestion({
  entry,
  clock,
  remainingCount,
  onLater,
  onStillHere,
}: QuestionProps) {
  const { zone, today } = clock;
  const began = toDraftTime(entry.clockIn, zone);
  const state = useStateLeaving(entry, zone);
  const form = useForm<DraftTime>({
    record: { ...began, time: '', which: 'first' },
    validate: ({ time }) => (parseTimeText(time).ok ? {} : { time: say('forgotten.enterTime') }),
    questionOf: (typed) => spanQuestion(entry.clockIn, instantOf(typed, zone), zone),
    send: state,
  });
  return (
    <Card aria-labelledby="forgotten" className="animate-appear border-warning p-4 sm:p-6">
      <div className="flex items-start gap-3">
        <ClockIcon size={22} className="mt-0.5 shrink-0 text-warning" />
        <div className="min-w-0">
          <h2 id="forgotten" className="text-lg font-semibold text-balance">
            {clockOutQuestion(dayIn(entry.clockIn, zone), today)}
          </h2>
          <p className="mt-0.5 text-sm text-muted tabular-nums">
            {say('forgotten.question', {
              date: formatDate(entry.clockIn, zone),
              time: formatTime(entry.clockIn, zone),
            })}
          </p>
        </div>
      </div>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="mt-3 grid gap-3">
        <Suggestions
          entry={entry}
          zone={zone}
          isResting={form.isSubmitting}
          onChoose={(at) => void form.run(() => state(toDraftTime(at, zone)))}
        />
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
          <TimeField
            label={say('forgotten.anotherTime')}
            name="time"
            zone={zone}
            typed={form.typed}
            after={began}
            error={form.errors['time']}
            onChange={form.edit}
          />
          <Button key={form.question} type="submit" className="mt-6" isBusy={form.isSubmitting}>
            {form.question === null ? say('common.save') : say('common.yes')}
          </Button>
        </div>
        <div role="alert" className="empty:hidden">
          {form.question !== null && <Banner tone="warning" title={form.question} />}
          {form.problem !== null && <Banner tone="danger" title={form.problem} />}
        </div>
      </form>
      <div className="mt-1 -mb-2 flex flex-wrap justify-between gap-x-2">
        <Button look="quiet" size="inline" onClick={onLater}>
          {say('forgotten.later')}
        </Button>
        {entry.setAsideAt === undefined && (
          <Button look="quiet" size="inline" onClick={onStillHere}>
            {say('forgotten.stillAtWork')}
          </Button>
        )}
        {remainingCount > 0 && (
          <p className="self-center text-sm text-muted">{say('forgotten.more', { count: remainingCount })}</p>
        )}
      </div>
    </Card>
  );
}

function useStateLeaving(entry: TimeEntry, zone: string) {
  const client = useQueryClient();
  const showToast = useToast();
  const state = async (typed: DraftTime): Promise<SubmitFailure | undefined> => {
    const answer = await call('stateLeaving', { entryId: entry.id, ...typed });
    if (answer.ok) {
      const { clockOut } = answer.value.entry;
      await applyEntry(client, answer.value.entry);
      const at = clockOut === null ? entry.clockIn : toEpochMs(clockOut);
      showToast(say('forgotten.noted', { date: formatDate(at, zone), time: formatTime(at, zone) }));
      return undefined;
    }
    const { failure } = answer;
    // The entry may be closed already, on another device or by an admin, so load it again.
    void client.invalidateQueries({ queryKey: ['clock'] });
    const time = failure.kind === 'refused' ? failure.fields['time'] : undefined;
    return time === undefined ? { problem: failure.message } : { errors: { time } };
  };
  return (typed: DraftTime) => trackWrite(state(typed));
}

interface SuggestionsProps {
  entry: TimeEntry;
  zone: string;
  isResting: boolean;
  onChoose: (at: EpochMs) => void;
}

/** Shows nothing if there are no suggestions. The person can still type the time. */
function Suggestions({ entry, zone, isResting, onChoose }: SuggestionsProps) {
  const { data, isPending } = useQuery({
    queryKey: ['forgotten', entry.id, entry.setAsideAt ?? null],
    queryFn: async ({ signal }) => (await fetchRoute('forgottenClockOut', {}, signal)).forgotten,
    retry: 1,
  });
  if (isPending) return <Skeleton className="h-14" />;
  if (data?.entry.id !== entry.id) return null;
  const { shiftEnd, usual } = data.suggestions;
  const offered = [
    { at: shiftEnd, why: say('forgotten.endOfShift') },
    { at: usual, why: say('forgotten.usualTime') },
  ].flatMap(({ at, why }) => (at === null ? [] : [{ at: toEpochMs(at), why }]));
  if (offered.length === 0) return null;
  return (
    <div className={offered.length === 2 ? 'grid grid-cols-2 gap-2' : 'grid'}>
      {offered.map(({ at, why }) => (
        <Button key={why} look="primary" size="large" isBlocked={isResting} onClick={() => onChoose(at)}>
          <span className="grid leading-tight">
            <span className="tabular-nums">{formatTime(at, zone)}</span>
            <span className="text-xs font-normal">
              {why}
              {dayIn(at, zone) !== data.day && `, ${formatDate(at, zone)}`}
            </span>
          </span>
        </Button>
      ))}
    </div>
  );
}
