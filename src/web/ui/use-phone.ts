import { useSyncExternalStore } from 'react';

/** What `max-sm:` means in the styles. */
const PHONE = '(width < 40rem)';

/** Whether the screen is as narrow as a phone's: for what styles alone cannot say. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches);

function subscribe(listener: () => void): () => void {
  const phone = matchMedia(PHONE);
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}
