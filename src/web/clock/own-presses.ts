/** Presses that this device keeps for who is signed in. `kept-presses-card.tsx`, which is loaded later, keeps and sends them. */
import type { Punch } from '#domain/entry/time-entry';
import { createStore, useStore } from '#web/browser/store.ts';

interface OwnPresses {
  /** The newest that waits for a network. */
  readonly last: Punch | null;
  /** Resolves to what to say, or null if nothing could be kept. */
  keep(punch: Punch, requestId: string): Promise<string | null>;
}

export const NOTHING_KEPT: OwnPresses = { last: null, keep: () => Promise.resolve(null) };
export const ownPresses = createStore(NOTHING_KEPT);
export const useLastKept = (): Punch | null => useStore(ownPresses, ({ last }) => last);
