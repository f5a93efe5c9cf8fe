import { useSyncExternalStore } from 'react';
import type { Workplace } from '#contract/accounts';
import { showHoursAs } from '#domain/time/format';

let known: Workplace = { name: '', hourFormat: '24h', firstWeekday: 1, registration: 'open' };
const listeners = new Set<() => void>();

export const workplace = (): Workplace => known;
export const useWorkplace = (): Workplace => useSyncExternalStore(subscribe, workplace);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function learnWorkplace(next: Workplace): void {
  if ((Object.keys(next) as (keyof Workplace)[]).every((name) => next[name] === known[name])) return;
  known = next;
  showHoursAs(next.hourFormat);
  for (const listener of listeners) listener();
}
