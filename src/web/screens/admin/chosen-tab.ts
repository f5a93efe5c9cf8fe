/**
 * The chosen tab stands in the address's fragment, so that it survives a reload (decisions §6); there are no
 * other routes.
 */
import { useSyncExternalStore } from 'react';

const subscribe = (changed: () => void): (() => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

/** The tab the fragment names, the first one when it names none of them; and how to choose another. */
export function useChosenTab<Name extends string>(
  names: readonly [Name, ...Name[]],
): [Name, (name: Name) => void] {
  const fragment = useSyncExternalStore(subscribe, () => location.hash.slice(1));
  const chosen = names.find((name) => name === fragment) ?? names[0];
  return [chosen, (name) => void (location.hash = name)];
}
