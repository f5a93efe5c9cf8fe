/**
 * `npm run bench -- hidden`: checks whether the time of an answer reveals that an address has an account, with
 * HIDE_ACCOUNTS=1. It fails only if the medians differ and guessing beats a coin, since medians alone vary on a busy
 * machine. `npm test` checks that no answer comes too early.
 */
import { runnerImport } from 'vite';

/** About 7 of 150 ms. The work behind known and unknown addresses differs by more, so a leak would exceed it. */
const DIFFERENCE = 0.05;
const ADVANTAGE = 0.1;

export async function measure() {
  const { module } = await runnerImport('/bench/hidden/answers.ts');
  return (await module.compareAnswers()).map(({ route, known, unknown, difference, advantage }) => ({
    label: `${route}: ${known.toFixed(1)} ms known, ${unknown.toFixed(1)} ms unknown, ${(50 + advantage * 100).toFixed(1)} % guessed`,
    value: Math.min(difference / DIFFERENCE, advantage / ADVANTAGE),
    limit: 1,
    unit: 'of the limit',
  }));
}
