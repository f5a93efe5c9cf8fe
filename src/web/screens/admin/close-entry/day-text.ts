import type { Day, EpochMs } from '#domain/time';

/** The date the wall clock of a zone shows, as a date field wants it: '2026-11-20'. */
export const dayText = (instant: EpochMs, zone: string): Day =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instant);
