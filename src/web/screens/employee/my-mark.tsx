import type { Correction } from '#contract/corrections';
import { CorrectionMark, type CorrectionMarkProps } from '#web/corrections/mark.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const MyDecision = onDemand(() => import('./my-decision.tsx'));

const decision = (correction: Correction, onEdited: (isEdited: boolean) => void, onDone: () => void) => (
  <MyDecision correction={correction} onEdited={onEdited} onDone={onDone} />
);

/** The mark of a row of one's own; its dialog offers what can be done. */
export const MyMark = (props: Pick<CorrectionMarkProps, 'touches' | 'zone'>) => (
  <CorrectionMark {...props} side="employee" actions={decision} />
);
