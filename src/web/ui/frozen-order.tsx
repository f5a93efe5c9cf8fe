/** Keeps rows in place while somebody points at them, works in one or has paused. New rows wait for the release. */
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
const PARKED_MS = 10_000;

export type OrderFreeze = ReturnType<typeof useOrderFreeze>;

/** `handlers`: for the element around the rows. */
export function useOrderFreeze(isPaused: boolean) {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const parked = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(parked.current), []);
  const freeze = useMemo(() => {
    const leave = () => {
      clearTimeout(parked.current);
      setPointed(false);
    };
    const hold = () => {
      setPointed(true);
      clearTimeout(parked.current);
      parked.current = setTimeout(leave, PARKED_MS);
    };
    return {
      release: () => {
        leave();
        setFocused(false);
      },
      handlers: {
        // A lifted finger still holds the rows, since it may come back to the same place.
        onPointerMove: (event: PointerEvent) => {
          if (event.pointerType !== 'touch') hold();
        },
        onPointerDown: hold,
        onPointerLeave: (event: PointerEvent) => {
          if (event.pointerType !== 'touch') leave();
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
  const kept = useRef({ ids, question });
  if (!isFrozen || kept.current.question !== question) kept.current = { ids, question };
  return frozenOrder(kept.current.ids, ids);
}

export function frozenOrder(kept: readonly string[], present: readonly string[]) {
  if (kept === present) return { ids: present, waiting: 0 };
  const known = new Set(kept);
  return { ids: kept, waiting: present.reduce((count, id) => count + (known.has(id) ? 0 : 1), 0) };
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
      {waiting} new
    </Button>
  ) : (
    children
  );
