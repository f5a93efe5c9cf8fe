/** The main tasks of an employee and an admin, in browsers that the end-to-end tests do not use. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, BROWSERS, openWorkplace, type Person, type Workplace } from './workplace.ts';
import { EMPLOYEE, register, signIn, signOut } from './ways.ts';

const LINES = 'Front desk\nand the\ndoor';

describe.each(BROWSERS)('in $name', ({ launch }) => {
  let workplace: Workplace;
  let admin: Person;
  let employee: Person;
  let hasFailed = false;
  beforeAll(async () => {
    workplace = await openWorkplace(launch);
    admin = await workplace.arrive();
    employee = await workplace.arrive();
  });
  afterAll(() => workplace.close());
  // Each test continues where the previous one ended.
  beforeEach((context) => {
    context.skip(hasFailed, 'a step before it failed');
    context.onTestFailed(() => void (hasFailed = true));
  });

  it('an admin signs in and sees nobody at work', async () => {
    await signIn(admin.screen, ADMIN);
    await admin.screen.sees('Admin Dashboard', 'No employees currently clocked in');
  });

  it("an employee registers and appears on the admin's board at once", async () => {
    await register(employee.screen);
    await admin.screen.seesRow(EMPLOYEE.name, 'Not clocked in today');
  });

  it('the employee clocks in with notes, whose field scrolls and does not move the button below', async () => {
    const { screen } = employee;
    await signIn(screen, EMPLOYEE);
    await screen.sees('Employee Dashboard', 'No activity recorded today');
    const before = await screen.tab.evaluate(heightOfNotes, null);
    await screen.fill('Notes', LINES);
    expect(await screen.tab.evaluate(heightOfNotes, null)).toBe(before);
    await screen.press('button', 'Clock In');
    await screen.sees('Clock-in successful');
    await admin.screen.seesRow(EMPLOYEE.name, 'Clocked In');
  });

  it('the employee reloads and is still clocked in', async () => {
    await employee.screen.tab.reload();
    await employee.screen.sees('Employee Dashboard', 'Clock Out', 'Front desk');
  });

  it("the start of a break appears live in the employee's second tab and on the admin's board", async () => {
    const second = await employee.anotherTab();
    await second.sees('Start Break');
    await employee.screen.press('button', 'Start Break');
    await second.sees('End Break');
    await admin.screen.seesRow(EMPLOYEE.name, 'On Break');
    await second.press('button', 'End Break');
    await employee.screen.sees('Start Break');
    await admin.screen.seesRow(EMPLOYEE.name, 'Clocked In');
    await second.tab.close();
  });

  it('a press without a connection is kept, and waits as a request once it is sent', async () => {
    const { screen } = employee;
    await workplace.line.cut();
    await screen.sees('Connection lost');
    await screen.press('button', 'Start Break');
    await screen.sees('Kept on this device, not sent yet');
    await workplace.line.mend();
    await screen.sees('Sent. It waits as a request.');
    await screen.seesNoMore('Connection lost');
    await screen.seesNoMore('Kept on this device');
    await screen.sees('Start Break');
  });

  it('the employee clocks out, and the timesheet and its file show the day', async () => {
    const { screen } = employee;
    await screen.press('button', 'Clock Out');
    await screen.sees('Clocked-out successful');
    await admin.screen.seesRow(EMPLOYEE.name, 'Clocked Out');
    await screen.seesRow('Front desk and the door');
    await screen.press('button', 'More timesheet actions');
    await screen.press('menuitem', 'Download CSV');
    const file = await fileOf(employee);
    expect(file.name).toBe(`${EMPLOYEE.name}_timesheet.csv`);
    expect(file.text).toContain('Date,Clock In,Clock Out,Hours,Notes');
    expect(file.text).toContain(`"${LINES}"`);
  });

  it("the admin changes the employee's position, and the list shows it", async () => {
    const { screen } = admin;
    await screen.press('tab', 'Employee Management');
    await screen.press('button', EMPLOYEE.email, false);
    await screen.press('button', 'Edit');
    await screen.choose('Position', 'Intern');
    await screen.press('button', 'Save');
    await screen.sees('Corporate Services Studio Intern');
    await screen.tab.press('Escape');
  });

  it('the admin makes a report on the employee, and its file has the same content', async () => {
    const { screen } = admin;
    await screen.press('tab', 'Reports & Analytics');
    await screen.fill('Employee', 'maya');
    await screen.press('option', EMPLOYEE.name, false);
    await screen.press('button', 'Generate Report');
    await screen.sees('Total Hours', 'Late Arrivals');
    await screen.seesRow('Front desk');
    await screen.press('button', 'Export CSV');
    const file = await fileOf(admin);
    expect(file.name).toBe(`${EMPLOYEE.name}_timesheet.csv`);
    expect(file.text).toContain(`"${LINES}"`);
  });

  it('a time zone is found by its present and its former name, and the chosen one is saved', async () => {
    const { screen } = admin;
    await screen.press('tab', 'Settings');
    for (const [typed, zone] of [
      ['kath', 'Asia/Kathmandu'],
      ['katm', 'Asia/Katmandu'],
    ] as const) {
      await screen.fill('Time Zone', typed);
      await screen.press('option', zone);
      expect(await screen.valueOf('Time Zone')).toBe(zone);
    }
    await screen.press('button', 'Save');
    await screen.sees('Settings Saved Successfully');
    await screen.tab.reload();
    await screen.press('tab', 'Settings');
    await screen.sees('Work Period');
    expect(await screen.valueOf('Time Zone')).toBe('Asia/Katmandu');
  });

  it('admin and employee sign out, and stay signed out after a reload', async () => {
    for (const { screen } of [admin, employee]) {
      await signOut(screen);
      await screen.tab.reload();
      await screen.sees('Good to See You!', 'Sign In');
    }
  });
});

/** The file that was just downloaded. */
async function fileOf(person: Person): Promise<{ name: string; text: string }> {
  await expect.poll(() => person.downloaded(), { timeout: 30_000 }).not.toBeNull();
  return person.downloaded() ?? { name: '', text: '' };
}

function heightOfNotes(): number {
  const notes = document.querySelector('textarea');
  return notes?.offsetHeight ?? 0;
}
