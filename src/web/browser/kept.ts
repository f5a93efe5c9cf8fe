/** Choices stored in this browser. Null where it stores nothing. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
}

/** Without storage the choice lasts until the page is left. */
export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(keyOf(name), value);
  } catch {
    // The choice still applies to this page.
  }
}

/** Also read by index.html. */
export const keyOf = (name: string): string => `punctual-${name}`;
