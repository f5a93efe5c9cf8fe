/** The names that a workplace's time zone can have. */

let known: string[] | undefined;

/** All IANA zones of this machine's rules, sorted, with UTC, which the list of Intl leaves out. */
export const timeZones = (): string[] =>
  (known ??= [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].toSorted());
