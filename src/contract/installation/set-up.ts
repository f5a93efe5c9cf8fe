import * as z from 'zod/mini';
import { Instant } from '../records.ts';

export const NightlyWork = z.strictObject({
  now: Instant,
  check: z.strictObject({
    /** The last complete check; `faults` in the words of `punctual verify`. */
    last: z.nullable(
      z.strictObject({
        at: Instant,
        records: z.int(),
        faults: z.array(z.strictObject({ fault: z.string(), count: z.int() })),
      }),
    ),
    underWay: z.nullable(z.strictObject({ done: z.int(), total: z.int() })),
  }),
  /** Null if this server makes no backups. */
  backups: z.nullable(z.strictObject({ newestAt: z.nullable(Instant) })),
});
export type NightlyWork = z.infer<typeof NightlyWork>;

export const SetUp = z.strictObject({
  /** PUBLIC_URL, or null. */
  publicUrl: z.nullable(z.string()),
  /** Code in the invitation link; null if registration needs no invitation. */
  invitation: z.nullable(z.string()),
  /** TIME_ZONE, or the machine's zone. */
  serverTimeZone: z.string(),
  /** Year for which no holidays are entered yet; see the domain function of this name. */
  yearWithoutHolidays: z.nullable(z.int()),
  mail: z.strictObject({
    /** Mail server; null if mails are written to files. */
    host: z.nullable(z.string()),
    from: z.string(),
  }),
});
export type SetUp = z.infer<typeof SetUp>;
