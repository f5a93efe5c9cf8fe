import { X } from 'lucide-react';

export const CloseButton = ({ label, onClose }: { label: string; onClose: () => void }) => (
  <button
    type="button"
    onClick={onClose}
    aria-label={label}
    className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
  >
    <X size={20} />
  </button>
);
