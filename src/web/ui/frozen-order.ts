/**
 * Live lists under a pointer: while somebody points at a row, has just touched one or works in one, or has pressed
 * 'Pause', the rows stay where they are. What they say stays true all the same; what is new is counted, and comes when
 * the list is let go.
 */
import { useEffect, useMemo, useRef, useState, type FocusEvent, type PointerEvent } from 'react';

/** A pointer that has not moved for so long is parked there, not pointing. */
const PARKED_MS = 10_000;

export interface OrderFreeze {
  readonly isFrozen: boolean;
  /** For the element around the rows. */
  readonly handlers: {
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerDown: () => void;
    readonly onPointerLeave: (event: PointerEvent) => void;
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: () => void;
  };
  readonly release: () => void;
}

export function useOrderFreeze(isPaused: boolean): OrderFreeze {
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
        // A finger is lifted between two presses: where it has been it may come back to.
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

export interface FrozenOrder {
  readonly ids: readonly string[];
  /** How many are not shown yet. */
  readonly waiting: number;
}

/**
 * The order to show: the present one, or while it is held the one of the moment it began.
 * @param question what somebody asked for (filter, sorting): a new question is answered at once, held or not
 */
export function useFrozenOrder(ids: readonly string[], isFrozen: boolean, question?: unknown): FrozenOrder {
  const kept = useRef({ ids, question });
  if (!isFrozen || kept.current.question !== question) kept.current = { ids, question };
  return frozenOrder(kept.current.ids, ids);
}

export function frozenOrder(kept: readonly string[], present: readonly string[]): FrozenOrder {
  if (kept === present) return { ids: present, waiting: 0 };
  const known = new Set(kept);
  return { ids: kept, waiting: present.reduce((count, id) => count + (known.has(id) ? 0 : 1), 0) };
}
