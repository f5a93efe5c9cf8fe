import { expect, it } from 'vitest';
import { overflowsHorizontally, PHONE, takeScreenshots, type BrowserSession } from './browser.ts';
import { MINUTE, withApp, signIn, type App } from './app.ts';

const EMPLOYEE = { name: 'Maya Gurung', email: 'maya@example.com', password: 'six-letters' };

/** Database records of one employee's only day. */
const RECORDED = `
  SELECT a.employee_id, d.notes, (extract(epoch FROM e.clock_out - e.clock_in) / 60)::int AS minutes,
    (SELECT count(*)::int FROM counted_break b WHERE b.entry_id = e.id AND b.ended_at IS NOT NULL) AS breaks,
    (SELECT array_agg(l.kind ORDER BY l.n) FROM ledger l WHERE l.chain = a.id) AS ledger,
    (SELECT array_agg(n.type ORDER BY n.type) FROM activity_notification n WHERE n.user_id = a.id) AS notified
  FROM account a JOIN counted_entry e ON e.user_id = a.id JOIN time_entry_detail d ON d.entry_id = e.id
  WHERE a.email = $1`;

/** Checks that the screen fits its width and takes screenshots. */
async function inspect({ page }: BrowserSession, name: string): Promise<void> {
  expect(await overflowsHorizontally(page), name).toBe(false);
  await takeScreenshots(page, name);
}

/** Completes the three steps of the wizard and returns the issued employee ID. */
async function register(browser: BrowserSession): Promise<string> {
  const { page } = browser;
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Join as Employee' })).toBeVisible();
  await inspect(browser, 'join-1-personal');
  await page.getByLabel('Full Name').fill(EMPLOYEE.name);
  await page.getByLabel('Email').fill(EMPLOYEE.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Studio').selectOption('Corporate Services Studio');
  await page.getByLabel('Hub').selectOption('Branding & Digital Presence Hub');
  await page.getByLabel('Position').selectOption('Lead');
  await inspect(browser, 'join-2-work');
  await page.getByRole('button', { name: 'Continue' }).click();
  const id = await page.getByText(/NXBI-[A-Z0-9]{5}/).textContent();
  await page.getByLabel('Password', { exact: true }).fill(EMPLOYEE.password);
  await page.getByLabel('Confirm Password').fill(EMPLOYEE.password);
  await inspect(browser, 'join-3-security');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Account Created!' })).toBeVisible();
  await expect(page.getByText(`Welcome to the team, ${EMPLOYEE.name}!`)).toBeVisible();
  await inspect(browser, 'join-4-success');
  await page.getByRole('button', { name: 'Go to Login' }).click();
  return /NXBI-[A-Z0-9]{5}/.exec(id ?? '')?.[0] ?? '';
}

async function openMonitoring(app: App): Promise<BrowserSession> {
  const admin = await app.openBrowser({ as: app.admin });
  await expect(admin.page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await expect(admin.page.getByText('No employees currently clocked in')).toBeVisible();
  return admin;
}

it('an employee registers and works a day, an admin sees each step live, and the database has it all', () =>
  withApp(async (app) => {
    const admin = await openMonitoring(app);
    await inspect(admin, 'admin-monitoring-empty');
    const row = admin.page.getByRole('row').filter({ hasText: EMPLOYEE.name });

    const employee = await app.openBrowser({ viewport: PHONE });
    await inspect(employee, 'login');
    const employeeId = await register(employee);
    expect(employeeId).toMatch(/^NXBI-[A-Z0-9]{5}$/);
    await expect(row.getByText('Not clocked in today')).toBeVisible();

    await signIn(employee, EMPLOYEE);
    const { page } = employee;
    await expect(page.getByRole('heading', { name: 'Employee Dashboard' })).toBeVisible();
    await expect(page.getByText('No activity recorded today')).toBeVisible();
    await inspect(employee, 'employee-clocked-out');
    await page.getByLabel('Notes').fill('Front desk');
    await page.getByRole('button', { name: 'Clock In' }).click();
    await expect(page.getByText("Clock-in successful at 08:55 - You're on time!")).toBeVisible();
    await inspect(employee, 'employee-clocked-in');
    await expect(row.getByText('Clocked In')).toBeVisible();
    await expect(
      admin.page.getByRole('region', { name: 'Currently Active', exact: true }).getByText('Location tracked'),
    ).toBeVisible();
    await expect(
      admin.page
        .getByRole('region', { name: 'Activity Notifications', exact: true })
        .getByText('Location', { exact: true }),
    ).toBeVisible();

    await app.advance(185 * MINUTE);
    await page.getByRole('button', { name: 'Start Break' }).click();
    await expect(page.getByRole('button', { name: 'End Break' })).toBeVisible();
    await inspect(employee, 'employee-on-break');
    await expect(row.getByText('On Break')).toBeVisible();

    await app.advance(30 * MINUTE);
    await page.getByRole('button', { name: 'End Break' }).click();
    await expect(page.getByRole('button', { name: 'Clock Out' })).toBeVisible();
    await expect(row.getByText('Clocked In')).toBeVisible();
    await inspect(admin, 'admin-monitoring-busy');

    await app.advance(290 * MINUTE);
    await page.getByRole('button', { name: 'Clock Out' }).click();
    await expect(page.getByText('Clocked-out successful')).toBeVisible();
    await expect(row.getByText('Clocked Out')).toBeVisible();
    await expect(row.getByText('7h 55m')).toBeVisible();
    await inspect(employee, 'employee-after-work');

    const { rows } = await app.owner.query(RECORDED, [EMPLOYEE.email]);
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
