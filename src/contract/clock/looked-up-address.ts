import * as z from 'zod/mini';

/** The public address that the look-up returned, or 'unknown' when it failed (spec §4) [D4.2]. */
export const PublicAddress = z.union([z.literal('unknown'), z.ipv4(), z.ipv6()]);
