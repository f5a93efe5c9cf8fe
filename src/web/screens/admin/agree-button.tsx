import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';

interface AgreeButtonProps {
  /** Whose, and of which day. */
  about: string;
  /** It waits for approval. */
  isOpen: boolean;
  isBusy: boolean;
  onAgree: () => void;
}

/** Approves with one press. Shows nothing where there was never anything to approve. */
export function AgreeButton({ about, isOpen, isBusy, onAgree }: AgreeButtonProps) {
  // The answered button keeps its place, so that nothing else moves under the finger.
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
        onClick={onAgree}
      >
        {isOpen || isBusy ? 'Approve' : 'Done'}
        <span className="sr-only"> {about}</span>
      </Button>
    )
  );
}
