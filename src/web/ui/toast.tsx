/** Messages about finished actions, in the corner. A failure is shown where it can be fixed instead. */
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { createContext, use, useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { CloseButton } from './close-button.tsx';
import { classes } from './classes.ts';

/** Milliseconds. A toast stays longer while it is pointed at or focused. */
const TOAST_MS = 5000;
const TOAST_WITH_UNDO_MS = 8000;

export type Undo = () => Promise<{ readonly isUndone: boolean; readonly message: string }>;
type ShowToast = (message: string, undo?: Undo, undoMs?: number) => void;

const ToastContext = createContext<ShowToast>(() => undefined);

export const useToast = (): ShowToast => use(ToastContext);

interface ToastContent {
  readonly message: string;
  readonly tone: 'success' | 'warning';
  readonly undo?: Undo | undefined;
  readonly undoMs?: number | undefined;
}

export function Toasts({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ToastContent | null>(null);
  const [show] = useState<ShowToast>(
    (): ShowToast => (message, undo, undoMs) => setToast({ message, tone: 'success', undo, undoMs }),
  );
  return (
    <ToastContext value={show}>
      {children}
      <Toast toast={toast} show={setToast} />
    </ToastContext>
  );
}

const TONES = {
  success: {
    frame: 'border-success',
    icon: <CircleCheck size={20} className="shrink-0 text-success" />,
  },
  warning: {
    frame: 'border-warning',
    icon: <TriangleAlert size={20} className="shrink-0 text-warning" />,
  },
} as const;

/** Always mounted, so that new content is announced. */
function Toast({ toast, show }: { toast: ToastContent | null; show: (toast: ToastContent | null) => void }) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const [undoing, setUndoing] = useState<ToastContent | null>(null);
  const focusOrigin = useRef<Element | null>(null);
  const isUndoing = toast !== null && undoing === toast;
  const isHeld = isPointedAt || hasFocus || isUndoing;
  useEffect(() => {
    if (toast === null || isHeld) return;
    const timer = setTimeout(() => show(null), toast.undo ? (toast.undoMs ?? TOAST_WITH_UNDO_MS) : TOAST_MS);
    return () => clearTimeout(timer);
  }, [toast, isHeld, show]);
  const enter = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) focusOrigin.current = relatedTarget;
    setFocus(true);
  };
  /** The toast and its focused button disappear, so the earlier element gets the focus back. */
  const leave = () => {
    setPointedAt(false);
    setFocus(false);
    if (focusOrigin.current instanceof HTMLElement) focusOrigin.current.focus();
    focusOrigin.current = null;
  };
  const dismiss = () => {
    show(null);
    leave();
  };
  const takeBack = async (undo: Undo) => {
    setUndoing(toast);
    const { isUndone, message } = await undo();
    show({ message, tone: isUndone ? 'success' : 'warning' });
    leave();
  };
  const undo = toast?.undo;
  return (
    <div
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={enter}
      onBlur={() => setFocus(false)}
      className={classes(
        'fixed right-4 bottom-[max(calc(var(--bar)+1rem),env(safe-area-inset-bottom))] left-4 z-50 sm:right-auto sm:max-w-96 print:hidden',
        toast !== null &&
          'animate-appear flex items-center gap-3 rounded-md border bg-surface py-1 pr-1 pl-4 shadow-popup',
        toast !== null && TONES[toast.tone].frame,
      )}
    >
      {toast !== null && TONES[toast.tone].icon}
      <p role="status" aria-live="polite" className="min-w-0 grow text-sm font-semibold wrap-anywhere">
        {toast?.message}
      </p>
      {undo && (
        <Button look="quiet" size="small" isBusy={isUndoing} onClick={() => void takeBack(undo)}>
          Undo
        </Button>
      )}
      {toast !== null && <CloseButton label="Dismiss" onClose={dismiss} />}
    </div>
  );
}
