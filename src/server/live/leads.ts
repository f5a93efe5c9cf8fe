import { ACCOUNT_EVENT_KINDS } from '#contract/people/employees';
import type { EpochMs } from '#domain/time/units';
import { assignedDaysOf, isLeadOn, leadsOf } from '../people/leads/queries.ts';
import { calendarOf } from '../platform/calendars.ts';
import { readSettings } from '../workplace/settings/queries.ts';
import type { Queryable } from '../platform/database/connection.ts';
import type { FeedChange } from './changes.ts';

/** Kinds of changes that can move people into or out of a team lead's scope, so all team leads get a notice. */
const SCOPE_CHANGES: ReadonlySet<string> = new Set([...ACCOUNT_EVENT_KINDS, 'studios_updated']);

/** Returns the team leads of the changed people. Does not cache assignments, so that an assignment ends at once. */
export async function leadsToNotify(
  tx: Queryable,
  now: EpochMs,
  accounts: readonly string[],
  changes: readonly Pick<FeedChange, 'kind' | 'userId'>[],
): Promise<ReadonlySet<string>> {
  const assignments = await assignedDaysOf(tx, accounts);
  if (assignments.length === 0) return new Set();
  const { day } = calendarOf(await readSettings(tx)).dayAt(now);
  const leads = idsOf(assignments.filter((one) => isLeadOn([one], day)));
  if (changes.some(({ kind }) => SCOPE_CHANGES.has(kind))) return leads;
  const changed = new Set(changes.flatMap(({ userId }) => userId ?? []));
  return idsOf(await leadsOf(tx, [...leads], [...changed], day));
}

const idsOf = (rows: readonly { readonly id: string }[]): ReadonlySet<string> =>
  new Set(rows.map(({ id }) => id));
