/** Keeps rows in place while the person points at them, focuses one or has paused the list. */
import { say } from '#texts/say';
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { ArrowUp } from 'lucide-react';
import { Button } from './button.tsx';

/** Milliseconds. A pointer that rests this long no longer holds the rows. */
const POINTER_REST_MS = 10_000;

export type OrderFreeze = ReturnType<typeof useOrderFreeze>;

/** Put `handlers` on the element around the rows. */
export function useOrderFreeze(isPaused: boolean) {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const pointerTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pointerTimer.current), []);
  const freeze = useMemo(() => {
    const releaseRows = () => {
      clearTimeout(pointerTimer.current);
      setPointed(false);
    };
    const holdRows = () => {
      setPointed(true);
      clearTimeout(pointerTimer.current);
      pointerTimer.current = setTimeout(releaseRows, POINTER_REST_MS);
    };
    return {
      release: () => {
        releaseRows();
        setFocused(false);
      },
      handlers: {
        // A finger holds the rows even after it is lifted, since the next tap may be at the same place.
        onPointerMove: (event: PointerEvent) => {
          if (event.pointerType !== 'touch') holdRows();
        },
        onPointerDown: holdRows,
        onPointerLeave: (event: PointerEvent) => {
          if (event.pointerType !== 'touch') releaseRows();
        },
        onFocus: (event: FocusEvent) => setFocused(event.target.matches(':focus-visible')),
        onBlur: () => setFocused(false),
      },
    };
  }, []);
  return { ...freeze, isFrozen: isPaused || isPointed || isFocused };
}

/** @param question filter and sorting: a new one is applied at once, even while frozen */
export function useFrozenOrder(ids: readonly string[], isFrozen: boolean, question?: unknown) {
  const frozen = useRef({ ids, question });
  if (!isFrozen || frozen.current.question !== question) frozen.current = { ids, question };
  return frozenOrder(frozen.current.ids, ids);
}

export function frozenOrder(frozen: readonly string[], present: readonly string[]) {
  if (frozen === present) return { ids: present, waiting: 0 };
  const known = new Set(frozen);
  return { ids: frozen, waiting: present.reduce((count, id) => count + (known.has(id) ? 0 : 1), 0) };
}

/** A button for the rows that a frozen list keeps back. Without such rows `children` are shown instead. */
export const NewRowsButton = ({
  waiting,
  isPaused,
  onShow,
  children = null,
}: {
  waiting: number;
  isPaused: boolean;
  onShow: () => void;
  children?: ReactNode;
}) =>
  waiting > 0 && !isPaused ? (
    <Button size="small" look="quiet" icon={<ArrowUp size={16} />} onClick={onShow}>
      {say('list.newRows', { count: waiting })}
    </Button>
  ) : (
    children
  );
