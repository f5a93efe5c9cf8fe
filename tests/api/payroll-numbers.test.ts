/** The number that identifies a person in a payroll program. */
import { describe, expect, it } from 'vitest';
import { verifyIn } from '#server/record/verification/verify';
import { makeEmployee, requestId } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';
import { formOf } from './edit-form.ts';

const server = setUpServer();
const admin = setUpAdmin(server);

const faults = async () => (await verifyIn(server.test.owner)).faults.map(({ fault }) => fault);

describe('a payroll number', () => {
  it('is set in Management, stays when an older page does not send it, and is on the ledger', async () => {
    const { user } = await makeEmployee(server);
    expect(user.payrollNumber).toBe('');
    const given = await admin.client.ask('updateEmployee', formOf(user, { payrollNumber: ' 00042 ' }));
    expect(given.user.payrollNumber).toBe('00042');
    const renamed = await admin.client.ask('updateEmployee', formOf(given.user, { position: 'Intern' }));
    expect(renamed.user.payrollNumber).toBe('00042');
    const { rows } = await server.test.owner.query(
      `SELECT body::jsonb #> '{data,changes}' AS changes FROM ledger WHERE chain = $1 AND kind = 'employee_updated' ORDER BY n`,
      [user.id],
    );
    expect(rows.map(({ changes }) => changes)).toEqual([
      { payrollNumber: { from: '', to: '00042' } },
      { position: { from: 'Lead', to: 'Intern' } },
    ]);
    expect(await faults()).toEqual([]);
  });

  it('can be set for a new employee, need not be unique, and has at most 40 characters', async () => {
    const add = (email: string, payrollNumber: string) => ({
      requestId: requestId(),
      name: 'Ada Lovelace',
      email,
      payrollNumber,
    });
    for (const email of ['one@example.com', 'two@example.com'])
      expect((await admin.client.ask('addEmployee', add(email, '7'))).user.payrollNumber).toBe('7');
    expect(await admin.client.refusal('addEmployee', add('three@example.com', '1'.repeat(41)))).toMatchObject(
      {
        status: 400,
        fields: { payrollNumber: 'Payroll number must be at most 40 characters' },
      },
    );
    expect(await faults()).toEqual([]);
  });

  it('verification finds a change that bypassed the application, even if there was no number before', async () => {
    const { user } = await makeEmployee(server);
    await server.test.owner.query(`UPDATE account SET payroll_number = '9' WHERE id = $1`, [user.id]);
    expect(await faults()).toEqual(['account: payroll_number is not as recorded']);
    await server.test.owner.query(`UPDATE account SET payroll_number = '' WHERE id = $1`, [user.id]);
  });
});
