/**
 * The size of a campaign: small in `npm test`, minutes in `npm run faults`, and the size for a release with
 * `FAULTS=long`. The same code runs in all three.
 */
import { appendFileSync } from 'node:fs';
import { createSeededRandom, type SeededRandom } from '#server/demo/day-plan';

export type { SeededRandom };

const size = process.env['FAULTS'] ?? '';
if (!['', 'default', 'long'].includes(size)) throw new Error(`FAULTS is default or long, not "${size}".`);

/** True in `npm test`, which skips campaigns that need minutes, root or other programs. */
export const isSmall = size === '';

/** The number of cycles, rounds or sequences. */
export const cycles = (small: number, byDefault: number, long: number): number =>
  isSmall ? small : size === 'long' ? long : byDefault;

/** The random seed: SEED to repeat a failure, otherwise a new one. */
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
