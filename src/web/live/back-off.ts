/** How long to wait before connecting again. */

const FIRST_MS = 500;
const LONGEST_MS = 20_000;

/**
 * Milliseconds before the `attempt`-th new try (0 for the first): doubling, at most 20 s, and spread by
 * `chance` (0 to 1) over the upper half, so that a thousand browsers do not come back in the same instant.
 */
export function backOffMs(attempt: number, chance: number): number {
  const ceiling = Math.min(FIRST_MS * 2 ** Math.min(attempt, 16), LONGEST_MS);
  return Math.round(ceiling / 2 + (ceiling / 2) * chance);
}
