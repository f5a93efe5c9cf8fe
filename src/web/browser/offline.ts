/** Caches the page's files, so that the page opens offline. Also tells whether the browser is offline. */
import { useSyncExternalStore } from 'react';

/** Service workers need https or localhost. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => navigator.serviceWorker.register(serviceWorkerAddress()).catch(() => undefined);
  addEventListener('load', () => setTimeout(() => void register(), FIRST_SCREEN_MS));
}

/** Milliseconds after the page opens. Caching starts then, so that it does not slow down the first screen. */
const FIRST_SCREEN_MS = 3000;

/** With Trusted Types, browsers refuse a plain string as the address of a script. */
function serviceWorkerAddress(): string {
  const address = '/service-worker.js';
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  return trustedTypes
    ? trustedTypes.createPolicy('punctual', { createScriptURL: () => address }).createScriptURL(address)
    : address;
}

/** The part of Trusted Types that we use: https://w3c.github.io/trusted-types/ */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

/** True without a connection; false does not mean that the server can be reached. */
export function isOffline(): boolean {
  const { navigator } = globalThis as { navigator?: { onLine?: boolean } };
  return navigator?.onLine === false;
}

export const useIsOnline = (): boolean => useSyncExternalStore(onChange, () => !isOffline());

function onChange(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
