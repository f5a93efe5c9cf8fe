/**
 * Text that moves with the clock. Only what such a component returns is drawn anew, and only when it differs
 * from the second before.
 */
import { useSyncExternalStore } from 'react';
import { onTick, tickedNow } from './clock.ts';
import type { EpochMs } from '#domain/time/units';

type Value = string | number | boolean | null | undefined;

/**
 * What `of` makes of the present second; the caller is rendered again only when that changes. `of` must be
 * quick and return a plain value.
 */
export const useNow = <T extends Value>(of: (now: EpochMs) => T): T =>
  useSyncExternalStore(onTick, () => of(tickedNow()));

export const LiveText = ({ of }: { of: (now: EpochMs) => string }) => <>{useNow(of)}</>;
