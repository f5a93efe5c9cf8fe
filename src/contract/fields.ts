import { say, type PlainKey, type TextKey } from '#texts/say';
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

const checkedString = (isFit: (text: string) => boolean, error?: PlainKey) =>
  z
    .string(error && { error: () => say(error) })
    .check(z.refine<string>(isFit, { error: () => say(error ?? 'field.notStorable'), abort: true }));
/** Refuses NUL, which PostgreSQL cannot store, and lone surrogates, which its JSON cannot hold. */
export const text = (error?: PlainKey) =>
  checkedString((one) => one.isWellFormed() && !one.includes('\u0000'), error);
/** Allows NUL, unlike `text`, since only a hash of the password is stored. */
export const passwordText = () => checkedString((one) => one.isWellFormed());
/** Turns line breaks and runs of blanks into one blank, and normalises to NFC. */
const collapseWhitespace = z.overwrite<string>((sent) => sent.normalize('NFC').replace(/\s+/gu, ' ').trim());
/** Control, bidirectional and invisible characters, except joiners (Arabic, Indic names) and variation selectors. */
const HIDDEN_CHARACTER = /(?![\u200C\u200D\p{Variation_Selector}])[\p{Cc}\p{Cf}\p{DI}]/u;
export const noHiddenCharacters = z.refine<string>((sent) => !HIDDEN_CHARACTER.test(sent), {
  error: () => say('field.notShowable'),
});
/** More combining marks on one letter than any script uses. They would cover the lines above and below. */
const TOO_MANY_MARKS = /[\p{M}\u200C\u200D]{9}/u;
/** A visible character. U+2800, the empty Braille pattern, is the only symbol without ink. */
const VISIBLE = /[^\p{Z}\p{C}\p{M}\p{DI}\u2800]/u;

/** Message for a text that is too long. */
type TooLong = Exclude<Extract<TextKey, `field.${string}TooLong`>, PlainKey>;

/** A name: one visible line of at most `max` characters, or empty. */
export const singleLine = (tooLong: TooLong = 'field.nameTooLong', max: number = NAME_MAX) =>
  text().check(
    collapseWhitespace,
    z.maxLength(max, { error: () => say(tooLong, { max }) }),
    noHiddenCharacters,
    z.refine<string>((sent) => !TOO_MANY_MARKS.test(sent), {
      error: () => say('field.tooManyMarks'),
    }),
    z.refine<string>((sent) => sent === '' || VISIBLE.test(sent), {
      error: () => say('field.invisible'),
    }),
  );

export const isName = (sent: string): boolean => singleLine().safeParse(sent).success;

export const email = (invalid: PlainKey, missing: PlainKey = invalid) =>
  text(invalid).check(
    z.overwrite<string>(normalizeEmail),
    z.minLength(1, { error: () => say(missing), abort: true }),
    z.maxLength(EMAIL_MAX, { error: () => say(invalid) }),
    z.regex(EMAIL_PATTERN, { error: () => say(invalid) }),
    z.refine<string>((sent) => !TOO_MANY_MARKS.test(sent), { error: () => say(invalid) }),
  );

export const newPassword = (tooShort: PlainKey = 'field.passwordTooShort') =>
  passwordText().check(
    z.minLength(PASSWORD_MIN, { error: () => say(tooShort) }),
    z.maxLength(PASSWORD_MAX, { error: () => say('field.passwordTooLong', { max: PASSWORD_MAX }) }),
  );

export const Notes = text().check(z.maxLength(NOTES_MAX, { error: () => say('field.notesTooLong') }));

/** @param missing error for an empty value; the default is the text of spec §5 */
export const wallClockTime = (missing: PlainKey = 'typedTime.empty') =>
  text(missing).check(
    z.refine((sent) => sent !== '', { error: () => say(missing), abort: true }),
    z.refine((sent) => parseTimeText(sent).ok, { error: ({ input }) => messageOf(parseTimeText(input)) }),
  );
const messageOf = (parsed: ReturnType<typeof parseTimeText>): string => (parsed.ok ? '' : parsed.message);
