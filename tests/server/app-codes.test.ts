import { Secret } from 'otpauth';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { timeStepOf } from '#server/people/second-factor/app-codes';
import { createSecretBox } from '#server/people/second-factor/secret-key';

/** RFC 6238, appendix B (SHA-1); apps show the last six of its eight digits. */
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;
const secret = Secret.fromUTF8('12345678901234567890').base32;

describe('a code of an authenticator app', () => {
  it.each(VECTORS)('at second %i is %s', (second, code) => {
    const step = Math.floor(second / 30);
    expect(timeStepOf(secret, code, second * 1000)).toBe(step);
    // A phone's clock may be wrong by one step of 30 s.
    expect(timeStepOf(secret, code, second * 1000 + 30_000)).toBe(step);
    expect(timeStepOf(secret, code, second * 1000 + 60_000)).toBeNull();
    expect(
      timeStepOf(
        secret,
        code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
        second * 1000,
      ),
    ).toBeNull();
  });
});

describe('the key of the secrets', () => {
  it('opens nothing of another key or person', () => {
    const box = createSecretBox({ secretKey: 'a'.repeat(32), dataDir: tmpdir() });
    const sealed = box.seal('secret', 'ada');
    expect(box.open(sealed, 'ada')).toBe('secret');
    expect(box.open(sealed, 'bob')).toBeNull();
    expect(createSecretBox({ secretKey: 'b'.repeat(32), dataDir: tmpdir() }).open(sealed, 'ada')).toBeNull();
  });
});
