import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { addNotifications, atTheDesk, text } from './board.ts';
import { accessibilityFaults, overflowsSideways, PHONE, takePictures } from './browser.ts';
import { FRIDAY_MORNING, onStage, signIn, type Credentials, type Stage } from './stage.ts';

const idOf = async ({ owner }: Stage, { email }: Credentials): Promise<string> =>
  (await owner.query<{ id: string }>('SELECT id FROM account WHERE email = $1', [email])).rows[0]?.id ?? '';

async function openFeed(page: Page) {
  await page.getByRole('button', { name: 'View all activity' }).click();
  const feed = page.getByRole('dialog', { name: 'All activity' });
  await feed.waitFor();
  return feed;
}

describe('the activity feed', () => {
  it('shows fifty, newest first, and older ones page by page', () =>
    onStage(async (stage) => {
      const maya = await stage.hire('Maya Gurung');
      await addNotifications(stage, {
        count: 70,
        userId: await idOf(stage, maya),
        name: 'Maya Gurung',
        now: FRIDAY_MORNING,
      });
      const { page } = await atTheDesk(stage);
      const feed = await openFeed(page);
      await feed.getByText('Maya Gurung registered').waitFor();
      expect(await feed.getByRole('listitem').count()).toBe(50);
      expect(await feed.getByRole('listitem').nth(1).innerText()).toContain('number 1');
      await feed.getByRole('button', { name: 'Show older' }).click();
      await feed.getByText('number 70').waitFor();
      expect(await feed.getByRole('listitem').count()).toBe(71);
      expect(await feed.getByRole('button', { name: 'Show older' }).count()).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);
    }));

  it('is filtered by type and by person, with the keyboard alone', () =>
    onStage(async (stage) => {
      const [maya] = [await stage.hire('Maya Gurung'), await stage.hire('Ram Thapa')];
      await stage.clockIn(maya);
      const { page } = await atTheDesk(stage);
      const feed = await openFeed(page);
      await feed.getByText('Ram Thapa registered').waitFor();
      await feed.getByRole('combobox', { name: 'Type' }).selectOption('Registered');
      await feed.getByText('clocked in').waitFor({ state: 'detached' });
      await feed.getByRole('combobox', { name: 'Employee' }).focus();
      await page.keyboard.type('may');
      await feed.getByRole('option', { name: /Maya Gurung/ }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await feed.getByText('Ram Thapa registered').waitFor({ state: 'detached' });
      await feed.getByText('Maya Gurung registered').waitFor();
      expect(await feed.getByRole('listitem').count()).toBe(1);
      await feed.getByRole('combobox', { name: 'Type' }).selectOption('Overtime');
      await feed.getByText('No activity').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await feed.waitFor({ state: 'detached' });
    }));

  it('marks as read what is seen, for another admin too and at once', () =>
    onStage(async (stage) => {
      const maya = await stage.hire('Maya Gurung');
      await stage.clockIn(maya);
      const [one, other] = [await atTheDesk(stage), await atTheDesk(stage)];
      await text(other, 'Activity Notifications', '2 unread');
      const feed = await openFeed(one.page);
      await feed.getByText('Maya Gurung registered').waitFor();
      await other.page.getByText('2 unread').waitFor({ state: 'detached' });
      const { rows } = await stage.owner.query(
        'SELECT read, count(*)::int AS n FROM activity_notification GROUP BY read',
      );
      expect(rows).toEqual([{ read: true, n: 2 }]);
    }));

  it('beside an employee who clocks in says that there is something new, and shows it when asked', () =>
    onStage(async (stage) => {
      const maya = await stage.hire('Maya Gurung');
      const desk = await atTheDesk(stage);
      const feed = await openFeed(desk.page);
      await feed.getByText('Maya Gurung registered').waitFor();
      const employee = await stage.visit();
      await signIn(employee, maya);
      await employee.page.getByRole('button', { name: 'Clock In' }).click();
      await feed.getByRole('button', { name: 'Show 1 new' }).click();
      await feed.getByText(/Maya Gurung clocked in/).waitFor();
    }));

  it("'Mark all as read' marks the last 24 hours, looked at or not", () =>
    onStage(async (stage) => {
      const maya = await stage.hire('Maya Gurung');
      await addNotifications(stage, {
        count: 120,
        userId: await idOf(stage, maya),
        name: 'Maya Gurung',
        now: FRIDAY_MORNING,
      });
      const visit = await atTheDesk(stage);
      await text(visit, 'Activity Notifications', '99+ unread');
      const feed = await openFeed(visit.page);
      await feed.getByRole('button', { name: 'Mark all as read' }).click();
      await feed.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' });
      await visit.page.keyboard.press('Escape');
      expect(await visit.page.getByText('unread').count()).toBe(0);
    }));

  it('of an empty workplace, or one that cannot be loaded, says so', () =>
    onStage(async (stage) => {
      const visit = await atTheDesk(stage);
      const { page } = visit;
      let feed = await openFeed(page);
      await feed.getByText('No activity').waitFor();
      await page.keyboard.press('Escape');
      visit.expectProblem(/503/);
      await page.route('**/api/activity?*', (route) =>
        route.fulfill({
          status: 503,
          contentType: 'application/json',
          body: '{"code":"unavailable","message":"x"}',
        }),
      );
      feed = await openFeed(page);
      await feed.getByRole('alert').getByText('The activity could not be loaded.').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.unroute('**/api/activity?*');
      await feed.getByRole('button', { name: 'Try again' }).click();
      await feed.getByText('No activity').waitFor();
    }));

  it('fits a phone', () =>
    onStage(async (stage) => {
      await stage.clockIn(await stage.hire('Maya Gurung'), 'Client visit in the morning');
      const { page } = await atTheDesk(stage);
      await page.setViewportSize(PHONE);
      await (await openFeed(page)).getByText('Maya Gurung registered').waitFor();
      expect(await overflowsSideways(page)).toBe(false);
      await takePictures(page, 'activity-feed');
    }));
});
