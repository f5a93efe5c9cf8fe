import { useSyncExternalStore } from 'react';

/** Must be the same width as Tailwind's `max-sm:`. */
const PHONE = '(width < 40rem)';

export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches);

function subscribe(listener: () => void): () => void {
  const phone = matchMedia(PHONE);
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}
