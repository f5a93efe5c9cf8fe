import { useEffect, useRef, useState } from 'react';
import type { ListedCorrection } from '#contract/corrections/corrections';
import { singleKeyOf } from '#web/frame/quick-actions.tsx';

const ACTION_OF_KEY: Readonly<Record<string, string>> = { a: 'agree', d: 'decline' };

/** Keys of a list of requests: A and D press the buttons of the chosen line, J and K choose the next or previous one. */
export function useRequestKeys(
  rows: readonly ListedCorrection[],
  isOpen: (row: ListedCorrection) => boolean,
  isOn: boolean,
) {
  const list = useRef<HTMLUListElement>(null);
  const [named, setNamed] = useState<string | null>(null);
  const isByKey = useRef(false);
  const at = Math.max(
    0,
    rows.findIndex(({ correction }) => correction.id === named),
  );
  // After a decision the next open request follows.
  const index = [...rows.keys()].find((one) => one >= at && rows[one] && isOpen(rows[one])) ?? -1;
  const chosen = isOn ? rows[index]?.correction.id : undefined;
  const ids = rows.filter(isOpen).map(({ correction }) => correction.id);
  const press = (event: KeyboardEvent) => {
    const key = singleKeyOf(event);
    if (key === null || chosen === undefined) return;
    const step = key === 'j' ? 1 : key === 'k' ? -1 : 0;
    const action = ACTION_OF_KEY[key];
    if (step === 0 && action === undefined) return;
    isByKey.current = true;
    if (step !== 0) setNamed(ids[ids.indexOf(chosen) + step] ?? chosen);
    else list.current?.children[index]?.querySelector<HTMLElement>(`[data-action="${action}"]`)?.click();
    event.preventDefault();
  };
  const follow = ({ target }: FocusEvent) => {
    const focused = [...(list.current?.children ?? [])].findIndex(
      (line) => target instanceof Node && line.contains(target),
    );
    if (focused === -1) return;
    isByKey.current = false;
    setNamed(rows[focused]?.correction.id ?? null);
  };
  const latest = useRef({ press, follow });
  useEffect(() => {
    latest.current = { press, follow };
  });
  useEffect(() => {
    const onPress = (event: KeyboardEvent) => latest.current.press(event);
    const onFocus = (event: FocusEvent) => latest.current.follow(event);
    addEventListener('keydown', onPress);
    addEventListener('focusin', onFocus);
    return () => {
      removeEventListener('keydown', onPress);
      removeEventListener('focusin', onFocus);
    };
  }, []);
  useEffect(() => {
    const line = list.current?.children[index];
    if (isByKey.current && line instanceof HTMLElement) line.focus();
    isByKey.current = false;
  }, [chosen, index]);
  return { list, chosen };
}
