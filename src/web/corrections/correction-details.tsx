import { useState } from 'react';
import { Dialog, ReadOnlyBody } from '#web/ui/dialog.tsx';
import type { CorrectionMarkProps } from './mark.tsx';
import { CorrectionOverview } from './old-and-new.tsx';

type DetailsProps = CorrectionMarkProps & { onClose: () => void };

export default function CorrectionDetails({ corrections, side, zone, actions, onClose }: DetailsProps) {
  const [hasEdits, setHasEdits] = useState(false);
  return (
    <Dialog
      title={corrections.length === 1 ? 'Correction' : 'Corrections'}
      hasEdits={hasEdits}
      onClose={onClose}
    >
      <ReadOnlyBody onClose={onClose}>
        <ul className="flex flex-col gap-4 divide-y divide-line *:not-first:pt-4">
          {corrections.map(({ correction }) => (
            <li key={correction.id}>
              <CorrectionOverview correction={correction} side={side} zone={zone}>
                {correction.state !== 'stated' && actions?.(correction, setHasEdits, onClose)}
              </CorrectionOverview>
            </li>
          ))}
        </ul>
      </ReadOnlyBody>
    </Dialog>
  );
}
