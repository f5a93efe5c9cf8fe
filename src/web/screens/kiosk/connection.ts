/** What the kiosk knows of the server: what to show, the clock's offset, and whether it keeps presses. */
import type { KioskView, Who } from '#contract/kiosk/kiosk';
import { toEpochMs, toInstantText } from '#contract/wire';
import { KEPT_AT_ONCE, pressText } from '#domain/kiosk/kept-press';
import type { Punch } from '#domain/entry/time-entry';
import { setHourFormat } from '#domain/time/format';
import type { EpochMs } from '#domain/time/units';
import { call } from '#web/api.ts';
import { keptPressesOf } from '#web/live/kept-presses.ts';
import { createStore, useStore } from '#web/browser/store.ts';
import { VERSION } from '#web/product.ts';
import { adjustToServerTime, deviceNow } from '#web/time/clock.ts';
import { sealWho } from './seal.ts';

interface Connection {
  /** Null while this browser is no kiosk. */
  readonly view: KioskView | null;
  /** Null until the first answer, or none. */
  readonly isOnline: boolean | null;
  readonly kept: number;
  /** Kept presses that the server did not decide yet, since their PIN has to wait. */
  readonly left: number;
}

/** The last view, so that the kiosk opens without a network. It says nothing about a person. */
const STORED = 'punctual-kiosk';
const CONTACT_MS = 15_000;
const CONTACT_TIMEOUT_MS = 8_000;
const presses = keptPressesOf();

interface Stored {
  readonly view: KioskView;
  readonly offsetMs: number | null;
}
const stored = (): Stored | null => JSON.parse(localStorage.getItem(STORED) ?? 'null') as Stored | null;

function remember(now: Stored): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(now));
  } catch {
    // Without room the kiosk works on; a reload without a network would show the former view.
  }
}

const known = stored();
const store = createStore<Connection>({ view: known?.view ?? null, isOnline: null, kept: 0, left: 0 });
export const connection = store.get;
export const useConnection = <Part>(part: (now: Connection) => Part): Part => useStore(store, part);
export const useOptions = () => useConnection(({ view }) => view?.options);
export const useZone = (): string => useConnection(({ view }) => view?.workplace.zones ?? 'UTC');
const update = (changes: Partial<Connection>): void => store.set({ ...store.get(), ...changes });

/** Presses are kept while there is no network, and until all that was kept was sent: their order holds. */
const mustKeep = ({ isOnline, kept, left }: Connection): boolean => isOnline !== true || kept > left;
export const useMustKeep = (): boolean => useConnection(mustKeep);

/** Waits for the first answer after the page was opened. */
export async function isKeeping(): Promise<boolean> {
  if (store.get().isOnline === null) await contactServer();
  return mustKeep(store.get());
}

let offsetMs = known?.offsetMs ?? null;
/** The last answer: the server's time, and a clock that never jumps. */
let answered: { readonly at: EpochMs; readonly steady: number } | null = null;

function learnTime(serverNow: EpochMs, sentAt: EpochMs, receivedAt: EpochMs): void {
  offsetMs = Math.round(serverNow - (sentAt + receivedAt) / 2);
  answered = { at: serverNow, steady: performance.now() };
  adjustToServerTime(serverNow, sentAt, receivedAt);
}

/** @throws when the browser has no room: nothing was kept then */
export async function keep(requestId: string, punch: Punch, who: Who): Promise<EpochMs> {
  const sealKey = store.get().view?.sealKey;
  if (sealKey === undefined) throw new Error('The kiosk has never reached its server.');
  const at = Math.max(deviceNow() + (offsetMs ?? 0), 0);
  const press = { requestId, punch, at: toInstantText(at) };
  const sealed = await sealWho(sealKey, who, pressText(press));
  await presses.keep({
    ...press,
    offsetMs,
    answeredAt: answered && toInstantText(answered.at),
    steadyMs: answered && Math.round(performance.now() - answered.steady),
    who: { sealed },
  });
  update({ kept: await presses.count() });
  void contactServer();
  return at;
}

/** Sends the oldest first. Stops where the server leaves one undecided, and tries again with the next contact. */
async function sendKept(): Promise<void> {
  for (;;) {
    const oldest = await presses.list(KEPT_AT_ONCE);
    update({ kept: await presses.count(), left: 0 });
    if (oldest.length === 0) return;
    const answer = await call('kioskKept', {
      deviceNow: toInstantText(deviceNow()),
      presses: oldest.map(({ who, ...claim }) => ({ ...claim, who: who ?? { sealed: '' } })),
    });
    if (!answer.ok) return;
    const decided = new Set(answer.value.outcomes.map(({ requestId }) => requestId));
    for (const { counter, requestId } of oldest) if (decided.has(requestId)) await presses.forget(counter);
    const left = oldest.length - decided.size;
    if (left > 0) return void update({ kept: await presses.count(), left });
  }
}

async function contact(): Promise<void> {
  // A kiosk that was revoked still sends what it keeps.
  await sendKept();
  const queued = await presses.count();
  const answer = await call(
    'kioskContact',
    { queued, pageVersion: VERSION },
    { timeoutMs: CONTACT_TIMEOUT_MS },
  );
  if (answer.ok) {
    const view = answer.value;
    learnTime(toEpochMs(view.now), answer.sentAt, answer.receivedAt);
    setHourFormat(view.workplace.hourFormat);
    remember({ view, offsetMs });
    update({ view, isOnline: true, kept: queued });
  } else if (answer.failure.kind === 'refused' && answer.failure.code === 'kiosk_not_paired') {
    localStorage.removeItem(STORED);
    update({ view: null, isOnline: true });
  } else update({ isOnline: false });
}

let running: Promise<void> | null = null;
/** One at a time: presses must not be sent twice side by side. */
export const contactServer = (): Promise<void> =>
  (running ??= contact()
    .catch(() => update({ isOnline: false }))
    .finally(() => (running = null)));

export const lostConnection = (): void => update({ isOnline: false });

/** Sends and asks now, each 15 s, and whenever the network or the page comes back. */
export function watchConnection(): void {
  if (known) setHourFormat(known.view.workplace.hourFormat);
  void contactServer();
  setInterval(() => void contactServer(), CONTACT_MS);
  addEventListener('online', () => void contactServer());
  addEventListener('offline', lostConnection);
  document.addEventListener('visibilitychange', () => !document.hidden && void contactServer());
}
