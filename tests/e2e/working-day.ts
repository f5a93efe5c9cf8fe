/** The words an employee's day is told in. */
import type { Locator } from 'playwright-core';
import { PHONE, type Visit, type VisitOptions } from './browser.ts';
import { MINUTE, signIn, type Credentials, type Stage } from './stage.ts';

export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Signs in and waits for the dashboard. */
export async function arrive(
  stage: Stage,
  who?: Credentials,
  options: VisitOptions = { viewport: PHONE },
): Promise<Visit> {
  const visit = await stage.visit(options);
  await signIn(visit, who ?? (await stage.hire('Maya Gurung')));
  await clockOf(visit).waitFor();
  return visit;
}

export const clockOf = ({ page }: Visit): Locator => page.getByRole('region', { name: 'Time clock' });
export const activityOf = ({ page }: Visit): Locator =>
  page.getByRole('region', { name: "Today's Activity" });
export const timesheetOf = ({ page }: Visit): Locator => page.getByRole('region', { name: 'My timesheet' });
export const card = ({ page }: Visit, name: string): Locator =>
  page.getByRole('region', { name, exact: true });
export const button = ({ page }: Visit, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
export const press = (visit: Visit, name: string): Promise<void> => button(visit, name).click();
export const shows = ({ page }: Visit, text: string | RegExp): Promise<void> =>
  page.getByText(text).first().waitFor();

/** Presses a button of the clock and waits until its counterpart is there. */
export async function punch(
  visit: Visit,
  name: 'Clock In' | 'Start Break' | 'End Break' | 'Clock Out',
): Promise<void> {
  await press(visit, name);
  await button(
    visit,
    {
      'Clock In': 'Start Break',
      'Start Break': 'End Break',
      'End Break': 'Start Break',
      'Clock Out': 'Clock In',
    }[name],
  ).waitFor();
}

/** How many entries the database has. */
export const entryCount = async (stage: Stage): Promise<number> =>
  (await stage.owner.query('SELECT id FROM time_entry')).rowCount ?? 0;
