import { describe, expect, it } from 'vitest';
import type { Correction } from '#contract/corrections/corrections';
import type { TimeEntry } from '#contract/records';
import { dayIn, wallTime } from '#domain/time/format';
import { requestId } from '#tests/make';
import type { ApiClient } from '../api/client.ts';
import { MINUTE, withApp, type App } from './app.ts';
import { axeViolations, readDownload, takeScreenshots, ZONE } from './browser.ts';
import { personPage } from './employees-page.ts';
import { openMonitoring } from './monitoring-page.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Worked {
  readonly client: ApiClient;
  readonly entry: TimeEntry;
}

/** Everybody clocks in now and works for eight hours. */
async function workDay(app: App, ...names: string[]): Promise<Worked[]> {
  const people = [];
  for (const name of names) {
    const client = await app.signInElsewhere(await app.createEmployee(name));
    await client.ask('clockIn', { requestId: requestId(), notes: '' });
    people.push(client);
  }
  await app.advance(8 * HOUR);
  const worked = [];
  for (const client of people) {
    const { entry } = await client.ask('clockOut', { requestId: requestId() });
    worked.push({ client, entry });
  }
  await app.advance(2 * HOUR);
  return worked;
}

const wall = (at: number) => ({ day: dayIn(at, ZONE), time: wallTime(at, ZONE) });

/** Requests a clock-out one hour later. */
async function askForAnHour({ client, entry }: Worked, reason: string): Promise<Correction> {
  const [from, to] = [Date.parse(entry.clockIn), Date.parse(entry.clockOut ?? '')];
  const { correction } = await client.ask('askCorrection', {
    requestId: requestId(),
    day: dayIn(from, ZONE),
    reason,
    changes: [
      {
        entryId: entry.id,
        old: { clockIn: entry.clockIn, clockOut: entry.clockOut, breaks: [] },
        new: { clockIn: wall(from), clockOut: wall(to + HOUR), breaks: [] },
      },
    ],
  });
  return correction;
}

describe('correction requests', () => {
  it('an admin approves, declines and sends back requests on the board and in the list', () =>
    withApp(async (app) => {
      const people = await workDay(
        app,
        'Maya Gurung',
        'Ana Rai',
        'Ben Thapa',
        'Eva Shah',
        'Dev Lama',
        'Zoe Karki',
      );
      const browser = await openMonitoring(app);
      const { page } = browser;
      const requests = page.getByRole('button', { name: /^Requests/ });
      await expect.poll(() => requests.innerText()).toBe('Requests');
      for (const [index, one] of people.entries()) {
        await app.advance(MINUTE);
        await askForAnHour(one, `Stayed for the delivery ${index + 1}`);
      }
      // The board says it once: on its own tab there is no mark.
      await expect(page.getByRole('button', { name: 'Requests (6)' })).toBeVisible();
      const tab = page.getByRole('tab', { name: 'Real-Time Monitoring' });
      await expect(tab.getByText('requests to review')).not.toBeAttached();
      await page.getByRole('tab', { name: 'Employee Management' }).click();
      await expect(
        page.getByRole('tab', { name: 'Real-Time Monitoring 6 requests to review' }),
      ).toBeVisible();
      await tab.click();
      // Rows of people with a request open it.
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'requests-monitoring');
      await page.getByRole('button', { name: 'Review request of Maya Gurung' }).click();
      await expect(page.getByRole('dialog', { name: 'Maya Gurung' })).toBeVisible();
      await page.keyboard.press('Escape');
      await requests.click();
      const list = page.getByRole('list', { name: 'Requests to review' });
      await list
        .getByRole('button', { name: /^Approve/ })
        .first()
        .click();
      const told = page.getByText('The request was approved.');
      await expect(told).toBeVisible();
      // The message covers no row, however far the page is scrolled.
      await page.mouse.wheel(0, 400);
      const [message, header] = await Promise.all(
        [told, page.locator('header')].map((one) => one.boundingBox()),
      );
      expect(message && header && message.y + message.height <= header.y + header.height).toBe(true);
      await expect(page.getByRole('button', { name: 'To review 5' })).toBeVisible();
      // Coming back to the tab shows the board.
      await page.getByRole('tab', { name: 'Employee Management' }).click();
      await tab.click();
      await requests.click();
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'requests-list');

      // One is declined, with a reason.
      const row = list.getByRole('listitem').filter({ hasText: 'Dev Lama' });
      await expect(row.getByText('Worked time +1h')).toBeVisible();
      await row.getByRole('button', { name: /^Decline/ }).click();
      await expect(page.getByRole('dialog', { name: "Decline Dev Lama's request" })).toBeVisible();
      await page.keyboard.press('Escape');
      await list.getByRole('button', { name: /^Details of Dev Lama/ }).click();
      const drawer = page.getByRole('dialog');
      await expect(drawer.getByRole('definition').filter({ hasText: '+1h' }).first()).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'requests-drawer');
      await drawer.getByRole('button', { name: 'Decline' }).click();
      const declining = page.getByRole('dialog', { name: /^Decline .*'s request/ });
      await declining.getByRole('button', { name: 'Decline' }).click();
      await expect(declining.getByText('Enter a reason')).toBeVisible();
      await declining.getByLabel('Reason').fill('The delivery came at four');
      await declining.getByRole('button', { name: 'Decline' }).click();
      // The next request opens at once.
      await expect(page.getByRole('dialog', { name: 'Zoe Karki' })).toBeVisible();
      await drawer.getByRole('button', { name: 'Approve' }).click();
      await expect(drawer.getByText('Approved', { exact: true })).toBeVisible();
      // The message is within the drawer, over its title, and can be dismissed there.
      await drawer.getByRole('button', { name: 'Dismiss' }).click();
      await drawer.getByRole('button', { name: 'Close' }).click();

      // One is sent back with other times.
      await list.getByRole('button', { name: /^Details of Ana Rai/ }).click();
      await drawer.getByRole('button', { name: 'Change and send back' }).click();
      const counter = page.getByRole('dialog', { name: 'Suggest other times to Ana Rai' });
      await expect(counter.getByLabel('Clock Out')).toHaveValue('17:55');
      await counter.getByLabel('Clock Out').fill('1730');
      await counter.getByLabel('Reason', { exact: true }).fill('The gate closed at half past five');
      await takeScreenshots(page, 'requests-send-back');
      await counter.getByRole('button', { name: 'Send back' }).click();
      await expect(drawer.getByText('Sent back', { exact: true })).toBeVisible();
      await drawer.getByRole('button', { name: 'Close' }).click();

      await expect(page.getByRole('button', { name: 'To review 2' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Waiting for employee 1' })).toBeVisible();
      await page.getByLabel(/^Select all/).check();
      await page.getByRole('button', { name: 'Approve selected (2)' }).click();
      await expect(page.getByText('2 of 2 requests were approved.')).toBeVisible();
      await page.mouse.move(0, 0);
      await page.getByRole('heading', { name: 'Requests' }).click();
      await expect(page.getByText('Nothing to review.', { exact: false })).toBeVisible();
      await takeScreenshots(page, 'requests-none');
      await page.getByRole('button', { name: 'Done' }).click();
      await expect(page.getByRole('listitem').filter({ hasText: 'Approved' })).toHaveCount(4);
      await page.getByRole('button', { name: 'Monitoring', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Currently Active' })).toBeVisible();
      await expect.poll(() => requests.innerText()).toBe('Requests');
      const { rows } = await app.owner.query(
        'SELECT state, count(*)::int FROM correction GROUP BY 1 ORDER BY 1',
      );
      expect(rows).toEqual([
        { state: 'agreed', count: 4 },
        { state: 'declined', count: 1 },
        { state: 'sent-back', count: 1 },
      ]);
    }));
});

describe('corrections by an admin', () => {
  it('A and D decide the chosen request by keys alone, the next one follows, and each shows its bar', () =>
    withApp(async (app) => {
      const names = ['Ana Rai', 'Bo Thapa', 'Cy Lama'];
      const worked = await workDay(app, ...names);
      for (const [index, one] of worked.entries()) {
        await app.advance(MINUTE);
        await askForAnHour(one, `Reason ${index}`);
      }
      const { page } = await app.openBrowser({ as: app.admin });
      await page.goto(`${app.url}/#monitoring/requests`);
      const list = page.getByRole('list', { name: 'Requests to review' });
      const chosen = list.locator('[aria-current=true]');
      await expect(chosen.getByRole('button', { name: 'Ana Rai', exact: true })).toBeVisible();
      await expect(chosen.getByRole('img', { name: /requested 08:55 to 17:55/ })).toBeVisible();
      await page.keyboard.press('j');
      await expect(chosen.getByRole('button', { name: 'Bo Thapa', exact: true })).toBeVisible();
      await page.keyboard.press('k');
      await page.keyboard.press('a');
      await expect(page.getByText('The request was approved.')).toBeVisible();
      await expect(chosen.getByRole('button', { name: 'Bo Thapa', exact: true })).toBeVisible();
      await expect(chosen).toBeFocused();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press('d');
      const declining = page.getByRole('dialog', { name: "Decline Bo Thapa's request" });
      await declining.getByLabel('Reason').fill('The door says five, and D is a letter here');
      await declining.getByRole('button', { name: 'Decline' }).click();
      await expect(page.getByText('The request was declined.')).toBeVisible();
      await expect(chosen.getByRole('button', { name: 'Cy Lama', exact: true })).toBeVisible();
      const { rows } = await app.owner.query('SELECT state FROM correction ORDER BY asked_at');
      expect(rows.map(({ state }) => state)).toEqual(['agreed', 'declined', 'asked']);
      await takeScreenshots(page, 'requests-keys');
    }));

  it("an admin's added entry is marked in report and files, and undone after an objection", () =>
    withApp(async (app) => {
      const [maya] = (await workDay(app, 'Maya Gurung')) as [Worked];
      await app.advance(3 * DAY);
      const browser = await openMonitoring(app);
      const { page } = browser;
      await page.getByRole('button', { name: 'Maya Gurung', exact: true }).first().click();
      const shown = personPage(page, 'Maya Gurung');
      await shown.getByRole('button', { name: 'Correct Nov 20, 2026' }).click();
      const form = page.getByRole('dialog', { name: 'Correct hours of Maya Gurung' });
      await form.getByLabel('Clock Out').fill('1800');
      await form.getByLabel('Reason', { exact: true }).fill('Seen in the workshop');
      await form.getByRole('button', { name: 'Save correction' }).click();
      await expect(shown.getByRole('button', { name: 'Waiting for employee' })).toBeVisible();
      await shown.getByRole('button', { name: 'Add entry on Nov 23, 2026' }).click();
      await form.getByLabel('Clock In').fill('0900');
      await form.getByLabel('Clock Out').fill('1200');
      await form.getByLabel('Reason', { exact: true }).fill('The clock was not reachable');
      await form.getByRole('button', { name: 'Save correction' }).click();
      await expect(shown.getByRole('button', { name: 'Waiting for employee' })).toHaveCount(2);
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'corrected-page');

      await shown.getByRole('button', { name: 'Report' }).click();
      // The report opens with the previous month.
      await page.waitForURL(/report=/);
      await page.evaluate(() => {
        location.hash = location.hash.replace('2026-10-01.2026-10-31', '2026-11-01.2026-11-23');
      });
      const entries = page.getByRole('table', { name: 'Time Entries' });
      await expect(entries.getByRole('button', { name: 'Waiting for employee' })).toHaveCount(2);
      await takeScreenshots(page, 'corrected-report');
      const [csv] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export CSV' }).click(),
      ]);
      const lines = (await readDownload(csv)).bytes.toString().split('\r\n');
      expect(lines.find((line) => line.startsWith('"Nov 20, 2026"'))).toContain(
        'Waiting for employee: was 08:55 - 16:55, is 08:55 - 18:00. Corrected by Administrator on Nov 23, 2026: Seen in the workshop.',
      );
      expect(lines.find((line) => line.startsWith('"Nov 23, 2026"'))).toContain(
        'was missing, is 09:00 - 12:00',
      );
      await entries.getByRole('button', { name: 'Waiting for employee' }).last().click();
      const told = page.getByRole('dialog', { name: 'Correction' });
      await expect(told.getByText('Seen in the workshop')).toBeVisible();
      await takeScreenshots(page, 'corrected-told');
      await told.getByRole('button', { name: 'Open in Requests' }).click();
      const request = page.getByRole('dialog', { name: 'Maya Gurung' });
      await expect(request.getByText('What was changed')).toBeVisible();
      await request.getByRole('button', { name: 'Close' }).click();

      const { corrections } = await maya.client.ask('clock', {});
      const made = corrections.find(({ day }) => day === '2026-11-20');
      await maya.client.ask('decideCorrections', {
        requestId: requestId(),
        action: 'object',
        corrections: [{ id: made?.id ?? '', version: made?.version ?? 0 }],
        reason: 'I left at four',
      });
      await page.getByRole('button', { name: 'Monitoring', exact: true }).click();
      await page.getByRole('button', { name: 'Review request of Maya Gurung' }).click();
      await expect(request.getByText('I left at four').first()).toBeVisible();
      await takeScreenshots(page, 'requests-objection');
      await request.getByRole('button', { name: 'Keep, with reply' }).click();
      const reply = page.getByRole('dialog', { name: "Keep the correction of Maya Gurung's hours" });
      await reply.getByLabel('Reply').fill('The door says five');
      await reply.getByRole('button', { name: 'Keep, with reply' }).click();
      await expect(request.getByText('The door says five')).toBeVisible();
      await expect(request.getByText('It counts. An administrator kept it, with a reply.')).toBeVisible();
      await expect(request.getByRole('button', { name: 'Keep, with reply' })).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Review request of Maya Gurung' })).toHaveCount(0);
      await takeScreenshots(page, 'objection-kept');
      await request.getByRole('button', { name: 'Undo', exact: true }).click();
      await expect(request.getByText('Undone', { exact: true })).toBeVisible();
      const { rows } = await app.owner.query('SELECT count(*)::int FROM counted_entry WHERE clock_out = $1', [
        maya.entry.clockOut,
      ]);
      expect(rows).toEqual([{ count: 1 }]);
    }));
});
