/** A value outside React. Components that use it redraw when it changes. */
import { useSyncExternalStore } from 'react';

export interface Store<Value> {
  get(): Value;
  /** Calls all listeners, also for an equal value. */
  set(next: Value): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<Value>(value: Value): Store<Value> {
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Redraws only when `part` returns another value. For an equal value, `part` must return the same object. */
export function useStore<Value>(store: Store<Value>): Value;
export function useStore<Value, Part>(store: Store<Value>, part: (value: Value) => Part): Part;
export function useStore<Value>(
  { get, subscribe }: Store<Value>,
  part: (value: Value) => unknown = (value) => value,
): unknown {
  const read = () => part(get());
  // The second reader is for markup without a browser.
  return useSyncExternalStore(subscribe, read, read);
}
