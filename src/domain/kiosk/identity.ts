/** Badges and PINs: what they may be. */

/** As a reader types it: hexadecimal digits, in capitals. A card's code is 32 of them. */
export const BADGE_PATTERN = /^[0-9A-F]{4,64}$/;
export const CARD_DIGITS = 32;
export const PIN_PATTERN = /^\d{6}$/;

/** The pairing code: no letter or digit that looks like another. */
export const PAIRING_PATTERN = /^[2-9A-HJ-NP-Z]{8}$/;
export const PAIRING_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The 100 most common of the list of zxcvbn (MIT) that are neither runs nor repeats. */
export const COMMON_PINS =
  '000001 000007 000111 010180 010203 100000 102030 102938 111000 111222 111333 112211 112233 112358 120676 121314 122333 123000 123098 123321 123451 123455 123457 123465 123654 123789 123987 124578 128500 132435 134679 135246 135790 141627 142536 147258 147369 147741 147852 147963 150781 153624 159357 159632 159753 159951 162534 172839 192837 200000 222333 223344 225588 235689 246810 258456 258852 314159 315475 321123 321456 321654 332211 333666 333777 336699 362436 369852 369963 420000 420247 445566 456123 456321 456654 456852 555666 555777 654123 655321 666777 666999 753159 753951 777888 778899 784512 787898 789123 789456 789654 789987 794613 852456 906090 951753 963852 987123 987456 998877'.split(
    ' ',
  );

/** True for steps of one length (123456, 654321, 890123, 111111), repeats (121212, 123123) and the most common. */
export function isSimplePin(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10);
  return new Set(steps).size === 1 || /^(\d{1,3})\1+$/.test(pin) || COMMON_PINS.includes(pin);
}
