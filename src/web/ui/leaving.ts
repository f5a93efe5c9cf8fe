/** What minds being left: edits that would be lost, and what closes by itself when somebody goes back. */
import { useEffect, useLayoutEffect, useRef } from 'react';

/** Asked when somebody goes back or forth; `goOn` does go. */
type Guard = (goOn: () => void) => void;

/** The topmost last. */
const guards: Guard[] = [];

/** While active it is asked before the browser goes back or forth. */
export function useGuard(isActive: boolean, guard: Guard): void {
  const latest = useRef(guard);
  useLayoutEffect(() => {
    latest.current = guard;
  });
  useEffect(() => {
    if (!isActive) return;
    const asked: Guard = (goOn) => latest.current(goOn);
    guards.push(asked);
    return () => void guards.splice(guards.indexOf(asked), 1);
  }, [isActive]);
}

/** Who is to be asked; nobody where nothing would be lost. */
export const topmostGuard = (): Guard | undefined => guards.at(-1);

const edited = new Set<object>();
const hold = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Whether `owner` has edits that are lost with the page: the browser asks then before it leaves. */
export function setUnsaved(owner: object, hasEdits: boolean): void {
  if (hasEdits) edited.add(owner);
  else edited.delete(owner);
  // Browsers keep no page in memory that listens, so it listens only as long as it has to.
  if (edited.size > 0) addEventListener('beforeunload', hold);
  else removeEventListener('beforeunload', hold);
}

/** Edits that are gone with what is drawn. */
export function useUnsaved(hasEdits: boolean): void {
  useEffect(() => {
    if (!hasEdits) return;
    const owner = {};
    setUnsaved(owner, true);
    return () => setUnsaved(owner, false);
  }, [hasEdits]);
}
