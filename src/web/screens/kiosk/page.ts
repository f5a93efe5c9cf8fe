/** Keeps the kiosk's page open: without a network, without sleep, in one tab, and in the newest version. */
import { createStore, useStore } from '#web/browser/store.ts';
import { VERSION } from '#web/product.ts';
import { isFree } from './flow.ts';

/** What this browser does not do for a kiosk. */
interface Lacking {
  readonly wakeLock: boolean;
  readonly persistence: boolean;
}
const lacking = createStore<Lacking>({ wakeLock: false, persistence: false });
export const useLacking = (): Lacking => useStore(lacking);

/** Asks the service worker to keep this page. It opens then without a network. */
export function keepPage(): void {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage('keep kiosk'));
}

let awake: WakeLockSentinel | undefined;
let persistent: Promise<boolean> | undefined;

/** Asks again when the page comes back, since the screen may then switch off. Safari wants a press for it. */
export async function keepAwake(): Promise<void> {
  const { wakeLock, storage } = navigator as Partial<Navigator>;
  if (awake?.released !== false) awake = await wakeLock?.request('screen').catch(() => undefined);
  persistent ??= storage?.persist?.().catch(() => false);
  lacking.set({ wakeLock: awake === undefined, persistence: (await persistent) !== true });
}

const LOCK = 'punctual-kiosk';
const SECOND_AFTER_MS = 1_000;
type Tab = 'asking' | 'only' | 'second';
const tab = createStore<Tab>('asking');
export const useTab = (): Tab => useStore(tab);

/** One tab sends what the tablet keeps. The lock ends with the tab. */
export function becomeOnlyTab(onOnly: () => void): void {
  // After a reload, the page of before may hold the lock for a moment.
  const timer = setTimeout(() => tab.set('second'), SECOND_AFTER_MS);
  void navigator.locks.request(LOCK, () => {
    clearTimeout(timer);
    tab.set('only');
    onOnly();
    return new Promise(() => {});
  });
}

/** A page that stays as it was must not load for ever. @param why the version or language that is wanted */
export function reloadOnce(why: string): void {
  const key = `${LOCK} ${why}`;
  if (!navigator.onLine || sessionStorage.getItem(key)) return;
  sessionStorage.setItem(key, 'done');
  location.reload();
}

/** Chromium never starts a worker that is asked again before it has taken over. */
let isTakingOver = false;

/** Loads the page of a newer build while nobody stands there. @param version the server's */
export async function takeNewerPage(version: string): Promise<void> {
  if (version === VERSION || isTakingOver) return;
  const registration = await navigator.serviceWorker?.getRegistration();
  const isUpdated = await registration?.update().then(
    () => true,
    () => false,
  );
  if (isUpdated === false || registration?.installing || isTakingOver || !isFree()) return;
  // There is no worker, or the newer one took over while somebody stood there.
  if (!registration?.waiting) return reloadOnce(version);
  isTakingOver = true;
  const reload = (): void => {
    isTakingOver = false;
    if (isFree()) location.reload();
  };
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  registration.waiting.postMessage('take over');
}
