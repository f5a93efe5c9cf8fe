import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react';
import { readingKey } from '#web/ui/arrow-keys.ts';

/**
 * Makes all buttons of a grid one tab stop: arrow keys, Home and End move between them. Each needs `tabIndex={-1}`.
 * Without buttons the grid itself is the tab stop, so that the keys scroll it.
 */
export function useArrowKeys<Grid extends HTMLElement>() {
  const grid = useRef<Grid>(null);
  const stop = useRef<HTMLElement>(null);
  const setStop = (to: HTMLElement) => {
    if (stop.current) stop.current.tabIndex = -1;
    stop.current = to;
    to.tabIndex = 0;
  };
  // The stop goes with its row when another page is shown.
  useEffect(() => {
    const hasStop = stop.current !== grid.current && grid.current?.contains(stop.current);
    if (grid.current && !hasStop) setStop(grid.current.querySelector('button') ?? grid.current);
  });
  return {
    ref: grid,
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      if (target instanceof HTMLButtonElement) setStop(target);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const to = event.target instanceof Element && nextButton(readingKey(event), event.target);
      if (!to) return;
      event.preventDefault();
      to.focus();
    },
  };
}

const CELLS = 'th, td, [data-cell]';

function nextButton(key: string, from: Element): HTMLElement | null | undefined {
  const row = from.closest('tr, li');
  if (!row) return undefined;
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const side = key === 'ArrowUp' ? 'previousElementSibling' : 'nextElementSibling';
    const column = [...row.querySelectorAll(CELLS)].findIndex((cell) => cell.contains(from));
    let found: HTMLElement | null | undefined;
    for (let other = row[side]; other && !found; other = other[side])
      found = other.querySelectorAll(CELLS)[column]?.querySelector('button');
    return found;
  }
  const buttons = [...row.querySelectorAll('button')];
  const at = buttons.findIndex((one) => one === from);
  return { ArrowLeft: buttons[at - 1], ArrowRight: buttons[at + 1], Home: buttons[0], End: buttons.at(-1) }[
    key
  ];
}
