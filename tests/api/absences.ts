/** Three colleagues and their leave in November 2026, for tests of the calendar and of its private addresses. */
import { beforeAll } from 'vitest';
import { makeEmployee, settingsInput, type Person } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';

type Half = 'morning' | 'afternoon' | null;
/** Asks for leave. */
export const ask = async (person: Person, kind: string, first: string, last = first, half: Half = null) =>
  (
    await person.client.ask('askLeave', {
      old: null,
      new: { kind, first, last, half },
      reason: 'Private matter',
    })
  ).correction;
export const decide = (
  by: Person,
  action: 'agree' | 'withdraw',
  { id, version }: { id: string; version: number },
) => by.client.ask('decideCorrections', { action, corrections: [{ id, version }] });

/** Words about the reason of an absence. Other staff's answers must not contain them. */
export const SECRET = /sick|holiday"|training|private matter|red|green|blue|kind|request|reason/i;

/** Starts a server with Ada, her colleague Bob, and Far in another studio. */
export function setUpAbsences() {
  const server = setUpServer();
  const admin = setUpAdmin(server);
  const staff = {} as Record<'ada' | 'bob' | 'far', Person>;
  const register = async (registration: 'open' | 'invitation') => {
    const { version } = (await admin.client.ask('settings', {})).settings;
    await admin.client.ask('updateSettings', settingsInput({ version, registration }));
  };
  beforeAll(async () => {
    server.clock.set('2026-11-16T02:00:00.000Z');
    await register('invitation');
    staff.ada = await makeEmployee(server, { name: 'Ada Lovelace' });
    staff.bob = await makeEmployee(server, { name: 'Bob Noyce' });
    staff.far = await makeEmployee(server, { name: 'Far Away' });
    await server.test.owner.query(`UPDATE account SET department = 'Other' WHERE id = $1`, [
      staff.far.user.id,
    ]);
    await ask(staff.ada, 'sick', '2026-11-16', '2026-11-17');
    await decide(admin, 'agree', await ask(staff.ada, 'holiday', '2026-11-18', '2026-11-24'));
    await decide(admin, 'agree', await ask(staff.ada, 'training', '2026-11-26', '2026-11-26', 'morning'));
    await ask(staff.ada, 'holiday', '2026-11-30', '2026-12-02');
  });
  return { server, admin, staff, register };
}
