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

export const withoutNul = z.refine<string>(
  (text) => !text.includes('\u0000'),
  'This contains a character that cannot be stored.',
);
/** Pasted line breaks and runs of blanks become one blank: a name is one line. */
export const oneLine = z.overwrite<string>((text) => text.replace(/\s+/gu, ' ').trim());
/** Control characters, and those that turn the direction of what stands after them. */
export const withoutControls = z.refine<string>(
  (text) => !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(text),
  'This contains a character that cannot be shown.',
);

export const email = (invalid: string) =>
  z
    .string()
    .check(z.trim(), z.toLowerCase(), z.maxLength(EMAIL_MAX, invalid), z.regex(EMAIL_PATTERN, invalid));

export const newPassword = (tooShort: string) =>
  z
    .string()
    .check(
      z.minLength(PASSWORD_MIN, tooShort),
      z.maxLength(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
    );

export const Notes = z
  .string()
  .check(z.maxLength(NOTES_MAX, 'Notes must be less than 500 characters'), withoutNul);

export const wallClockTime = z
  .string('Invalid time string: must be a non-empty string')
  .check(
    z.refine((text) => parseTimeText(text).ok, { error: ({ input }) => messageOf(parseTimeText(input)) }),
  );
const messageOf = (parsed: ReturnType<typeof parseTimeText>): string => (parsed.ok ? '' : parsed.message);
