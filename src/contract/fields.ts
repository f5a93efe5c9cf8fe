/** What the inputs are made of: text people type, checked by the same schema in the form and on the server. */
import * as z from 'zod/mini';
import { parseTimeText } from '#domain/time';

/**
 * The simple pattern of spec §5, without what has a meaning of its own in the head of a mail, and without
 * characters nobody sees.
 */
export const EMAIL_PATTERN =
  /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+\.[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+$/u;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 256;
export const NAME_MAX = 120;
export const EMAIL_MAX = 254;
export const NOTES_MAX = 500;

/** For addresses that come from elsewhere than a form: the settings, the command line, the head of a mail. */
export const isEmailAddress = (text: string): boolean => text.length <= EMAIL_MAX && EMAIL_PATTERN.test(text);

const CANNOT_BE_STORED = 'This contains a character that cannot be stored.';
/**
 * Every text that is sent, by whatever route, begins as this: whole characters only. Half of one (a lone
 * surrogate) is stored as something else than what was sent, and no database reads it back out of JSON.
 */
export const text = (error?: string) =>
  z
    .string(error)
    .check(z.refine<string>((sent) => sent.isWellFormed(), { error: CANNOT_BE_STORED, abort: true }));

export const withoutNul = z.refine<string>((sent) => !sent.includes('\u0000'), CANNOT_BE_STORED);
/** Pasted line breaks and runs of blanks become one blank: a name is one line. */
export const oneLine = z.overwrite<string>((sent) => sent.replace(/\s+/gu, ' ').trim());
/** Control characters, and those that turn the direction of what stands after them. */
export const withoutControls = z.refine<string>(
  (sent) => !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(sent),
  'This contains a character that cannot be shown.',
);

export const email = (invalid: string) =>
  text().check(z.trim(), z.toLowerCase(), z.maxLength(EMAIL_MAX, invalid), z.regex(EMAIL_PATTERN, invalid));

export const newPassword = (tooShort: string) =>
  text().check(
    z.minLength(PASSWORD_MIN, tooShort),
    z.maxLength(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
  );

export const Notes = text().check(
  z.maxLength(NOTES_MAX, 'Notes must be less than 500 characters'),
  withoutNul,
);

export const wallClockTime = text('Invalid time string: must be a non-empty string').check(
  z.refine((sent) => parseTimeText(sent).ok, { error: ({ input }) => messageOf(parseTimeText(input)) }),
);
const messageOf = (parsed: ReturnType<typeof parseTimeText>): string => (parsed.ok ? '' : parsed.message);
