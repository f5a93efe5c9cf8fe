/**
 * `npm run bench -- hidden`: with HIDE_ACCOUNTS=1, whether the time of an answer tells if an address has an
 * account. It takes two to tell: medians that differ, and guesses that are better than a coin; on a busy
 * machine medians wander, guesses do not. That no answer comes early, whatever is asked, `npm test` shows.
 */
import { runnerImport } from 'vite';

/** Some 7 of 150 ms: less than what lies behind the answers differs by. */
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
