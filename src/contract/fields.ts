import * as z from 'zod/mini';
import { parseTimeText } from '#domain/time/units';

/** Email addresses by spec §5, without invisible characters and those with a meaning in mail headers. */
export const EMAIL_PATTERN =
  /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}\p{DI}]+@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}\p{DI}]+\.[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}\p{DI}]+$/u;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 256;
export const NAME_MAX = 120;
export const EMAIL_MAX = 254;
export const NOTES_MAX = 500;

/** Returns the spelling in which email addresses are stored and searched: NFKC, lower case. */
export const normalizeEmail = (typed: string): string =>
  typed.normalize('NFKC').toLowerCase().normalize('NFKC').trim();

export const isEmailAddress = (sent: string): boolean => sent.length <= EMAIL_MAX && EMAIL_PATTERN.test(sent);

const CANNOT_BE_STORED = 'This has a character that cannot be stored.';
const checkedString = (isFit: (text: string) => boolean, error?: string) =>
  z.string(error).check(z.refine<string>(isFit, { error: error ?? CANNOT_BE_STORED, abort: true }));
/** Refuses NUL, which PostgreSQL cannot store, and lone surrogates, which its JSON cannot hold. */
export const text = (error?: string) =>
  checkedString((one) => one.isWellFormed() && !one.includes('\u0000'), error);
/** Allows NUL, unlike `text`, since only a hash of the password is stored. */
export const passwordText = () => checkedString((one) => one.isWellFormed());
/** Turns line breaks and runs of blanks into one blank, and normalises to NFC. */
const collapseWhitespace = z.overwrite<string>((sent) => sent.normalize('NFC').replace(/\s+/gu, ' ').trim());
/** Control, bidirectional and invisible characters, except joiners (Arabic, Indic names) and variation selectors. */
const HIDDEN_CHARACTER = /(?![\u200C\u200D\p{Variation_Selector}])[\p{Cc}\p{Cf}\p{DI}]/u;
export const noHiddenCharacters = z.refine<string>(
  (sent) => !HIDDEN_CHARACTER.test(sent),
  'This has a character that cannot be shown.',
);
/** More combining marks on one letter than any script uses. They would cover the lines above and below. */
const TOO_MANY_MARKS = /[\p{M}\u200C\u200D]{9}/u;
/** A visible character. U+2800, the empty Braille pattern, is the only symbol without ink. */
const VISIBLE = /[^\p{Z}\p{C}\p{M}\p{DI}\u2800]/u;

/** A name: one visible line of at most `max` characters, or empty. */
export const singleLine = (label: string, max: number = NAME_MAX) =>
  text().check(
    collapseWhitespace,
    z.maxLength(max, `${label} must be at most ${max} characters`),
    noHiddenCharacters,
    z.refine<string>((sent) => !TOO_MANY_MARKS.test(sent), 'This has too many marks on one letter.'),
    z.refine<string>((sent) => sent === '' || VISIBLE.test(sent), 'This has no visible character.'),
  );

export const isName = (sent: string): boolean => singleLine('Name').safeParse(sent).success;

export const email = (invalid: string, missing: string = invalid) =>
  text(invalid).check(
    z.overwrite<string>(normalizeEmail),
    z.minLength(1, { error: missing, abort: true }),
    z.maxLength(EMAIL_MAX, invalid),
    z.regex(EMAIL_PATTERN, invalid),
    z.refine<string>((sent) => !TOO_MANY_MARKS.test(sent), invalid),
  );

export const newPassword = (tooShort: string) =>
  passwordText().check(
    z.minLength(PASSWORD_MIN, tooShort),
    z.maxLength(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
  );

export const Notes = text().check(z.maxLength(NOTES_MAX, 'Notes must be less than 500 characters'));

/** @param missing error for an empty value; the default is the text of spec §5 */
export const wallClockTime = (missing = 'Invalid time string: must be a non-empty string') =>
  text(missing).check(
    z.refine((sent) => sent !== '', { error: missing, abort: true }),
    z.refine((sent) => parseTimeText(sent).ok, { error: ({ input }) => messageOf(parseTimeText(input)) }),
  );
const messageOf = (parsed: ReturnType<typeof parseTimeText>): string => (parsed.ok ? '' : parsed.message);
