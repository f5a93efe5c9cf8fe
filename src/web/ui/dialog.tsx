/**
 * A dialog over the page: keeps the focus inside, gives it back where it was, closes by Esc, by a press beside it and by its button,
 * and asks before it throws away what was typed (ui.md 15). Load what uses it lazily: it is a quarter of a page.
 */
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';

interface DialogProps {
  title: string;
  /** Set to false to close it without asking. */
  isOpen: boolean;
  /** Its person wants it closed, and what was typed may be lost. */
  onClose: () => void;
  /** It has closed, and is to be taken away. */
  onClosed: () => void;
  /** Something was typed that would be lost. */
  isDirty?: boolean;
  children: ReactNode;
}

export function Dialog({ title, isOpen, onClose, onClosed, isDirty = false, children }: DialogProps) {
  const [isAsking, setAsking] = useState(false);
  const [cameFrom] = useState(() => (document.activeElement instanceof HTMLElement ? document.activeElement : null));
  const leave = () => {
    if (isDirty) setAsking(!isAsking);
    else onClose();
  };
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={isOpen} onOpenChange={leave} onOpenChangeComplete={(open) => !open && onClosed()}>
        <Base.Portal>
          <Base.Backdrop className="fixed inset-0 z-30 bg-ink/50" />
          <Base.Viewport className="fixed inset-0 z-30 grid overflow-y-auto p-4 sm:place-items-center">
            <Base.Popup finalFocus={() => cameFrom} className="animate-appear w-full max-w-120 self-center rounded-lg border border-line bg-surface shadow-popup outline-none">
              <div className="flex items-start gap-2 border-b border-line py-3 pr-2 pl-4 sm:pl-6">
                <Base.Title className="grow py-2 text-lg font-semibold">{title}</Base.Title>
                <button type="button" onClick={leave} aria-label="Close" className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink">
                  <X aria-hidden size={20} />
                </button>
              </div>
              <div className="p-4 sm:p-6">{children}</div>
              {isAsking && <Question keep={() => setAsking(false)} close={onClose} />}
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}

function Question({ keep, close }: { keep: () => void; close: () => void }) {
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    stay.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div role="alertdialog" aria-label="Throw away what you typed?" className="sticky bottom-0 flex flex-wrap items-center justify-between gap-3 rounded-b-lg border-t border-line bg-warning-soft px-4 py-3 text-warning sm:px-6">
      <p className="font-semibold">Throw away what you typed?</p>
      <div className="flex flex-wrap gap-2">
        <Button ref={stay} onClick={keep}>Keep editing</Button>
        <Button look="danger" onClick={close}>Throw away</Button>
      </div>
    </div>
  );
}
