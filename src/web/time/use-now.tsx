import { useSyncExternalStore } from 'react';
import { onTick, currentTick } from './clock.ts';
import type { EpochMs } from '#domain/time/units';

/** `of` must be quick and return a plain value; a redraw happens only when that value changes. */
export const useNow = <T extends string | number | boolean | null | undefined>(of: (now: EpochMs) => T): T =>
  useSyncExternalStore(onTick, () => of(currentTick()));

export const LiveText = ({ of }: { of: (now: EpochMs) => string }) => <>{useNow(of)}</>;
