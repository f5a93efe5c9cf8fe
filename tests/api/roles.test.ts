/** 'Make administrator' and 'No longer administrator': rights, ended sessions, and the rows written. */
import { describe, expect, it } from 'vitest';
import type { User } from '#contract/records';
import { ledgerFaults } from '#tests/support/ledger-faults';
import {
  confirm,
  makeAdmin,
  makeEmployee,
  PASSWORD,
  requestId,
  startTestServer,
  type Person,
} from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';

const server = setUpServer();
const admin = setUpAdmin(server, { name: 'Grace Hopper' });

const setRole = (user: User, role: User['role'], by: Person = admin) =>
  by.client.call('setRole', { id: user.id, role });
const roleOf = async (user: User) =>
  (await server.test.owner.query<{ role: string }>('SELECT role FROM account WHERE id = $1', [user.id]))
    .rows[0]?.role;

describe('changing a role', () => {
  it('an employee becomes an admin, signs in again and has the rights of an admin', async () => {
    const ada = await makeEmployee(server, { name: 'Ada Byron' });
    const stream = await ada.client.live();
    await stream.hello();
    const set = await setRole(ada.user, 'admin');
    expect(set.ok && set.output.user).toMatchObject({ role: 'admin', version: ada.user.version + 1 });
    await stream.until(({ ended }) => ended, 1_500);
    expect(await ada.client.refusal('clock', {})).toMatchObject({ status: 401 });
    await ada.client.ask('signIn', { email: ada.email, password: PASSWORD });
    expect((await ada.client.call('employees', {})).status).toBe(200);
    expect((await ada.client.call('clock', {})).status).toBe(403);
    const { notifications } = await admin.client.ask('activity', { userId: ada.user.id });
    // Both have the same instant, since the test clock stands still.
    expect(notifications).toContainEqual(
      expect.objectContaining({ message: 'Ada Byron was updated: role', severity: 'info' }),
    );
    const { changes } = await admin.client.ask('person', { id: ada.user.id });
    expect(changes[0]).toMatchObject({
      by: { name: 'Grace Hopper' },
      details: [{ name: 'role', from: 'employee', to: 'admin' }],
    });
  });

  it('an admin becomes an employee, and is on the board and in reports from then on', async () => {
    const second = await makeAdmin(server);
    expect((await setRole(second.user, 'employee')).status).toBe(200);
    expect(await second.client.refusal('employees', {})).toMatchObject({ status: 401 });
    const { employees } = await admin.client.ask('monitoring', {});
    expect(employees.map(({ id }) => id)).toContain(second.user.id);
    await second.client.ask('signIn', { email: second.email, password: PASSWORD });
    expect((await second.client.call('clockIn', { requestId: requestId() })).status).toBe(200);
  });

  it('an admin who is not the last one can give up the role and is signed out', async () => {
    const second = await makeAdmin(server);
    expect((await setRole(second.user, 'employee', second)).status).toBe(200);
    expect(await second.client.refusal('employees', {})).toMatchObject({ status: 401 });
  });

  it("needs the admin's password again after 15 minutes", async () => {
    const { user } = await makeEmployee(server);
    server.clock.advanceMinutes(15);
    expect(await setRole(user, 'admin')).toMatchObject({
      status: 403,
      problem: { code: 'confirmation_required' },
    });
    expect(await roleOf(user)).toBe('employee');
    await confirm(admin);
    expect((await setRole(user, 'admin')).status).toBe(200);
  });

  it('setting the same role writes nothing and signs nobody out', async () => {
    const { user, client } = await makeEmployee(server);
    const set = await setRole(user, 'employee');
    expect(set.ok && set.output.user).toEqual(user);
    expect((await client.call('clock', {})).status).toBe(200);
  });

  it('a repeated request with the same id changes the role once', async () => {
    const { user } = await makeEmployee(server);
    const asked = { requestId: requestId(), id: user.id, role: 'admin' } as const;
    const [one, other] = await Promise.all([
      admin.client.ask('setRole', asked),
      admin.client.ask('setRole', asked),
    ]);
    expect(other).toEqual(one);
    const { rowCount } = await server.test.owner.query(
      `SELECT FROM ledger WHERE chain = $1 AND kind = 'employee_updated'`,
      [user.id],
    );
    expect(rowCount).toBe(1);
  });

  it('an unknown role is refused', async () => {
    const { user } = await makeEmployee(server);
    expect(await admin.client.refusal('setRole', { id: user.id, role: 'owner' })).toMatchObject({
      status: 400,
    });
  });
});

describe('an employee who becomes an admin while clocked in', () => {
  it('loses the clock, and an admin can close their entry at once', async () => {
    const { user, client } = await makeEmployee(server);
    const { entry } = await client.ask('clockIn', { requestId: requestId() });
    await setRole(user, 'admin');
    const { former } = await admin.client.ask('monitoring', {});
    expect(former.map(({ id }) => id)).toContain(user.id);
    const at = new Date(server.clock.now()).toISOString();
    const closed = await admin.client.ask('closeEntry', {
      entryId: entry.id,
      day: at.slice(0, 10),
      time: at.slice(11, 16),
      reason: 'Became an admin',
    });
    expect(closed.entry.clockOut).not.toBeNull();
  });
});

describe('the last active admin', () => {
  it('cannot be demoted, even by concurrent requests', async () => {
    const alone = await startTestServer();
    try {
      const [one, two] = [await makeAdmin(alone), await makeAdmin(alone)];
      const answers = await Promise.all([
        setRole(two.user, 'employee', one),
        setRole(one.user, 'employee', two),
      ]);
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      const last = answers[0].ok ? one : two;
      expect((await last.client.ask('person', { id: last.user.id })).isLastAdmin).toBe(true);
      expect(await last.client.refusal('setRole', { id: last.user.id, role: 'employee' })).toMatchObject({
        status: 409,
        code: 'last_admin',
      });
      await last.client.ask('employees', {});
    } finally {
      await alone.stop();
    }
  });
});

describe('the ledger', () => {
  it('verifies after all changes of roles', async () => {
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });
});
