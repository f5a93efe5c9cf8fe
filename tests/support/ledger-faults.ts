/** What `punctual verify` finds wrong, for tests that only want to know that nothing is. */
import type { Queryable } from '#server/platform/database/pool';
import { verifyIn } from '#server/record/verification/verify';

export const ledgerFaults = async (tx: Queryable) => (await verifyIn(tx)).faults;
