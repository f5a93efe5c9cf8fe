import { useEffect, useLayoutEffect, useRef } from 'react';

/** Called when the browser goes back or forward; `goOn` continues the navigation. */
type ExitGuard = (goOn: () => void) => void;

const guards: ExitGuard[] = [];

export function useExitGuard(isActive: boolean, guard: ExitGuard): void {
  const latest = useRef(guard);
  useLayoutEffect(() => {
    latest.current = guard;
  });
  useEffect(() => {
    if (!isActive) return;
    const handler: ExitGuard = (goOn) => latest.current(goOn);
    guards.push(handler);
    return () => void guards.splice(guards.indexOf(handler), 1);
  }, [isActive]);
}

export const topmostExitGuard = (): ExitGuard | undefined => guards.at(-1);

const ownersWithEdits = new Set<object>();
const askBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Makes the browser ask before it leaves the page, while any owner has edits. */
export function setUnsaved(owner: object, hasEdits: boolean): void {
  if (hasEdits) ownersWithEdits.add(owner);
  else ownersWithEdits.delete(owner);
  // Listen only while there are edits: a listener keeps the page out of the back-forward cache.
  if (ownersWithEdits.size > 0) addEventListener('beforeunload', askBeforeUnload);
  else removeEventListener('beforeunload', askBeforeUnload);
}

export function useUnsaved(hasEdits: boolean): void {
  useEffect(() => {
    if (!hasEdits) return;
    const owner = {};
    setUnsaved(owner, true);
    return () => setUnsaved(owner, false);
  }, [hasEdits]);
}
