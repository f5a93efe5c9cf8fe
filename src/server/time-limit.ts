/** What is not done in time, or never came to its turn. */

/**
 * Thrown where a refusal cannot be returned: work that never came to its turn. Answered as 503 with
 * Retry-After.
 */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError';
}

/** Rejects when `work` takes longer than a person should wait; the work itself may still come to its end. */
export async function withinLimit<Result>(work: Promise<Result>, limitMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OverloadedError('The request took too long.')), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
