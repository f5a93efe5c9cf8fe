/** The main way of an employee and of an admin, in browsers that the end-to-end tests do not use. */
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
  // Each goes on where the one before it ended.
  beforeEach((context) => {
    context.skip(hasFailed, 'a step before it failed');
    context.onTestFailed(() => void (hasFailed = true));
  });

  it('an admin signs in and finds nobody at work', async () => {
    await signIn(admin.screen, ADMIN);
    await admin.screen.sees('Admin Dashboard', 'No employees currently clocked in');
  });

  it('an employee registers, and is on the board of the admin at once', async () => {
    await register(employee.screen);
    await admin.screen.seesRow(EMPLOYEE.name, 'Not clocked in today');
  });

  it('they sign in and clock in with notes, in a field that scrolls, since the button is below it', async () => {
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

  it('they reload and are where they were', async () => {
    await employee.screen.tab.reload();
    await employee.screen.sees('Employee Dashboard', 'Clock Out', 'Front desk');
  });

  it('a break that they begin is seen in their second tab and by the admin, live', async () => {
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

  it('without a connection they are told that what they press is not recorded, and can try again when it is back', async () => {
    const { screen } = employee;
    await workplace.line.cut();
    await screen.sees('Connection lost');
    await screen.press('button', 'Start Break');
    await screen.sees('The server cannot be reached.', 'Your break start was not recorded.');
    await workplace.line.mend();
    await screen.seesNoMore('Connection lost');
    await screen.sees('Try again.');
    await screen.press('button', 'Try again');
    await screen.sees('End Break');
    await admin.screen.seesRow(EMPLOYEE.name, 'On Break');
    await screen.press('button', 'End Break');
    await screen.sees('Start Break');
  });

  it('they clock out, and the day stands in their timesheet and its file', async () => {
    const { screen } = employee;
    await screen.press('button', 'Clock Out');
    await screen.sees('Clocked-out successful');
    await admin.screen.seesRow(EMPLOYEE.name, 'Clocked Out');
    await screen.seesRow('Front desk and the door');
    await screen.press('button', 'Download CSV');
    const file = await fileOf(employee);
    expect(file.name).toBe(`${EMPLOYEE.name}_timesheet.csv`);
    expect(file.text).toContain('Date,Clock In,Clock Out,Hours,Notes');
    expect(file.text).toContain(`"${LINES}"`);
  });

  it('the admin gives them another position, which they see in the list', async () => {
    const { screen } = admin;
    await screen.press('tab', 'Employee Management');
    await screen.press('button', EMPLOYEE.email, false);
    await screen.press('button', 'Edit');
    await screen.choose('Position', 'Intern');
    await screen.press('button', 'Save');
    await screen.sees('Corporate Services Studio Intern');
    await screen.tab.press('Escape');
  });

  it('the admin makes a report of them, and its file says the same', async () => {
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

  it('a time zone is found by its present and its former name, and the one chosen is kept', async () => {
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

  it('both sign out, and a reload does not bring them back', async () => {
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
