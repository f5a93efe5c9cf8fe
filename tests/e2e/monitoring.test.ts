import { describe, expect, it } from 'vitest';
import { atTheDesk, card, text } from './board.ts';
import { accessibilityFaults, takePictures } from './browser.ts';
import { MINUTE, onStage, signIn } from './stage.ts';

const HOUR = 60 * MINUTE;

describe('real-time monitoring', () => {
  it('says of an empty workplace that it is empty', () =>
    onStage(async (stage) => {
      const visit = await atTheDesk(stage);
      await stage.hire('Maya Gurung');
      await text(visit, 'Currently Active', 'No employees currently clocked in');
      await text(visit, 'All Employees Status', 'Not clocked in today');
      await text(visit, 'All Employees Status', '0h 0m');
      expect(await card(visit, 'Currently Clocked In')).toContain('0 of 1');
      expect(await accessibilityFaults(visit.page)).toEqual([]);
      await takePictures(visit.page, 'monitoring-empty');
    }));

  it('without news of the last 24 hours says so', () =>
    onStage(async (stage) => {
      const visit = await atTheDesk(stage);
      await text(visit, 'Activity Notifications', 'No recent notifications');
    }));

  it('counts who is clocked in and who is not, and the alerts of today', () =>
    onStage(async (stage) => {
      const visit = await atTheDesk(stage);
      const [maya] = [await stage.hire('Maya Gurung'), await stage.hire('Ram Thapa')];
      await stage.pass(30 * MINUTE);
      await stage.clockIn(maya, 'Opening');
      await text(visit, 'Currently Active', 'Maya Gurung');
      await visit.page
        .getByRole('region', { name: 'Alerts Today', exact: true })
        .getByText('1', { exact: true })
        .waitFor();
      expect(await card(visit, 'Currently Clocked In')).toContain('1 of 2');
      expect(await card(visit, 'Not Clocked In')).toContain('1');
    }));

  it('lists who is active with time, address, notes and duration', () =>
    onStage(async (stage) => {
      const visit = await atTheDesk(stage);
      await stage.clockIn(await stage.hire('Maya Gurung'), 'Opening');
      await stage.pass(95 * MINUTE);
      for (const words of ['Maya Gurung', 'Since 08:55', 'IP: 127.0.0.1', 'Opening', '1h 35m'])
        await text(visit, 'Currently Active', words);
    }));

  it('shows a session over 480 minutes in red with a warning, and not before', () =>
    onStage(async (stage) => {
      const visit = await atTheDesk(stage);
      await stage.clockIn(await stage.hire('Maya Gurung'));
      const active = visit.page.getByRole('region', { name: 'Currently Active', exact: true });
      await stage.pass(8 * HOUR);
      await active.getByText('8h', { exact: true }).waitFor();
      expect(await active.getByLabel('Long session').count()).toBe(0);
      await stage.pass(MINUTE);
      await active.getByLabel('Long session').waitFor();
      expect(await active.getByText('8h 1m').evaluate((element) => getComputedStyle(element).color)).toBe(
        'rgb(185, 28, 28)',
      );
    }));

  it('lists notifications with message, time, address, notes and a tag of their kind', () =>
    onStage(async (stage) => {
      const visit = await atTheDesk(stage);
      const maya = await stage.hire('Maya Gurung');
      await stage.pass(30 * MINUTE);
      await stage.clockIn(maya, 'Opening');
      for (const words of [/Maya Gurung/, '09:25', 'IP: 127.0.0.1', 'Opening', 'Late Arrival', 'Registered'])
        await text(visit, 'Activity Notifications', words);
    }));

  it('has a table of everybody with status, last activity and hours of today', () =>
    onStage(async (stage) => {
      const visit = await atTheDesk(stage);
      await stage.clockIn(await stage.hire('Maya Gurung'));
      const table = visit.page.getByRole('table', { name: 'All Employees Status' });
      expect(await table.getByRole('columnheader').allTextContents()).toEqual([
        'Employee',
        'Status',
        'Last Activity',
        "Today's Hours",
      ]);
      await table.getByRole('row').filter({ hasText: 'Clocked In' }).waitFor();
      await stage.pass(61 * MINUTE);
      const row = table.getByRole('row').filter({ hasText: 'Maya Gurung' });
      for (const words of ['08:55', '1h 1m']) await row.getByText(words, { exact: true }).waitFor();
    }));

  it("'Last updated' goes with the clock, and Refresh asks the server", () =>
    onStage(async (stage) => {
      const visit = await atTheDesk(stage);
      await visit.page.getByText('Last updated 08:55:00').waitFor();
      await stage.pass(1000);
      await visit.page.getByText('Last updated 08:55:01').waitFor();
      const asked = visit.page.waitForResponse('**/api/monitoring');
      await visit.page.getByRole('button', { name: 'Refresh' }).click();
      expect((await asked).status()).toBe(200);
    }));

  it('says when the live link is lost, and catches up when it is back', () =>
    onStage(async (stage) => {
      const visit = await atTheDesk(stage);
      await visit.page.getByText('No employees yet').waitFor();
      visit.expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
      await visit.context.setOffline(true);
      await stage.pass(10_000);
      await visit.page.getByText(/Connection lost .* ago/).waitFor();
      await stage.clockIn(await stage.hire('Maya Gurung'));
      await visit.context.setOffline(false);
      await text(visit, 'Currently Active', 'Maya Gurung');
      await visit.page.getByText(/Connection lost .* ago/).waitFor({ state: 'detached' });
    }));

  it('says that it could not be loaded, and tries again when told to', () =>
    onStage(async (stage) => {
      const visit = await stage.visit();
      visit.expectProblem(/503|500/);
      await visit.page.route('**/api/monitoring', (route) =>
        route.fulfill({
          status: 503,
          contentType: 'application/json',
          body: '{"code":"unavailable","message":"x"}',
        }),
      );
      await signIn(visit, stage.admin);
      await visit.page.getByRole('alert').getByText('The monitoring data could not be loaded.').waitFor();
      expect(await visit.page.getByText('Loading...').count()).toBe(0);
      expect(await accessibilityFaults(visit.page)).toEqual([]);
      await visit.page.unroute('**/api/monitoring');
      await visit.page.getByRole('button', { name: 'Try again' }).click();
      await text(visit, 'All Employees Status', 'No employees yet');
    }));
});
