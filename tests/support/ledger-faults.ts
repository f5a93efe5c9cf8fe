/** What `punctual verify` finds wrong, for tests that only want to know that nothing is. */
import type { Queryable } from '#server/database/pool';
import { verifyIn } from '#server/verification/verify';

export const ledgerFaults = async (tx: Queryable) => (await verifyIn(tx)).faults;
