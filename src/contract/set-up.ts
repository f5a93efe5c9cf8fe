/** What an admin has to know of the installation to set it up; what the environment says stays there. */
import * as z from 'zod/mini';
import { Instant } from './records.ts';

/** What the server does by itself at night: the check of the record, and the backup. */
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

export const SetUp = z.strictObject({
  /** PUBLIC_URL; null where none is set, and a browser's own address is all that is known. */
  publicUrl: z.nullable(z.string()),
  /** Stands in the link of an invitation; null where no link is needed to register. */
  invitation: z.nullable(z.string()),
  /** Where the first time zone came from: TIME_ZONE, or the machine. */
  serverTimeZone: z.string(),
  mail: z.strictObject({
    /** The mail server's name; null where none is set, and mails are files on the server. */
    host: z.nullable(z.string()),
    from: z.string(),
  }),
});
export type SetUp = z.infer<typeof SetUp>;
