import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';

const LOOKS = {
  Approve: 'primary',
  Decline: 'danger-outline',
  Keep: 'secondary',
  Undo: 'secondary',
} as const;

interface DecideButtonProps {
  action: keyof typeof LOOKS;
  /** The person and the day. */
  about: string;
  isOpen: boolean;
  isBusy: boolean;
  onDecide: () => void;
}

export function DecideButton({ action, about, isOpen, isBusy, onDecide }: DecideButtonProps) {
  // A decided row keeps its button, so that nothing moves under the finger.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    wasOpen && (
      <Button
        size="small"
        look={LOOKS[action]}
        className="min-w-20 max-sm:min-h-11"
        working={isBusy && action === 'Approve'}
        resting={isBusy || !isOpen}
        onClick={onDecide}
      >
        {isOpen || isBusy || action === 'Decline' ? action : 'Done'}
        <span className="sr-only"> {about}</span>
      </Button>
    )
  );
}
