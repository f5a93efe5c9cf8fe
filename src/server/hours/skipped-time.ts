import { say } from '#texts/say';
import { instantsShowing } from '#domain/time/repeated-time';
import { refuseFields, type Refusal } from '../platform/http/refusal.ts';

/** Refuses any `{ day, time }` in the input that the zone's clocks skip. The refusal names the field's path. */
export function refuseSkippedTime(input: object, zone: string, path: readonly string[] = []): Refusal | null {
  if ('day' in input && 'time' in input)
    // Accept years before 1000 here, since another check handles them.
    return String(input.day) < '1000' ||
      instantsShowing(String(input.day), String(input.time), zone).length > 0
      ? null
      : refuseFields({ [path.join('.') || 'time']: say('refused.skippedTime') });
  for (const [name, value] of Object.entries(input)) {
    const refusal =
      typeof value === 'object' && value !== null ? refuseSkippedTime(value, zone, [...path, name]) : null;
    if (refusal) return refusal;
  }
  return null;
}
