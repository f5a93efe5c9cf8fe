import { useEffect } from 'react';

/** Loads the code once the first screen has been drawn. */
export const usePreload = (part: { prepare(): Promise<void> }, ms: number): void =>
  useEffect(() => {
    const timer = setTimeout(() => void part.prepare(), ms);
    return () => clearTimeout(timer);
  }, [part, ms]);
