import { expect, it } from 'vitest';
import { accessibilityFaults, overflowsSideways, PHONE, takePictures, type Visit } from './browser.ts';
import { MINUTE, onStage, signIn, type Stage } from './stage.ts';

const EMPLOYEE = { name: 'Maya Gurung', email: 'maya@example.com', password: 'six-letters' };

/** What one employee's only day has left in the database. */
const RECORDED = `
  SELECT a.employee_id, d.notes, (extract(epoch FROM e.clock_out - e.clock_in) / 60)::int AS minutes,
    (SELECT count(*)::int FROM time_entry_break b WHERE b.entry_id = e.id AND b.ended_at IS NOT NULL) AS breaks,
    (SELECT array_agg(l.kind ORDER BY l.n) FROM ledger l WHERE l.chain = a.id) AS ledger,
    (SELECT array_agg(n.type ORDER BY n.type) FROM activity_notification n WHERE n.user_id = a.id) AS notified
  FROM account a JOIN time_entry e ON e.user_id = a.id JOIN time_entry_detail d ON d.entry_id = e.id
  WHERE a.email = $1`;

/** Looks at the screen as axe does, as somebody with a narrow phone does, and as a picture for people. */
async function inspect({ page }: Visit, name: string): Promise<void> {
  expect(await accessibilityFaults(page), name).toEqual([]);
  expect(await overflowsSideways(page), name).toBe(false);
  await takePictures(page, name);
}

/** Goes through the three steps of the wizard; returns the employee ID it was given. */
async function register(visit: Visit): Promise<string> {
  const { page } = visit;
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Join as Employee' }).waitFor();
  await inspect(visit, 'join-1-personal');
  await page.getByLabel('Full Name').fill(EMPLOYEE.name);
  await page.getByLabel('Email').fill(EMPLOYEE.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Studio').selectOption('Corporate Services Studio');
  await page.getByLabel('Hub').selectOption('Branding & Digital Presence Hub');
  await page.getByLabel('Position').selectOption('Lead');
  await inspect(visit, 'join-2-work');
  await page.getByRole('button', { name: 'Continue' }).click();
  const id = await page.getByText(/NXBI-[A-Z0-9]{5}/).textContent();
  await page.getByLabel('Password', { exact: true }).fill(EMPLOYEE.password);
  await page.getByLabel('Confirm Password').fill(EMPLOYEE.password);
  await inspect(visit, 'join-3-security');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('heading', { name: 'Account Created!' }).waitFor();
  await page.getByText(`Welcome to the team, ${EMPLOYEE.name}!`).waitFor();
  await inspect(visit, 'join-4-success');
  await page.getByRole('button', { name: 'Go to Login' }).click();
  return /NXBI-[A-Z0-9]{5}/.exec(id ?? '')?.[0] ?? '';
}

async function atTheDesk(stage: Stage): Promise<Visit> {
  const admin = await stage.visit();
  await signIn(admin, stage.admin);
  await admin.page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  await admin.page.getByText('No employees currently clocked in').waitFor();
  return admin;
}

it('an employee registers, clocks in, takes a break and clocks out; an admin sees each step live; the database has all of it', () =>
  onStage(async (stage) => {
    const admin = await atTheDesk(stage);
    await inspect(admin, 'admin-monitoring-empty');
    const row = admin.page.getByRole('row').filter({ hasText: EMPLOYEE.name });

    const employee = await stage.visit({ viewport: PHONE });
    await inspect(employee, 'login');
    const employeeId = await register(employee);
    expect(employeeId).toMatch(/^NXBI-[A-Z0-9]{5}$/);
    await row.getByText('Not clocked in today').waitFor();

    await signIn(employee, EMPLOYEE);
    const { page } = employee;
    await page.getByRole('heading', { name: 'Employee Dashboard' }).waitFor();
    await page.getByText('No activity recorded today').waitFor();
    await inspect(employee, 'employee-clocked-out');
    await page.getByLabel('Notes').fill('Front desk');
    await page.getByRole('button', { name: 'Clock In' }).click();
    await page.getByText("Clock-in successful at 08:55 - You're on time!").waitFor();
    await inspect(employee, 'employee-clocked-in');
    await row.getByText('Clocked In').waitFor();
    await admin.page
      .getByRole('region', { name: 'Currently Active', exact: true })
      .getByText('Location tracked')
      .waitFor();
    await admin.page
      .getByRole('region', { name: 'Activity Notifications', exact: true })
      .getByText('Location', { exact: true })
      .waitFor();

    await stage.pass(185 * MINUTE);
    await page.getByRole('button', { name: 'Start Break' }).click();
    await page.getByRole('button', { name: 'End Break' }).waitFor();
    await inspect(employee, 'employee-on-break');
    await row.getByText('On Break').waitFor();

    await stage.pass(30 * MINUTE);
    await page.getByRole('button', { name: 'End Break' }).click();
    await page.getByRole('button', { name: 'Clock Out' }).waitFor();
    await row.getByText('Clocked In').waitFor();
    await inspect(admin, 'admin-monitoring-busy');

    await stage.pass(290 * MINUTE);
    await page.getByRole('button', { name: 'Clock Out' }).click();
    await page.getByText('Clocked-out successful').waitFor();
    await row.getByText('Clocked Out').waitFor();
    await row.getByText('7h 55m').waitFor();
    await inspect(employee, 'employee-after-work');

    const { rows } = await stage.owner.query(RECORDED, [EMPLOYEE.email]);
    const kinds = ['employee_registered', 'clock_in', 'break_start', 'break_end', 'clock_out'];
    expect(rows).toEqual([
      {
        employee_id: employeeId,
        minutes: 505,
        breaks: 1,
        notes: 'Front desk',
        ledger: kinds,
        notified: kinds.toSorted(),
      },
    ]);
  }));
