/** Messages about finished actions, over the header, the tab bar or a dialog's title. They cover no row. */
import { say } from '#texts/say';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { createContext, use, useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button, CloseButton } from './button.tsx';
import { classes } from './classes.ts';
import { type AddPlace, PlaceContext } from './toast-place.tsx';

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
  const [places, setPlaces] = useState<readonly Element[]>([]);
  const [addPlace] = useState((): AddPlace => (place) => {
    setPlaces((known) => (place ? [...known, place] : known));
    return () => setPlaces((known) => known.filter((one) => one !== place));
  });
  return (
    <ToastContext value={show}>
      <PlaceContext value={addPlace}>{children}</PlaceContext>
      <Toast toast={toast} show={setToast} place={places.at(-1)} />
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

interface ToastProps {
  toast: ToastContent | null;
  show: (toast: ToastContent | null) => void;
  /** In the topmost dialog. */
  place: Element | undefined;
}

/** Always mounted, so that new content is announced. */
function Toast({ toast, show, place }: ToastProps) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const [undoing, setUndoing] = useState<ToastContent | null>(null);
  const focusOrigin = useRef<Element | null>(null);
  // Set a frame later: a dialog that closes moves the status, and only a change of a mounted one is announced.
  const [message, setMessage] = useState('');
  useEffect(() => {
    const frame = requestAnimationFrame(() => setMessage(toast?.message ?? ''));
    return () => cancelAnimationFrame(frame);
  }, [toast, place]);
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
  const shown = (
    <div
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={enter}
      onBlur={() => setFocus(false)}
      className={classes(
        place
          ? 'absolute inset-x-2 top-2 z-50'
          : 'fixed inset-x-1 bottom-[max(0.125rem,env(safe-area-inset-bottom))] z-50 sm:inset-x-0 sm:top-0.5 sm:bottom-auto sm:mx-auto sm:w-fit sm:max-w-140 print:hidden',
        toast !== null &&
          'animate-appear flex items-center gap-3 rounded-md border bg-surface py-1 pe-1 ps-4 shadow-popup',
        toast !== null && TONES[toast.tone].frame,
      )}
    >
      {toast !== null && TONES[toast.tone].icon}
      <p role="status" aria-live="polite" className="min-w-0 grow text-sm font-semibold wrap-anywhere">
        {toast !== null && message}
      </p>
      {undo && (
        <Button look="quiet" size="small" isBusy={isUndoing} onClick={() => void takeBack(undo)}>
          {say('common.undo')}
        </Button>
      )}
      {toast !== null && <CloseButton label={say('common.dismiss')} onClose={dismiss} />}
    </div>
  );
  return place ? createPortal(shown, place) : shown;
}
