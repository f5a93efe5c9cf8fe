/** Choices stored in this browser. Null where it stores nothing. */
export function readPreference(name: string): string | null {
  try {
    return localStorage.getItem(preferenceKey(name));
  } catch {
    return null;
  }
}

/** Without storage the choice lasts until the page is left. */
export function storePreference(name: string, value: string): void {
  try {
    localStorage.setItem(preferenceKey(name), value);
  } catch {
    // The choice still applies to this page.
  }
}

/** Also read by index.html. */
export const preferenceKey = (name: string): string => `punctual-${name}`;
