/** The kiosk's reader of badges, and what the tablet keeps of who stands there. */
import { generateKeyPairSync, privateDecrypt, constants } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SealedWho } from '#contract/kiosk/kiosk';
import { createReader } from '#web/screens/kiosk/reader.ts';
import { sealWho } from '#web/screens/kiosk/seal.ts';

const FAST = 8;
const SLOW = 180;
/** Presses keys one after another. @returns the badges that were read */
function read(codes: readonly string[], everyMs: number, reader = createReader(), from = 1_000): string[] {
  return codes.flatMap((code, place) => reader.press({ code, at: from + place * everyMs }) ?? []);
}
const digits = (text: string): string[] => [...text].map((digit) => `Digit${digit}`);

describe('a reader of badges', () => {
  it.each<[string, string[], string]>([
    ['ten digits and Enter', [...digits('0012345678'), 'Enter'], '0012345678'],
    ['digits of the number pad', ['Numpad4', 'Numpad2', 'Numpad0', 'Numpad7', 'NumpadEnter'], '4207'],
    ['hexadecimal digits and Tab', ['KeyA', 'Digit1', 'KeyF', 'Digit9', 'Tab'], 'A1F9'],
    [
      'a French keyboard, where digits need Shift',
      ['ShiftLeft', 'Digit4', 'ShiftLeft', 'Digit2', 'Digit4', 'Digit2', 'Enter'],
      '4242',
    ],
    // The same keys stand at other places for other layouts; their codes name the place.
    ['a German keyboard', ['KeyB', 'KeyE', 'KeyE', 'KeyF', 'Enter'], 'BEEF'],
  ])('reads %s', (_, codes, badge) => {
    expect(read(codes, FAST)).toEqual([badge]);
  });

  it.each<[string, string[], number]>([
    ['a person who types', [...digits('271828'), 'Enter'], SLOW],
    ['fewer than four digits', [...digits('123'), 'Enter'], FAST],
    ['letters that are no hexadecimal digits', [...digits('1234'), 'KeyZ', 'Enter'], FAST],
    ['Enter alone', ['Enter'], FAST],
  ])('takes nothing for a badge of %s', (_, codes, everyMs) => {
    expect(read(codes, everyMs)).toEqual([]);
  });

  it('reads one badge after another, and forgets what a person typed before', () => {
    const reader = createReader();
    expect(read(digits('99'), SLOW, reader)).toEqual([]);
    expect(read([...digits('1111'), 'Enter'], FAST, reader, 3_000)).toEqual(['1111']);
    expect(read([...digits('2222'), 'Enter'], FAST, reader, 3_100)).toEqual(['2222']);
  });

  it('knows after the second key that a reader types, not after a person’s', () => {
    const reader = createReader();
    read(digits('12'), FAST, reader);
    expect(reader.isReading(1_000 + FAST)).toBe(true);
    expect(read(digits('34'), SLOW, reader, 5_000)).toEqual([]);
    expect(reader.isReading(5_000 + SLOW)).toBe(false);
  });
});

describe('who stands at a kiosk', () => {
  it('is sealed for the server alone, and never twice alike', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
    const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64url');
    const who = { employeeId: 'EMP-0007', pin: '271828' };
    const sealed = await sealWho(spki, who, 'press');
    expect(SealedWho.safeParse({ sealed }).success).toBe(true);
    expect(await sealWho(spki, who, 'press')).not.toBe(sealed);
    const opened = privateDecrypt(
      { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(sealed, 'base64url'),
    );
    expect(JSON.parse(opened.toString())).toEqual({ ...who, press: 'press' });
  });
});
