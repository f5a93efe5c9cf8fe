/**
 * Text that moves with the clock. Only what such a component returns is drawn anew, and only when it differs
 * from the second before.
 */
import { useSyncExternalStore } from 'react';
import { onTick, tickedNow } from './clock.ts';
import type { Day, EpochMs } from '#domain/time/units';
import { otherDate } from '#domain/time/format';

interface OtherDateProps {
  of: EpochMs;
  than: EpochMs | Day;
  zone: string;
}

/** The date of an instant, where it is another than the one shown already: a night shift ends on the next. */
export function OtherDate({ of, than, zone }: OtherDateProps) {
  const date = otherDate(of, than, zone);
  return date !== null && <span className="text-xs font-normal whitespace-nowrap text-muted"> {date}</span>;
}

type Value = string | number | boolean | null | undefined;

/**
 * What `of` makes of the present second; the caller is rendered again only when that changes. `of` must be
 * quick and return a plain value.
 */
export const useNow = <T extends Value>(of: (now: EpochMs) => T): T =>
  useSyncExternalStore(onTick, () => of(tickedNow()));

export const LiveText = ({ of }: { of: (now: EpochMs) => string }) => <>{useNow(of)}</>;
