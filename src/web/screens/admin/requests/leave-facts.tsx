import type { CorrectionDetail } from '#contract/corrections';
import { LeaveChange } from '#web/leave/leave-change.tsx';
import { LeaveCosts } from '#web/leave/leave-costs.tsx';
import { Section } from '#web/screens/admin/section.tsx';

/** What a request for leave asks, costs, and who else is away then. */
export function LeaveFacts({ detail: { correction, leave } }: { detail: CorrectionDetail }) {
  return (
    <Section title="Leave">
      <div className="grid gap-1 text-sm tabular-nums">
        {correction.leave && <LeaveChange of={correction.leave} />}
        {leave && correction.leave?.new && <LeaveCosts of={leave} />}
      </div>
    </Section>
  );
}
