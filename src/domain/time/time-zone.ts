/** An IANA name, such as 'Europe/Berlin' or 'UTC'. Bare offsets ('+02:00') know no summer time and are refused. */
export function isTimeZone(text: unknown): text is string {
  if (typeof text !== 'string' || !/^[A-Za-z]/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
