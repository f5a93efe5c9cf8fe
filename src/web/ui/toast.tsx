/**
 * The one place where a screen tells what became of something: in the corner below, over the page, where nothing moves
 * when it comes or goes. What is told there needs no answer; a failure stands where it can be mended.
 */
import { CircleCheck } from 'lucide-react';
import { createContext, use, useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { CloseButton } from './close-button.tsx';

/** Long enough to be read; it stays while somebody points at it or has the focus in it. */
const LIFE_MS = 5000;

const Telling = createContext<(message: string) => void>(() => undefined);

/** Tells what has been done. What is told already gives way. */
export const useToast = (): ((message: string) => void) => use(Telling);

interface Told {
  readonly message: string;
}

export function Toasts({ children }: { children: ReactNode }) {
  const [told, setTold] = useState<Told | null>(null);
  const [tell] = useState(() => (message: string) => setTold({ message }));
  return (
    <Telling value={tell}>
      {children}
      <Toast told={told} tell={setTold} />
    </Telling>
  );
}

/** The region is there from the start, so that what appears in it is read aloud, also beside an open dialog. */
function Toast({ told, tell }: { told: Told | null; tell: (told: null) => void }) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const cameFrom = useRef<Element | null>(null);
  const isHeld = isPointedAt || hasFocus;
  useEffect(() => {
    if (told === null || isHeld) return;
    const timer = setTimeout(() => tell(null), LIFE_MS);
    return () => clearTimeout(timer);
  }, [told, isHeld, tell]);
  const enter = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
    setFocus(true);
  };
  const dismiss = () => {
    setPointedAt(false);
    setFocus(false);
    tell(null);
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    cameFrom.current = null;
  };
  return (
    <div
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={enter}
      onBlur={() => setFocus(false)}
      className={classes(
        'fixed right-4 bottom-[max(1rem,env(safe-area-inset-bottom))] left-4 z-50 sm:right-auto sm:max-w-96 print:hidden',
        told !== null &&
          'animate-appear flex items-center gap-3 rounded-md border border-success bg-surface py-1 pr-1 pl-4 shadow-popup',
      )}
    >
      {told !== null && <CircleCheck aria-hidden size={20} className="shrink-0 text-success" />}
      <p role="status" aria-live="polite" className="min-w-0 grow text-sm font-semibold wrap-anywhere">
        {told?.message}
      </p>
      {told !== null && <CloseButton label="Dismiss" onClose={dismiss} />}
    </div>
  );
}
