import type { Correction } from '#contract/corrections';
import type { CountedLeave } from '#domain/leave/leave';
import type { DayRange } from '#domain/time/workplace-day';
import { named, type Queryable } from '../../platform/database/pool.ts';
import { correctionsOfPerson } from '../time-entries/correction-queries.ts';

/** A person's requests for leave that wait for an answer. */
export const waitingLeave = async (tx: Queryable, userId: string): Promise<Correction[]> =>
  (await correctionsOfPerson(tx, userId)).filter(({ leave }) => leave !== null);

/** The days of a request that may become leave, under another id than the leave that it changes. */
export const claimedBy = (requests: readonly Correction[]): CountedLeave[] =>
  requests.flatMap(({ id, leave }) => (leave?.new ? { ...leave.new, id } : []));

export const closedRangesOf = (tx: Queryable, userId: string): Promise<DayRange[]> =>
  named<DayRange>(
    tx,
    'closed_ranges_of',
    'SELECT first, last FROM period WHERE user_id = $1 AND is_closed ORDER BY first',
    [userId],
  );
