/**
 * A modal dialog: traps the focus and gives it back, closes by Esc or a press beside it, and asks before it
 * throws away edits, also when the browser goes back. The library behind it is 20 KB: import what opens it lazily.
 */
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog as Base } from '@base-ui/react/dialog';
import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import DiscardQuestion, { BACKDROP, PLACE, POPUP, type LeavingWords } from './discard-question.tsx';
import { useGuard, useUnsaved } from './leaving.ts';

type Leave = (then: () => void) => void;
const Leaving = createContext<Leave>((then) => then());
/** Does something that would lose what was typed, after asking where it would. */
export const useGuardedLeave = (): Leave => useContext(Leaving);

/** A form begins in the field that is marked by `data-begin`, or in its first. */
export const beginningOf = (within: HTMLElement | null): HTMLElement | null | undefined =>
  within?.querySelector<HTMLElement>('[data-begin]') ??
  within?.querySelector<HTMLElement>('input:not([type=hidden])');

const PLACES = {
  middle: `${PLACE} animate-appear sm:max-w-lg`,
  /** The right edge, and all of a phone. */
  side: 'animate-slide inset-0 h-dvh sm:left-auto sm:w-124 max-sm:border-0 sm:border-y-0 sm:border-r-0',
} as const;

interface DialogProps {
  title: ReactNode;
  /** Beside the title, and below it: what it is about, at a glance. */
  icon?: ReactNode;
  facts?: ReactNode;
  /** `side` is for what is looked through with the page in sight. */
  place?: keyof typeof PLACES;
  /** Something was typed, or is shown once, that closing would lose. */
  hasEdits?: boolean;
  /** How it asks before that, where it is not about edits. */
  leaving?: LeavingWords | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** Open as long as it is there. Put its content into `DialogBody` and its buttons into `DialogActions`. */
export function Dialog({
  title,
  icon,
  facts,
  place = 'middle',
  hasEdits = false,
  leaving,
  onClose,
  children,
}: DialogProps) {
  const [then, setThen] = useState<(() => void) | null>(null);
  // What opened it may be a menu that is gone by the time it closes.
  const [cameFrom] = useState(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement : null,
  );
  const popup = useRef<HTMLDivElement>(null);
  /** Without a field the focus takes its own place. */
  const firstField = () => beginningOf(popup.current) ?? true;
  const leave = useCallback<Leave>((next) => (hasEdits ? setThen(() => next) : next()), [hasEdits]);
  useGuard(hasEdits, leave);
  useUnsaved(hasEdits);
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open onOpenChange={(open) => !open && leave(onClose)}>
        <Base.Portal>
          <Base.Backdrop forceRender className={BACKDROP} />
          <Base.Popup
            ref={popup}
            initialFocus={firstField}
            finalFocus={() => (cameFrom?.isConnected ? cameFrom : true)}
            className={classes(POPUP, PLACES[place])}
          >
            <div className="flex items-center gap-3 border-b border-line px-4 py-3 sm:px-6 sm:py-4">
              {icon}
              <div className="min-w-0 grow">
                <Base.Title className="text-lg font-semibold wrap-anywhere">{title}</Base.Title>
                {facts}
              </div>
            </div>
            <Leaving value={leave}>{children}</Leaving>
            <DiscardQuestion
              words={leaving}
              isAsked={then !== null}
              onKeep={() => setThen(null)}
              onDiscard={() => {
                setThen(null);
                then?.();
              }}
            />
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}

/**
 * Scrolls when there is much of it. With nothing in it to put the focus on (`isText`) it takes the focus
 * itself, to be scrolled by keys.
 */
export const DialogBody = ({ isText = false, children }: { isText?: boolean; children: ReactNode }) => (
  <div
    tabIndex={isText ? 0 : undefined}
    className="relative flex min-h-0 grow flex-col gap-4 overflow-y-auto px-4 py-4 focus-visible:-outline-offset-2 sm:px-6"
  >
    {children}
  </div>
);

/** Always in sight, at the bottom. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-end gap-3 border-t border-line px-4 py-3 max-sm:*:grow sm:px-6">
    {children}
  </div>
);

/** Asks first where something was typed. */
export function CancelButton({ onCancel }: { onCancel: () => void }) {
  const leave = useGuardedLeave();
  return <Button onClick={() => leave(onCancel)}>Cancel</Button>;
}
