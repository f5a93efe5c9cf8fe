import { describe, expect, it } from 'vitest';
import { MINUTE, onStage, type StageOptions } from './stage.ts';
import {
  activityOf,
  arrive,
  card,
  clockOf,
  DAY,
  HOUR,
  press,
  punch,
  shows,
  timesheetOf,
} from './working-day.ts';

/** Five minutes before the start of work; in Berlin of the first day after the clocks went forward. */
const WORKPLACES: readonly { zone: string; now: number; date: string }[] = [
  { zone: 'Asia/Kathmandu', now: Date.parse('2026-11-20T03:10:00.000Z'), date: 'Friday, November 20, 2026' },
  { zone: 'Europe/Berlin', now: Date.parse('2026-03-30T06:55:00.000Z'), date: 'Monday, March 30, 2026' },
];

describe.each(WORKPLACES)('a day at a workplace in $zone', ({ zone, now, date }) => {
  const at = (minutesFromNow: number): StageOptions => ({ zone, now: now + minutesFromNow * MINUTE });

  it('begins on time until the threshold is over', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      await shows(visit, date);
      await stage.pass(10 * MINUTE + 59_000);
      await press(visit, 'Clock In');
      await shows(visit, "Clock-in successful at 09:05 - You're on time!");
    }, at(0)));

  it('begins late by the minutes after the threshold', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      await press(visit, 'Clock In');
      await shows(visit, 'Clock-in successful at 09:26 (21 min late)');
    }, at(31)));

  it('is never begun late with flexible hours', () =>
    onStage(async (stage) => {
      await stage.settings({ allow_flexible_hours: true });
      const visit = await arrive(stage);
      await press(visit, 'Clock In');
      await shows(visit, "Clock-in successful at 11:55 - You're on time!");
    }, at(180)));

  it('warns on Saturday and Sunday, unless weekend work is allowed', () =>
    onStage(async (stage) => {
      const daysToSaturday = (6 - new Date(now).getUTCDay() + 7) % 7;
      await stage.pass(daysToSaturday * DAY);
      const visit = await arrive(stage);
      await press(visit, 'Clock In');
      await shows(visit, 'Weekend work is not allowed by the current settings.');
      await punch(visit, 'Clock Out');
      await stage.pass(DAY);
      await stage.settings({ weekend_work_allowed: true });
      await visit.page.reload();
      await press(visit, 'Clock In');
      await shows(visit, /Clock-in successful/);
      expect(await visit.page.getByText('Weekend work is not allowed by the current settings.').count()).toBe(
        0,
      );
    }, at(0)));

  it('has its break time from the first minute of the window to the last, without a reload', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      await shows(visit, 'Suggested break: 12:00 - 12:30');
      await stage.pass(MINUTE);
      await shows(visit, 'Break Time: 12:00 - 12:30');
      await stage.pass(30 * MINUTE);
      await shows(visit, 'Suggested break: 12:00 - 12:30');
    }, at(184)));

  it('says of a break over 60 minutes that it was extended', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      await punch(visit, 'Clock In');
      await punch(visit, 'Start Break');
      await stage.pass(HOUR);
      await activityOf(visit).getByText('1h', { exact: true }).waitFor();
      expect(await activityOf(visit).getByText('Extended').count()).toBe(0);
      await stage.pass(15 * MINUTE);
      await activityOf(visit).getByText('Extended').waitFor();
      await punch(visit, 'End Break');
      await shows(visit, 'Break ended at 10:10 (extended, 75 min)');
    }, at(0)));

  it('ends with overtime after more than 8 hours worked', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      await punch(visit, 'Clock In');
      await stage.pass(9 * HOUR + 30 * MINUTE);
      await card(visit, 'Work Insights').getByText('0.5h', { exact: true }).waitFor();
      await press(visit, 'Clock Out');
      await shows(visit, 'Clocked-out successful');
      await shows(visit, 'Overtime: 9.5 h worked, more than 8 h.');
      const { rows } = await stage.owner.query<{ message: string }>(
        "SELECT message FROM activity_notification WHERE type = 'overtime'",
      );
      expect(rows).toEqual([{ message: 'Maya Gurung clocked out after 9.5 h (overtime)' }]);
    }, at(0)));

  it('goes on past midnight without a reload: the entry stays of its day, and today is empty', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      await punch(visit, 'Clock In');
      await card(visit, "Today's Hours").getByText('0m', { exact: true }).waitFor();
      await stage.pass(15 * HOUR + 10 * MINUTE);
      await activityOf(visit).getByText('No activity recorded today').waitFor();
      await clockOf(visit).getByText('Open since an earlier day.').waitFor();
      await clockOf(visit).getByText('15h 10m').waitFor();
      await card(visit, "Today's Hours").getByText('0m', { exact: true }).waitFor();
      await card(visit, 'This Week').getByText('15h 10m').waitFor();
      await timesheetOf(visit).getByText('15h 10m').first().waitFor();
      await punch(visit, 'Clock Out');
    }, at(0)));
});

describe('the nights in which the clocks are changed', () => {
  it.each([
    {
      night: 'forward',
      evening: '2026-03-28T21:00:00.000Z',
      worked: '7h',
      started: 'Mar 28, 2026',
      shift: ['22:00', '06:00'],
      later: 7,
    },
    {
      night: 'back',
      evening: '2026-10-24T20:00:00.000Z',
      worked: '9h',
      started: 'Oct 24, 2026',
      shift: ['22:00', '06:00'],
      later: 9,
    },
  ])(
    'a night shift in Berlin when they go $night lasts $worked',
    ({ evening, worked, started, shift, later }) =>
      onStage(
        async (stage) => {
          const visit = await arrive(stage);
          await punch(visit, 'Clock In');
          await stage.pass(later * HOUR);
          await clockOf(visit).getByText('06:00', { exact: true }).waitFor();
          await clockOf(visit).getByText(started).waitFor();
          await clockOf(visit).getByText(worked, { exact: true }).waitFor();
          await punch(visit, 'Clock Out');
          const row = timesheetOf(visit).getByRole('row').filter({ hasText: started });
          for (const text of [...shift, worked]) await row.getByText(text, { exact: true }).first().waitFor();
        },
        { zone: 'Europe/Berlin', now: Date.parse(evening) },
      ),
  );
});
