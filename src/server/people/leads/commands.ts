import type { LeadAssignment } from '#contract/people/employees';
import type { CheckedInputOf } from '#contract/routes';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/pool.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { storeResponse, type Sender } from '../../ledger/idempotency/commands.ts';
import { refused } from '../../platform/refused.ts';
import { appendToLedger, lockChain } from '../../ledger/commands.ts';
import { readLeads } from './queries.ts';

type LeadsChange = Omit<CheckedInputOf<'saveLeads'>, 'requestId'>;

/** Replaces a lead's assignments. Refused if the stored ones changed meanwhile, or if new ones name unknown ids. */
export function saveLeads(
  database: Database,
  { at, actor, key }: Sender,
  { id, before, leads }: LeadsChange,
) {
  return inTransaction(database, async (tx) => {
    // The team lead's decisions lock this chain too, so no decision can run during this change.
    await lockChain(tx, id);
    const known = await readLeads(tx, id);
    const added = leads.filter((one) => !known.some((other) => isSame(one, other)));
    if (!(await areAssignmentsValid(tx, id, added))) return refused('employee_not_found');
    if (JSON.stringify(known.map(textOf)) !== JSON.stringify(before.map(textOf)))
      return refused('employee_changed');
    await tx.run('DELETE FROM lead WHERE lead_id = $1', [id]);
    await tx.run(
      `INSERT INTO lead (lead_id, n, scope, scope_id, from_day, until_day)
       SELECT $1, n, scope, id, "from", until FROM json_to_recordset($2) AS l (n integer, scope text, id uuid, "from" date, until date)`,
      [id, JSON.stringify(leads.map((one, index) => ({ n: index + 1, ...one })))],
    );
    await appendToLedger(tx, { chain: id, at, actor, kind: 'leads_saved', data: { leads } });
    return storeResponse(tx, key, at, { ok: true, leads });
  });
}

const textOf = ({ scope, id, from, until }: LeadAssignment): string => `${scope} ${id} ${from} ${until}`;
const isSame = (one: LeadAssignment, other: LeadAssignment): boolean => textOf(one) === textOf(other);

/** False if an id is unknown, the lead is no employee, or a lead would lead themselves. */
async function areAssignmentsValid(
  tx: Queryable,
  leadId: string,
  leads: readonly LeadAssignment[],
): Promise<boolean> {
  const [found] = await tx.run<{ isEmployee: boolean; places: number }>(
    `SELECT EXISTS (SELECT FROM account WHERE id = $1 AND role = 'employee') AS "isEmployee",
       (SELECT count(*) FROM json_to_recordset($2) AS l (scope text, id uuid) WHERE id <> $1 AND CASE scope
          WHEN 'studio' THEN id IN (SELECT id FROM studio) WHEN 'hub' THEN id IN (SELECT id FROM hub)
          ELSE id IN (SELECT id FROM account) END) AS places`,
    [leadId, JSON.stringify(leads)],
  );
  return found?.isEmployee === true && found.places === leads.length;
}
