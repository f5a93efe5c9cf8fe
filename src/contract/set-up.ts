/** What an admin has to know of the installation to set it up; what the environment says stays there. */
import * as z from 'zod/mini';

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
