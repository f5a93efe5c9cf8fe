import type { Workplace } from '#contract/accounts/accounts';
import { setHourFormat } from '#domain/time/format';
import { createStore, useStore } from '#web/browser/store.ts';
import { useEffect } from 'react';
import { PRODUCT_NAME } from '#web/product.ts';

const store = createStore<Workplace>({
  name: '',
  language: 'en',
  hourFormat: '24h',
  firstWeekday: 1,
  registration: 'open',
});

export const workplace = store.get;
export const useWorkplace = (): Workplace => useStore(store);

export function setWorkplace(next: Workplace): void {
  const known = store.get();
  if ((Object.keys(next) as (keyof Workplace)[]).every((name) => next[name] === known[name])) return;
  setHourFormat(next.hourFormat);
  store.set({ ...known, ...next });
}

/** One title per level: `titles[1]` is the title of level 1, see `useTitle`. */
const titles: (string | undefined)[] = [];

/** Sets the window's title; the highest level wins. 0: the screen, 1: opened in or over the screen, 2: a person. */
export function useTitle(title: string, level: 0 | 1 | 2 = 0): void {
  const { name } = useWorkplace();
  useEffect(() => {
    const show = (next: string | undefined) => {
      titles[level] = next;
      const parts = [titles.findLast((one) => one !== undefined), name, PRODUCT_NAME];
      document.title = parts.filter((part) => part !== undefined && part !== '').join(' - ');
    };
    show(title);
    return () => show(undefined);
  }, [title, level, name]);
}
