/** How searches compare: whatever case and accents are typed, and whatever the name has. */

/** Letters that are one with an accent, or two in one, to who has not got them on the keyboard. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
  ς: 'σ',
};
const NOT_PLAIN = new RegExp(`[\u0300-\u036F\\p{DI}${Object.keys(PLAIN).join('')}]`, 'gu');

/**
 * A text as searches compare it: 'Álvarez' and 'ALVAREZ' are 'alvarez', 'Weiß' is 'weiss', 'Sørensen' 'sorensen'.
 * Whatever is part of a text in lower case is part of it like this too, so that nothing is found less.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(NOT_PLAIN, (letter) => PLAIN[letter] ?? '');

/** What was typed into a search, folded: a test of the texts that hold it. Nothing typed is in all of them. */
export function searchFor(typed: string): (text: string) => boolean {
  const wanted = folded(typed).trim();
  return wanted === '' ? () => true : (text) => folded(text).includes(wanted);
}
