/** With HIDE_ACCOUNTS an answer must not tell by its time whether there is an account. */

/** Longer than a password's check and a commit take on a machine that is not overloaded. */
const EVEN_MS = 150;

/** Waits for the work, and with `hidden` for `EVEN_MS` besides: whatever took less takes as long. */
export async function evenly<Result>(hidden: boolean, work: () => Promise<Result>): Promise<Result> {
  if (!hidden) return work();
  const [result] = await Promise.allSettled([
    work(),
    new Promise((resolve) => void setTimeout(resolve, EVEN_MS)),
  ]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
