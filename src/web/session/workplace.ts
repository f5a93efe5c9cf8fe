import type { Workplace } from '#contract/accounts/accounts';
import { setHourFormat } from '#domain/time/format';
import { createStore, useStore } from '#web/browser/store.ts';

const store = createStore<Workplace>({
  name: '',
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
