/** Passwords of at least 12 characters that are not guessed first. */
// The 3,000 most common passwords of zxcvbn's list (MIT).
import COMMON from './common-passwords.json';

export const STRONG_MIN = 12;
const OTHERS = 'punctual passwort contraseña motdepasse administrator login qwertz abcdef';

const WORDS = `${COMMON} ${OTHERS}`.split(' ').filter((word) => /\p{L}/u.test(word));
/** 'p4ssw0rd': digits and signs that stand for a letter between letters. */
const LETTER_OF: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  $: 's',
  '@': 'a',
};
const hasNoLetters = (text: string): boolean => !/\p{L}/u.test(text);
const WORD_WITH_YEAR = /^(?=.*(?:19|20)\d\d)\P{L}*\p{L}{1,12}\P{L}*$/u;

/** @param names of its person and workplace, which are guessed first */
function isTooCommon(password: string, names: readonly string[]): boolean {
  const plain = password
    .toLowerCase()
    .replaceAll(/(?<=\p{L})[01345$@](?=\p{L})/gu, (sign) => LETTER_OF[sign] ?? sign);
  const own = names
    .flatMap((name) => name.toLowerCase().split(/[^\p{L}]+/u))
    .filter(({ length }) => length > 2);
  const rest = own
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, word) => text.replaceAll(word, ''), plain);
  return (
    new Set(plain).size < 5 ||
    hasNoLetters(rest) ||
    WORD_WITH_YEAR.test(plain) ||
    WORDS.some((word) => rest.includes(word) && hasNoLetters(rest.replaceAll(word, '')))
  );
}

/** @param names of the person and the workplace */
export function strongFault(password: string, names: readonly string[]): string | undefined {
  if ([...password].length < STRONG_MIN) return `Password must be at least ${STRONG_MIN} characters`;
  return isTooCommon(password, names) ? 'This password is too common' : undefined;
}
