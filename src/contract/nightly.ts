/** What the server does by itself at night: the check of the record, and the backup. */
import * as z from 'zod/mini';
import { Instant } from './records.ts';

export const NightlyWork = z.strictObject({
  now: Instant,
  check: z.strictObject({
    /** The last one that came to its end; `faults` in the words of `punctual verify`, empty when nothing is altered. */
    last: z.nullable(
      z.strictObject({
        at: Instant,
        records: z.int(),
        faults: z.array(z.strictObject({ fault: z.string(), count: z.int() })),
      }),
    ),
    underWay: z.nullable(z.strictObject({ done: z.int(), total: z.int() })),
  }),
  /** Null when none are made; `newestAt` null when there is none yet. */
  backups: z.nullable(z.strictObject({ newestAt: z.nullable(Instant) })),
});
export type NightlyWork = z.infer<typeof NightlyWork>;
