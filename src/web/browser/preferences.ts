import { useState } from 'react';

/** Reads a choice stored in this browser; null without one, or if storage is blocked. */
export function readPreference(name: string): string | null {
  try {
    return localStorage.getItem(preferenceKey(name));
  } catch {
    return null;
  }
}

/** Stores a choice. If storage is blocked, the choice lasts until the page is left. */
export function storePreference(name: string, value: string): void {
  try {
    localStorage.setItem(preferenceKey(name), value);
  } catch {
    // The choice still applies to this page.
  }
}

/** Returns the stored value, and a function that stores a new value. */
export function usePreference(name: string) {
  const [value, setValue] = useState(() => readPreference(name));
  const store = (next: string): void => {
    storePreference(name, next);
    setValue(next);
  };
  return [value, store] as const;
}

/** The script in index.html reads the same key. */
export const preferenceKey = (name: string): string => `punctual-${name}`;
