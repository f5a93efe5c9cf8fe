/** Returns the faults that `punctual verify` finds, for tests that expect none. */
import type { Queryable } from '#server/platform/database/connection';
import { verifyIn } from '#server/record/verification/verify';

export const ledgerFaults = async (tx: Queryable) => (await verifyIn(tx)).faults;
