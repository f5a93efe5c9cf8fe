/** What of the admin's screens the address's fragment names, so that it survives a reload: there are no other routes. */
import { useSyncExternalStore } from 'react';

const subscribe = (changed: () => void): (() => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

/** One of the names, the first one when the fragment names none of them; and how to choose another. */
export function useFragment<Name extends string>(
  names: readonly [Name, ...Name[]],
  isNamed: (fragment: string, name: Name) => boolean = (fragment, name) => fragment === name,
): [Name, (name: Name) => void] {
  const fragment = useSyncExternalStore(subscribe, () => location.hash.slice(1));
  const chosen = names.find((name) => isNamed(fragment, name)) ?? names[0];
  return [chosen, (name) => void (location.hash = name)];
}
