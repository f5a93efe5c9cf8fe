import type { CorrectionDetail } from '#contract/corrections';
import { daysText } from '#domain/leave/leave';
import { leftAfterText } from '#web/leave/allowance.tsx';
import { LeaveChange } from '#web/leave/leave-change.tsx';
import { Section } from '#web/screens/admin/section.tsx';
import { formatDuration } from '#domain/time/units';

/** What a request for leave asks, costs, and who else is away then. */
export function LeaveFacts({ detail: { correction, leave } }: { detail: CorrectionDetail }) {
  return (
    <Section title="Leave">
      <div className="grid gap-1 text-sm tabular-nums">
        {correction.leave && <LeaveChange of={correction.leave} />}
        {leave && correction.leave?.new && (
          <>
            <p>
              <span className="font-semibold">{daysText(leave.days)}</span>{' '}
              <span className="text-muted">of work, {formatDuration(leave.minutes)}</span>
            </p>
            {leave.left && (
              <p className={leave.left.amount < 0 ? 'text-danger' : 'text-muted'}>
                {leftAfterText(leave.left, true)}
              </p>
            )}
            <p className="text-muted">
              {leave.away === 0
                ? 'Nobody else in the studio is away then.'
                : `Up to ${leave.away} of ${leave.people} others in the studio ${leave.away === 1 ? 'is' : 'are'} away then.`}
            </p>
          </>
        )}
      </div>
    </Section>
  );
}
