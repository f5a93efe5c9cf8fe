/** Lists that are live hold still while somebody points at them: no row moves away from under a press (ui.md 16). */
import { useEffect, useRef, useState, type RefObject } from 'react';

/** A pointer that has not moved for so long is not aiming. */
const REST_MS = 2000;

/** Whether the mouse is moving over the element. */
export function useAimed(element: RefObject<HTMLElement | null>): boolean {
  const [isAimed, setAimed] = useState(false);
  useEffect(() => {
    const list = element.current;
    if (!list) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      clearTimeout(timer);
      setAimed(false);
    };
    const moved = () => {
      clearTimeout(timer);
      timer = setTimeout(rest, REST_MS);
      setAimed(true);
    };
    list.addEventListener('pointermove', moved);
    list.addEventListener('pointerleave', rest);
    return () => {
      list.removeEventListener('pointermove', moved);
      list.removeEventListener('pointerleave', rest);
      clearTimeout(timer);
    };
  }, [element]);
  return isAimed;
}

/** The items in the order they had when the holding began, those who came since left out; `question` names what they answer. */
export function useHeld<Item extends { readonly id: string }>(items: readonly Item[], question: unknown, isHeld: boolean): readonly Item[] {
  const kept = useRef<{ question: unknown; ids: readonly string[] }>({ question: undefined, ids: [] });
  if (!isHeld || kept.current.question !== question) {
    kept.current = { question, ids: items.map(({ id }) => id) };
    return items;
  }
  const byId = new Map(items.map((item) => [item.id, item]));
  return kept.current.ids.flatMap((id) => byId.get(id) ?? []);
}
