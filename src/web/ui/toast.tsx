/**
 * The one place where a screen tells what became of something: in the corner below, over the page, where nothing moves
 * when it comes or goes. What is told there needs no answer; a failure stands where it can be mended.
 */
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { createContext, use, useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { CloseButton } from './close-button.tsx';
import { classes } from './classes.ts';

/** Long enough to be read; it stays while somebody points at it or has the focus in it. */
const LIFE_MS = 5000;
/** Long enough to be regretted, unless it is told otherwise. */
const UNDO_LIFE_MS = 8000;

/** Takes back what was done. What became of that: whether it is taken back, and the sentence that says so. */
export type Undo = () => Promise<{ readonly isUndone: boolean; readonly message: string }>;
type Tell = (message: string, undo?: Undo, undoMs?: number) => void;

const Telling = createContext<Tell>(() => undefined);

/** Tells what has been done, with 'Undo' where it can be taken back. What is told already gives way. */
export const useToast = (): Tell => use(Telling);

interface Told {
  readonly message: string;
  readonly tone: 'success' | 'warning';
  readonly undo?: Undo | undefined;
  readonly undoMs?: number | undefined;
}

export function Toasts({ children }: { children: ReactNode }) {
  const [told, setTold] = useState<Told | null>(null);
  const [tell] = useState<Tell>(
    (): Tell => (message, undo, undoMs) => setTold({ message, tone: 'success', undo, undoMs }),
  );
  return (
    <Telling value={tell}>
      {children}
      <Toast told={told} tell={setTold} />
    </Telling>
  );
}

const TONES = {
  success: {
    frame: 'border-success',
    icon: <CircleCheck aria-hidden size={20} className="shrink-0 text-success" />,
  },
  warning: {
    frame: 'border-warning',
    icon: <TriangleAlert aria-hidden size={20} className="shrink-0 text-warning" />,
  },
} as const;

/** The region is there from the start, so that what appears in it is read aloud, also beside an open dialog. */
function Toast({ told, tell }: { told: Told | null; tell: (told: Told | null) => void }) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const [undoing, setUndoing] = useState<Told | null>(null);
  const cameFrom = useRef<Element | null>(null);
  const isUndoing = told !== null && undoing === told;
  const isHeld = isPointedAt || hasFocus || isUndoing;
  useEffect(() => {
    if (told === null || isHeld) return;
    const timer = setTimeout(() => tell(null), told.undo ? (told.undoMs ?? UNDO_LIFE_MS) : LIFE_MS);
    return () => clearTimeout(timer);
  }, [told, isHeld, tell]);
  const enter = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
    setFocus(true);
  };
  /** The button that has the focus goes: it returns to where it came from. */
  const leave = () => {
    setPointedAt(false);
    setFocus(false);
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    cameFrom.current = null;
  };
  const dismiss = () => {
    tell(null);
    leave();
  };
  const takeBack = async (undo: Undo) => {
    setUndoing(told);
    const { isUndone, message } = await undo();
    tell({ message, tone: isUndone ? 'success' : 'warning' });
    leave();
  };
  const undo = told?.undo;
  return (
    <div
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={enter}
      onBlur={() => setFocus(false)}
      className={classes(
        'fixed right-4 bottom-[max(calc(var(--bar)+1rem),env(safe-area-inset-bottom))] left-4 z-50 sm:right-auto sm:max-w-96 print:hidden',
        told !== null &&
          'animate-appear flex items-center gap-3 rounded-md border bg-surface py-1 pr-1 pl-4 shadow-popup',
        told !== null && TONES[told.tone].frame,
      )}
    >
      {told !== null && TONES[told.tone].icon}
      <p role="status" aria-live="polite" className="min-w-0 grow text-sm font-semibold wrap-anywhere">
        {told?.message}
      </p>
      {undo && (
        <Button
          look="quiet"
          size="small"
          working={isUndoing}
          resting={isUndoing}
          onClick={() => void takeBack(undo)}
        >
          Undo
        </Button>
      )}
      {told !== null && <CloseButton label="Dismiss" onClose={dismiss} />}
    </div>
  );
}
