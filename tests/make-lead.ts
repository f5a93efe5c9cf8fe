import type { LeadAssignment } from '#contract/people/employees';
import { saveLeads } from '#server/people/leads/commands';
import { readLeads } from '#server/people/leads/queries';
import { readStudios } from '#server/workplace/settings/queries';
import type { TestServer } from './make.ts';

/** Sets whom an employee leads, as an admin does. The default is the studio of all people that tests register. */
export async function makeLead(
  { test: { database }, clock }: Pick<TestServer, 'test' | 'clock'>,
  id: string,
  leads?: readonly LeadAssignment[],
): Promise<void> {
  const studio = (await readStudios(database.pool)).find(({ name }) => name === 'Business Studio');
  const wanted = leads ?? [
    { scope: 'studio' as const, id: studio?.id ?? '', from: '2026-01-01', until: null },
  ];
  const before = await readLeads(database.pool, id);
  const saved = await saveLeads(database, { at: clock.now(), actor: id }, { id, before, leads: [...wanted] });
  if (!saved.ok) throw new Error(saved.code);
}
