import { useState, type ReactNode } from 'react';
import type { Correction } from '#contract/corrections/corrections';
import type { CorrectionSide } from '#domain/correction/state';
import { Badge } from '#web/ui/badge.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { markOf } from '#contract/corrections/mark-words';
import type { EntryCorrection } from '#contract/corrections/rows';

export interface CorrectionMarkProps {
  corrections: readonly EntryCorrection[];
  side: CorrectionSide;
  zone: string;
  /** `onEdited(true)` means that closing the dialog would lose typed text. */
  actions?: (correction: Correction, onEdited: (isEdited: boolean) => void, onDone: () => void) => ReactNode;
}

const CorrectionDetails = onDemand(() => import('./old-and-new.tsx'));

export function CorrectionMark(props: CorrectionMarkProps) {
  const [isOpen, setOpen] = useState(false);
  const mark = markOf(props.corrections);
  if (!mark) return null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="relative inline-flex min-h-6 items-center rounded-sm underline decoration-dotted underline-offset-4 before:absolute before:-inset-y-2.5 before:inset-x-0 hover:decoration-solid print:no-underline pointer-fine:before:inset-y-0"
      >
        <Badge tone={mark.tone}>{mark.label}</Badge>
      </button>
      {isOpen && <CorrectionDetails {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
