/** Failures that only the browser saw, and reports later. They hold nothing that was typed or shown. */
import * as z from 'zod/mini';
import { Instant } from './records.ts';

/** As many as one browser keeps, and one report holds. */
export const BROWSER_FAILURES_MAX = 20;

export const BrowserFailure = z.strictObject({
  kind: z.enum(['clock_in', 'break_start', 'break_end', 'clock_out', 'load', 'export']),
  /** The device knew of no connection; the server was not heard; a file could not be made in the browser. */
  code: z.enum(['offline', 'no_answer', 'not_made']),
  at: Instant,
});

export type BrowserFailure = z.infer<typeof BrowserFailure>;

export const BrowserFailures = z.strictObject({
  failures: z.array(BrowserFailure).check(z.minLength(1), z.maxLength(BROWSER_FAILURES_MAX)),
});
