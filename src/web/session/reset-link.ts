/**
 * The one-time token of a mailed link. It stands in the address's fragment, which no browser sends to
 * anybody, until it is used or left.
 */
import { useSyncExternalStore } from 'react';

const START = '#reset=';
const listeners = new Set<() => void>();

const resetToken = (): string | null =>
  location.hash.startsWith(START) ? location.hash.slice(START.length) : null;

export const useResetToken = (): string | null => useSyncExternalStore(subscribe, resetToken);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('hashchange', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('hashchange', listener);
  };
}

/** Takes the token out of the address, and of this entry of the browser's history. */
export function leaveResetLink(): void {
  history.replaceState(null, '', location.pathname);
  for (const listener of listeners) listener();
}
