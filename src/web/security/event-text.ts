import { toEpochMs } from '#contract/wire';
import { formatDate, formatTime } from '#domain/time/format';

export const momentText = (instant: string, zone: string): string =>
  `${formatDate(toEpochMs(instant), zone)}, ${formatTime(toEpochMs(instant), zone)}`;

/** Sessions and events of earlier versions have neither. */
export const placeText = ({ device, network }: { device: string; network: string }): string =>
  [device, network].filter((part) => part !== '').join(', ') || 'Unknown browser';

interface Summed {
  readonly at: string;
  readonly until: string;
  readonly count: number;
}

/** 'Nov 20, 2026, 09:05', or with how often it happened until when. */
export function whenText({ at, until, count }: Summed, zone: string): string {
  const from = momentText(at, zone);
  if (count === 1) return from;
  return `${from}, ${count} times until ${formatTime(toEpochMs(until), zone)}`;
}
