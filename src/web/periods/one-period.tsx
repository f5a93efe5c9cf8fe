import { richly } from '#web/ui/rich-text.tsx';
import { say } from '#texts/say';
import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { NOTES_MAX } from '#contract/fields';
import type { MyPeriod } from '#contract/periods/periods';
import { payPeriodText } from '#domain/period/pay-period';
import { formatDuration } from '#domain/time/units';
import { openOver } from '#web/browser/navigation.ts';
import { employedText, PeriodBadge, PeriodStatementLines, openCountTexts } from './period-words.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { canConfirm, canObject, usePeriodReply } from './use-my-periods.ts';

interface OnePeriodProps {
  period: MyPeriod;
  zone: string;
  /** True below the list of the period's days. The confirm button is shown only there. */
  isBelowDays?: boolean;
}

export function OnePeriod({ period, zone, isBelowDays = false }: OnePeriodProps) {
  const reply = usePeriodReply(period);
  const [isObjecting, setObjecting] = useState(false);
  const isAsked = canConfirm(period);
  const open = period.state === 'closed' ? [] : openCountTexts(period.open);
  const hours = (
    <span className="text-lg font-semibold text-ink">
      {say('payPeriod.workedOf', {
        worked: formatDuration(period.workedMinutes),
        target: formatDuration(period.targetMinutes),
      })}
    </span>
  );
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{payPeriodText(period)}</span>
        <PeriodBadge state={period.state} reader="employee" />
      </p>
      <p className="text-muted tabular-nums">
        {isAsked && !isObjecting ? richly('payPeriod.isThisRight', { hours }) : hours}
      </p>
      {period.employed && (
        <p className="text-sm text-muted">
          {say('payPeriod.employedHours', {
            employed: employedText(period, period.employed),
            hours: formatDuration(period.targetMinutes),
          })}
        </p>
      )}
      <PeriodStatementLines period={period} zone={zone} />
      {open.length > 0 && (
        <p className="text-sm text-warning">
          {say('payPeriod.stillOpen', { things: open.map(({ text }) => text).join(', ') })}
        </p>
      )}
      {isObjecting ? (
        <Objection reply={reply} onDone={() => setObjecting(false)} />
      ) : (
        <div className="mt-1 flex flex-wrap gap-3 empty:hidden">
          {canObject(period) && (
            <Button
              isBlocked={reply.doing !== null}
              onClick={() => setObjecting(true)}
              className="max-sm:grow"
            >
              {period.state === 'objected' ? say('payPeriod.changeObjection') : say('payPeriod.isWrong')}
              <span className="sr-only"> {say('payPeriod.with', { period: payPeriodText(period) })}</span>
            </Button>
          )}
          {!isBelowDays && (
            <Button
              look={isAsked ? 'primary' : 'secondary'}
              onClick={() => openOver(period.first)}
              className="max-sm:grow"
            >
              {isAsked ? say('payPeriod.check') : say('payPeriod.showDays')}
              <span className="sr-only">
                {' '}
                {isAsked ? payPeriodText(period) : say('payPeriod.of', { period: payPeriodText(period) })}
              </span>
            </Button>
          )}
          {isBelowDays && isAsked && (
            <Button
              look="primary"
              icon={<CircleCheck size={18} />}
              isBusy={reply.doing === 'confirm'}
              isBlocked={reply.doing !== null}
              onClick={reply.confirm}
              className="max-sm:grow"
            >
              {reply.doing === 'confirm' ? say('payPeriod.confirming') : say('payPeriod.confirm')}
              <span className="sr-only"> {payPeriodText(period)}</span>
            </Button>
          )}
        </div>
      )}
      <p role="alert" className="text-sm text-danger empty:hidden">
        {reply.problem}
      </p>
    </>
  );
}

const ObjectionSchema = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, { error: () => say('decision.sayWhat') })),
});

function Objection({ reply, onDone }: { reply: ReturnType<typeof usePeriodReply>; onDone: () => void }) {
  const { ref, field, submit, isSubmitting } = useForm({
    schema: ObjectionSchema,
    record: { reason: '' },
    send: async ({ reason }) => {
      await reply.object(reason.trim(), onDone);
      return undefined;
    },
  });
  useEffect(() => ref.current?.querySelector('textarea')?.focus(), [ref]);
  return (
    <form ref={ref} noValidate onSubmit={submit} className="mt-1 grid gap-3">
      <TextArea
        {...field('reason')}
        label={say('decision.whatIsWrong')}
        required
        maxLength={NOTES_MAX}
        hint={say('payPeriod.objectionHint')}
      />
      <div className="flex flex-wrap gap-3">
        <Button onClick={onDone} className="max-sm:grow">
          {say('common.cancel')}
        </Button>
        <Button type="submit" look="primary" isBusy={isSubmitting} className="max-sm:grow">
          {isSubmitting ? say('common.sending') : say('decision.sendObjection')}
        </Button>
      </div>
    </form>
  );
}
