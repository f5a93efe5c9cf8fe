import type { CorrectionDetail } from '#contract/corrections';
import { daysText } from '#domain/leave/leave';
import { formatDuration } from '#domain/time/units';
import { leftAfterText } from './allowance.tsx';

/** What leave costs, and who else is away then. */
export const LeaveCosts = ({
  of: { days, minutes, away, people, left },
}: {
  of: NonNullable<CorrectionDetail['leave']>;
}) => (
  <>
    <p>
      <span className="font-semibold">{daysText(days)}</span>{' '}
      <span className="text-muted">of work, {formatDuration(minutes)}</span>
    </p>
    {left && <p className={left.amount < 0 ? 'text-danger' : 'text-muted'}>{leftAfterText(left, true)}</p>}
    <p className="text-muted">
      {away === 0
        ? 'Nobody else in the studio is away then.'
        : `Up to ${away} of ${people} others in the studio ${away === 1 ? 'is' : 'are'} away then.`}
    </p>
  </>
);
