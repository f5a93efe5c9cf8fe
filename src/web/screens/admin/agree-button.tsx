import { useState } from 'react';
import type { Correction } from '#contract/corrections';
import { Button } from '#web/ui/button.tsx';
import type { Decisions } from './use-decisions.ts';

interface AgreeButtonProps {
  correction: Correction;
  /** Whose, and of which day. */
  about: string;
  decisions: Decisions;
}

/** Agrees by one press; nothing where that was never to be done. */
export function AgreeButton({ correction, about, decisions }: AgreeButtonProps) {
  const isOpen = decisions.offered(correction).includes('agree');
  const isBusy = decisions.busy.has(correction.id);
  // Once it is answered the button rests where it was: nothing comes under the finger that pressed it.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    wasOpen && (
      <Button
        size="small"
        look="primary"
        className="min-w-20 max-sm:min-h-11"
        working={isBusy}
        resting={isBusy || !isOpen}
        onClick={() => void decisions.decide('agree', [correction])}
      >
        {isOpen || isBusy ? 'Agree' : 'Done'}
        <span className="sr-only"> to {about}</span>
      </Button>
    )
  );
}
