export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Compares present names, since a renamed zone has two names (Asia/Katmandu is now Asia/Kathmandu). */
export const isSameZone = (one: string, other: string): boolean =>
  currentZoneName(one) === currentZoneName(other);

const currentZoneName = (timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
