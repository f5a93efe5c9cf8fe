/**
 * How much of a campaign is run: a small version in `npm test`, one of minutes by `npm run faults`, and the
 * numbers that a release is judged by with `FAULTS=long`. The same code runs in all three.
 */
import { appendFileSync } from 'node:fs';
import { createSeededRandom, type SeededRandom } from '#server/workplace/demo/day-plan';

export type { SeededRandom };

const size = process.env['FAULTS'] ?? '';
if (!['', 'default', 'long'].includes(size)) throw new Error(`FAULTS is default or long, not "${size}".`);

/** In `npm test`: what needs minutes, root or other programs is not tried there. */
export const isSmall = size === '';

/** How many cycles, rounds or sequences are run. */
export const cycles = (small: number, byDefault: number, long: number): number =>
  isSmall ? small : size === 'long' ? long : byDefault;

/** What the campaign's chances hang on: SEED to see a failure again, else a new one each time. */
export function seed(): number {
  const asked = process.env['SEED'];
  return asked ? Number(asked) : Math.floor(Math.random() * 2 ** 31);
}

export const random = (from: number): SeededRandom => createSeededRandom(from);

/** Prints a campaign's figures; `npm run faults` shows those of all campaigns again at its end. */
export function report(line: string): void {
  process.stdout.write(`${line}\n`);
  const file = process.env['FAULTS_FIGURES'];
  if (file) appendFileSync(file, `${line}\n`);
}
