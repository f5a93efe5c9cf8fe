import type { Day, EpochMs } from './units.ts';

/** An IANA name, such as 'Europe/Berlin' or 'UTC'. Bare offsets ('+02:00') know no summer time and are refused. */
export function isTimeZone(text: unknown): text is string {
  if (typeof text !== 'string' || !/^[A-Za-z]/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Time zone of the workplace from a day on, until the next rule. The first rule has no day: `from` is ''. */
export type ZoneRule = {
  readonly from: Day | '';
  readonly zone: string;
};

/** `zoneRules` is empty if the zone has never changed. */
export interface ZoneSettings {
  readonly timeZone: string;
  readonly zoneRules: readonly ZoneRule[];
}

export function withZoneRule(
  { timeZone, zoneRules }: ZoneSettings,
  { from, zone }: ZoneRule,
): readonly ZoneRule[] {
  const earlier =
    zoneRules.length > 0 ? zoneRules.filter((rule) => rule.from < from) : [{ from: '', zone: timeZone }];
  const rules = earlier.at(-1)?.zone === zone ? earlier : [...earlier, { from, zone }];
  return rules.length > 1 ? rules : [];
}

/** @param zones a name, or after a change 'Europe/Berlin 1795993200000 America/New_York' (change in epoch ms) */
export const zoneAt = (zones: string, instant: EpochMs): string =>
  zones.split(' ').findLast((_, at, all) => at % 2 < 1 && !(Number(all[at - 1]) > instant)) ?? zones;

/** Keeps only the zones in force within the half-open span. */
export function zonesWithin(zones: string, span: { readonly from: EpochMs; readonly to: EpochMs }): string {
  const changes = [...zones.matchAll(/ (-?\d+) \S+/gu)];
  const within = changes.filter(([, at]) => Number(at) > span.from && Number(at) < span.to);
  return [zoneAt(zones, span.from), ...within.map(([change]) => change)].join('');
}
