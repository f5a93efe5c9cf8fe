import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';

interface AgreeButtonProps {
  /** Whose, and of which day. */
  about: string;
  /** It can be agreed to. */
  isOpen: boolean;
  isBusy: boolean;
  onAgree: () => void;
}

/** Agrees by one press; nothing where that was never to be done. */
export function AgreeButton({ about, isOpen, isBusy, onAgree }: AgreeButtonProps) {
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
        onClick={onAgree}
      >
        {isOpen || isBusy ? 'Agree' : 'Done'}
        <span className="sr-only"> to {about}</span>
      </Button>
    )
  );
}
