/** Characters of the bytes 0x80 to 0x9F; a blank where the encoding has none. All other bytes are as in Unicode. */
const CHARACTERS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const FIRST_BYTE = 0x80;

/** Byte of a character in Windows-1252, or null if it has none. */
export function toWindows1252(character: string): number | null {
  const code = character.codePointAt(0) ?? 0;
  if (code < FIRST_BYTE || (code >= FIRST_BYTE + CHARACTERS.length && code <= 0xff)) return code;
  const at = CHARACTERS.indexOf(character);
  return at === -1 ? null : FIRST_BYTE + at;
}
