/** Being without a connection: the page itself is kept by the browser, so that it opens and says so. */
import { useSyncExternalStore } from 'react';

/**
 * Has the service worker keep the page's files. Where there is none (plain http from another machine) nothing
 * is kept.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => navigator.serviceWorker.register(serviceWorkerAddress()).catch(() => undefined);
  addEventListener('load', () => setTimeout(() => void register(), FIRST_SCREEN_MS));
}

/** What is kept for later must not take the line from the first screen. */
const FIRST_SCREEN_MS = 3000;

/** As the security policy wants it, which takes no text for a script's address (Trusted Types). */
function serviceWorkerAddress(): string {
  const address = '/service-worker.js';
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  return trustedTypes
    ? trustedTypes.createPolicy('punctual', { createScriptURL: () => address }).createScriptURL(address)
    : address;
}

/** Of it only what is used: https://w3c.github.io/trusted-types/ */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

/** The device knows that it has no connection; false does not say that the server can be reached. */
export function isOffline(): boolean {
  const { navigator } = globalThis as { navigator?: { onLine?: boolean } };
  return navigator?.onLine === false;
}

/** The opposite of `isOffline`, followed. */
export const useIsOnline = (): boolean => useSyncExternalStore(onChange, () => !isOffline());

function onChange(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
