/** Passwords that Punctual generates. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { generatePassword, temporaryPasswordFor, strongFault } from '#server/people/credentials/passwords';

/** Sixteen random bytes that repeat these places of the alphabet. */
const repeated = (...places: number[]): Uint8Array =>
  Uint8Array.from({ length: 16 }, (_, index) => places[index % places.length] ?? 0);

it.each([
  ['one letter only', [], repeated(0)],
  ['digits only', [], repeated(23, 24, 25, 26, 27, 28, 29, 30)],
  ['the name of its person', ['Abcd Lovelace'], repeated(0, 1, 2, 3)],
  ['a common word and digits', [], Uint8Array.from([0, 15, 3, 5, ...repeated(23, 24, 25, 26)]).slice(0, 16)],
])('a generated password that the strong policy refuses is generated again: %s', (_case, names, refused) => {
  const rounds: number[] = [];
  const password = generatePassword(names, (round) => {
    rounds.push(round);
    return round < 2 ? refused : repeated(0, 5, 9, 14, 23, 2);
  });
  expect(rounds).toEqual([0, 1, 2]);
  expect(strongFault(password, names)).toBeUndefined();
});

it('a generated password always satisfies the strong policy', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 16, maxLength: 32 }),
      fc.uuid(),
      fc.string(),
      (drawn, id, name) => {
        const again = (round: number): Uint8Array =>
          round === 0 ? drawn : createHash('sha256').update(drawn).update(String(round)).digest();
        expect(strongFault(generatePassword([name], again), [name])).toBeUndefined();
        expect(strongFault(temporaryPasswordFor(id, [name]), [name])).toBeUndefined();
      },
    ),
  );
});

it('a generated password is the same for the same request', () =>
  expect(temporaryPasswordFor('8c0f1d4e-0000-4000-8000-000000000000', ['Ada'])).toBe('jxv7-eukb-wk7w-wrfu'));
