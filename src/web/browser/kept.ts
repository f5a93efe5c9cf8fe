/** What somebody chose for this browser alone, whoever is signed in. Nothing where the browser keeps nothing. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
}

/** Lasts until the page is left where the browser keeps nothing. */
export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(keyOf(name), value);
  } catch {
    // What was chosen holds all the same.
  }
}

/** index.html reads it too. */
export const keyOf = (name: string): string => `punctual-${name}`;
