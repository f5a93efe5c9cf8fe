import { describe, expect, it } from 'vitest';
import { BADGE_PATTERN, CARD_DIGITS, COMMON_PINS, isSimplePin } from '#domain/kiosk/identity';

const isSimple = (pins: string): boolean[] => pins.split(' ').map(isSimplePin);

describe('a PIN', () => {
  it('is too simple if its digits go on in equal steps, also past 9 and 0', () =>
    expect(isSimple('123456 654321 890123 210987 135791 864208 000000 999999')).not.toContain(false));

  it('is too simple if one, two or three digits repeat', () =>
    expect(isSimple('777777 121212 909090 123123 505505')).not.toContain(false));

  it('is too simple if it is one of the 100 most common that are neither', () => {
    expect(new Set(COMMON_PINS).size).toBe(100);
    expect(COMMON_PINS.filter((pin) => !isSimplePin(pin) || !/^\d{6}$/.test(pin))).toEqual([]);
  });

  it('is free otherwise: of a million, 1,270 are refused', () => {
    expect(isSimple('271828 161803 121213 123124 777778 100002')).not.toContain(true);
    const all = Array.from({ length: 1_000_000 }, (_, at) => String(at).padStart(6, '0'));
    expect(all.filter(isSimplePin)).toHaveLength(1_270);
  });
});

it.each([
  ['0004512345', true],
  ['04A2C3D41F6180', true],
  ['A'.repeat(CARD_DIGITS), true],
  ['04a2c3d4', false],
  ['123', false],
  ['', false],
  ['F'.repeat(65), false],
  ['04:A2:C3', false],
])('takes %o as a badge: %o', (code, isTaken) => expect(BADGE_PATTERN.test(code)).toBe(isTaken));
