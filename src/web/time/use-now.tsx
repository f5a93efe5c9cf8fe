import { useSyncExternalStore } from 'react';
import { onTick, currentTick } from './clock.ts';
import type { EpochMs } from '#domain/time/units';

/** Calls `of` each second, so `of` must be quick. Redraws only if the returned plain value changes. */
export const useNow = <T extends string | number | boolean | null | undefined>(of: (now: EpochMs) => T): T =>
  useSyncExternalStore(onTick, () => of(currentTick()));

export const LiveText = ({ of }: { of: (now: EpochMs) => string }) => <>{useNow(of)}</>;
