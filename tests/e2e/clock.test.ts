import { describe, expect, it } from 'vitest';
import { accessibilityFaults, DESK, PHONE, type Visit } from './browser.ts';
import { MINUTE, onStage, signIn, type Stage } from './stage.ts';

const HOUR = 60 * MINUTE;

async function atWork(stage: Stage, name = 'Maya Gurung'): Promise<Visit> {
  const visit = await stage.visit({ viewport: PHONE });
  await signIn(visit, await stage.hire(name));
  await visit.page.getByRole('button', { name: 'Clock In' }).waitFor();
  return visit;
}

const press = ({ page }: Visit, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
const shows = ({ page }: Visit, text: string | RegExp): Promise<void> =>
  page.getByText(text).first().waitFor();
const buttons = async ({ page }: Visit): Promise<string[]> =>
  (await page.getByRole('region', { name: 'Time clock' }).getByRole('button').allTextContents()).map((text) =>
    text.trim(),
  );

describe('the clock widget', () => {
  it('shows the time, the full date, the shift and the suggested break', () =>
    onStage(async (stage) => {
      const visit = await atWork(stage);
      for (const text of [
        '08:55',
        'Friday, November 20, 2026',
        "Today's Shift",
        '09:00 - 17:00',
        'Suggested break: 12:00 - 12:30',
      ])
        await shows(visit, text);
    }));

  it('says that it is break time within the break window', () =>
    onStage(async (stage) => {
      const visit = await atWork(stage);
      await stage.pass(3 * HOUR + 10 * MINUTE);
      await visit.page.reload();
      await shows(visit, 'Break Time: 12:00 - 12:30');
    }));

  it('offers only what is allowed in each state', () =>
    onStage(async (stage) => {
      const visit = await atWork(stage);
      expect(await buttons(visit)).toEqual(['Clock In']);
      await press(visit, 'Clock In');
      await visit.page.getByRole('button', { name: 'Start Break' }).waitFor();
      expect((await buttons(visit)).toSorted()).toEqual(['Clock Out', 'Start Break']);
      await press(visit, 'Start Break');
      await visit.page.getByRole('button', { name: 'End Break' }).waitFor();
      expect(await buttons(visit)).toEqual(['End Break']);
    }));

  it('says how late a clock-in was', () =>
    onStage(async (stage) => {
      const visit = await atWork(stage);
      await stage.pass(17 * MINUTE);
      await press(visit, 'Clock In');
      await shows(visit, 'Clock-in successful at 09:12 (7 min late)');
    }));

  it('says that a clock-in was on time, with a pin when the location was taken', () =>
    onStage(async (stage) => {
      const visit = await atWork(stage);
      await press(visit, 'Clock In');
      await shows(visit, /Clock-in successful at 08:55 - You're on time!.*📍/);
    }));

  it('clocks in without a location when the browser refuses one', () =>
    onStage(async (stage) => {
      const visit = await atWork(stage);
      await visit.context.clearPermissions();
      await press(visit, 'Clock In');
      await shows(visit, "Clock-in successful at 08:55 - You're on time!");
      const { rows } = await stage.owner.query<{ location: string | null }>(
        'SELECT location FROM time_entry_detail',
      );
      expect(rows).toEqual([{ location: null }]);
    }));

  it('warns on a weekend, and clocks in all the same', () =>
    onStage(async (stage) => {
      const visit = await atWork(stage);
      await stage.pass(24 * HOUR);
      await visit.page.reload();
      await press(visit, 'Clock In');
      await shows(visit, 'Weekend work is not allowed by the current settings.');
      await shows(visit, /Clock-in successful/);
    }));

  it('refuses notes of more than 500 characters', () =>
    onStage(async (stage) => {
      const visit = await atWork(stage);
      await visit.page.getByLabel('Notes').fill('x'.repeat(501));
      await press(visit, 'Clock In');
      await shows(visit, 'Notes must be less than 500 characters');
      expect((await stage.owner.query('SELECT id FROM time_entry')).rows).toEqual([]);
    }));

  it('keeps an entry that is still open after midnight, and clocks it out', () =>
    onStage(async (stage) => {
      const visit = await atWork(stage);
      await press(visit, 'Clock In');
      await visit.page.getByRole('button', { name: 'Clock Out' }).waitFor();
      await stage.pass(20 * HOUR);
      await visit.page.reload();
      await visit.page.getByRole('region', { name: 'Active Session' }).getByText('Nov 20, 2026').waitFor();
      expect(await accessibilityFaults(visit.page)).toEqual([]);
      await press(visit, 'Clock Out');
      await visit.page.getByRole('button', { name: 'Clock In' }).waitFor();
    }));

  it('shows start, duration and notes of the active session', () =>
    onStage(async (stage) => {
      const visit = await atWork(stage);
      await visit.page.getByLabel('Notes').fill('Stocktaking');
      await press(visit, 'Clock In');
      const session = visit.page.getByRole('region', { name: 'Active Session' });
      await session.waitFor();
      await stage.pass(95 * MINUTE);
      for (const text of ['08:55', '1h 35m', 'Stocktaking'])
        await session.getByText(text, { exact: true }).waitFor();
    }));

  it('records one entry when the button is pressed twice at once', () =>
    onStage(async (stage) => {
      const visit = await atWork(stage);
      await visit.page.getByRole('button', { name: 'Clock In' }).dblclick();
      await visit.page.getByRole('button', { name: 'Start Break' }).waitFor();
      expect((await stage.owner.query('SELECT id FROM time_entry')).rowCount).toBe(1);
    }));
});

describe('the employee dashboard', () => {
  it('has its title and text, four cards with the running session, and the header of an employee', () =>
    onStage(async (stage) => {
      const visit = await atWork(stage);
      await press(visit, 'Clock In');
      await visit.page.getByRole('button', { name: 'Clock Out' }).waitFor();
      await stage.pass(2 * HOUR);
      for (const text of [
        'Employee Dashboard',
        'Track your time and manage your work schedule efficiently',
        'Employee Workspace',
      ])
        await shows(visit, text);
      for (const card of ["Today's Hours", 'This Week', 'This Month'])
        await visit.page
          .getByRole('region', { name: card, exact: true })
          .getByText('2h', { exact: true })
          .waitFor();
      await visit.page.getByRole('region', { name: 'Status', exact: true }).getByText('Clocked In').waitFor();
      expect(await visit.page.getByText('Welcome back, Maya!').isVisible()).toBe(false);
      await visit.page.setViewportSize(DESK);
      await shows(visit, 'Welcome back, Maya!');
    }));
});

describe("today's activity", () => {
  it('shows clock-in and clock-out, breaks, notes and address of each entry', () =>
    onStage(async (stage) => {
      const visit = await atWork(stage);
      await visit.page.getByLabel('Notes').fill('Stocktaking');
      await press(visit, 'Clock In');
      const activity = visit.page.getByRole('region', { name: "Today's Activity" });
      await activity.getByText('ACTIVE').waitFor();
      await stage.pass(HOUR);
      await press(visit, 'Start Break');
      await activity.getByText('In progress').waitFor();
      await stage.pass(15 * MINUTE);
      await press(visit, 'End Break');
      await activity.getByText('09:55 - 10:10').waitFor();
      await press(visit, 'Clock Out');
      await activity.getByText('ACTIVE').waitFor({ state: 'detached' });
      for (const text of ['08:55', '10:10', '15m', '1h', 'Stocktaking', 'IP: 127.0.0.1'])
        await activity.getByText(text).first().waitFor();
    }));

  it('follows in a second window without a reload', () =>
    onStage(async (stage) => {
      const visit = await atWork(stage);
      const second = await visit.context.newPage();
      await second.goto('/');
      await second.getByRole('button', { name: 'Clock In' }).waitFor();
      await press(visit, 'Clock In');
      await second.getByRole('button', { name: 'Clock Out' }).waitFor();
      await second.getByText('ACTIVE', { exact: true }).waitFor();
    }));
});
