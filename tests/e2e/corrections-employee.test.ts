import { describe, expect, it } from 'vitest';
import { requestId } from '#tests/make';
import type { ApiClient } from '../api/client.ts';
import { withApp, type App, type Credentials } from './app.ts';
import { axeViolations, DESK, readDownload, takeScreenshots, type BrowserSession } from './browser.ts';
import {
  activityOf,
  button,
  card,
  DAY,
  HOUR,
  openDashboard,
  openTimesheet,
  chooseMore,
  press,
  punch,
  shows,
  timesheetOf,
} from './dashboard-page.ts';
import { openMonitoring } from './monitoring-page.ts';

/** 08:55 to 16:55 yesterday, Thursday. */
async function yesterday(app: App): Promise<{ maya: Credentials; client: ApiClient }> {
  const maya = await app.createEmployee('Maya Gurung');
  const client = await app.signInElsewhere(maya);
  await client.ask('clockIn', { requestId: requestId() });
  await app.advance(8 * HOUR);
  await client.ask('clockOut', { requestId: requestId() });
  await app.advance(DAY - 8 * HOUR);
  return { maya, client };
}
const THURSDAY = { now: Date.parse('2026-11-19T03:10:00.000Z') };
const day = '2026-11-19';
const wall = (time: string) => ({ day, time });

/** Counted times of Maya's only entry. */
async function counted(client: ApiClient) {
  const { entries } = await client.ask('myTimeEntries', { from: day, to: day });
  const [entry] = entries;
  if (!entry) throw new Error('Nothing counts.');
  return {
    userId: entry.userId,
    entryId: entry.id,
    old: { clockIn: entry.clockIn, clockOut: entry.clockOut, breaks: [] },
  };
}
const dialogOf = ({ page }: BrowserSession, name: string) => page.getByRole('dialog', { name });
const waitingFor = (browser: BrowserSession) => card(browser, 'Waiting for you');

describe('corrections of own hours', () => {
  it('an employee requests a correction in three taps and can withdraw it, and it counts once approved', () =>
    withApp(async (app) => {
      const { maya, client } = await yesterday(app);
      const browser = await openDashboard(app, maya);
      const { page } = browser;
      await openTimesheet(browser);
      await page.evaluate(countTaps);
      await press(browser, 'Correct Nov 19, 2026, 08:55 - 16:55');
      const form = dialogOf(browser, 'Correct my hours');
      await expect(form.getByLabel('Clock Out')).toBeFocused();
      await page.keyboard.type('1730');
      await form.getByRole('button', { name: 'Forgot to clock out' }).click();
      await expect(form.getByText('That day 8h 8h 35m (+35m)')).toBeVisible();
      await takeScreenshots(page, 'correction-form');
      await form.getByRole('button', { name: 'Send request' }).click();
      await expect(form).not.toBeAttached();
      await shows(browser, 'Your request was sent.');
      expect(await page.evaluate(() => document.body.dataset['taps'])).toBe('3');
      await button(browser, 'Requested').click();
      const details = dialogOf(browser, 'Correction');
      await expect(details.getByText('Awaiting approval')).toBeVisible();
      expect(await details.locator('del').textContent()).toBe('Before: 08:55 - 16:55');
      expect(await details.locator('ins').textContent()).toBe('New: 08:55 - 17:30');
      expect(await axeViolations(page)).toEqual([]);
      await details.getByRole('button', { name: 'Withdraw' }).click();
      await shows(browser, 'Your request was withdrawn.');
      await expect(button(browser, 'Requested')).not.toBeAttached();

      const { userId: _, ...change } = await counted(client);
      const asked = await client.ask('askCorrection', {
        requestId: requestId(),
        day,
        reason: 'Forgot to clock out',
        changes: [{ ...change, new: { clockIn: wall('08:55'), clockOut: wall('17:25'), breaks: [] } }],
      });
      await expect(button(browser, 'Requested')).toBeVisible();
      const admin = await app.signInElsewhere(app.admin);
      const { id, version } = asked.correction;
      await admin.ask('decideCorrections', {
        requestId: requestId(),
        action: 'agree',
        corrections: [{ id, version }],
      });
      await expect(button(browser, 'Corrected')).toBeVisible();
      await expect(timesheetOf(browser).getByText('Total 8h 30m').first()).toBeVisible();
      await takeScreenshots(page, 'corrected-timesheet');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        chooseMore(browser, 'menuitem', 'Download CSV'),
      ]);
      expect((await readDownload(file)).bytes.toString()).toBe(
        'Date,Clock In,Clock Out,Hours,Notes,Correction\r\n"Nov 19, 2026",08:55,17:25,8.50,,' +
          '"Corrected: was 08:55 - 16:55, is 08:55 - 17:25. Requested by Maya Gurung on Nov 20, 2026: Forgot to clock out. Approved by Administrator."\r\n',
      );
    }, THURSDAY));

  it('corrections made or sent back by an admin wait on the dashboard for approval or objection', () =>
    withApp(async (app) => {
      const { maya, client } = await yesterday(app);
      const admin = await app.signInElsewhere(app.admin);
      const browser = await openDashboard(app, maya, { viewport: DESK });
      const { page } = browser;
      await expect(timesheetOf(browser).getByText('8h').first()).toBeVisible();
      const { userId, ...change } = await counted(client);
      const times = (clockOut: string) => ({ clockIn: wall('08:55'), clockOut: wall(clockOut), breaks: [] });
      await admin.ask('askCorrection', {
        requestId: requestId(),
        userId,
        day,
        reason: 'Seen leaving at four',
        changes: [{ ...change, new: times('16:00') }],
      });
      const waiting = waitingFor(browser);
      await expect(waiting.getByText('Seen leaving at four')).toBeVisible();
      await expect(timesheetOf(browser).getByText('7h 5m').first()).toBeVisible();
      await takeScreenshots(page, 'awaiting-agreement');
      await waiting.getByRole('button', { name: "Something's wrong" }).click();
      await waiting.getByRole('button', { name: 'Send objection' }).click();
      await expect(waiting.getByText('Say what is wrong', { exact: true })).toBeVisible();
      await waiting.getByLabel('What is wrong?').fill('I was at the printer until five.');
      expect(await axeViolations(page)).toEqual([]);
      await waiting.getByRole('button', { name: 'Send objection' }).click();
      await expect(waiting).not.toBeAttached();
      await timesheetOf(browser).getByRole('button', { name: 'Objection' }).click();
      const details = dialogOf(browser, 'Correction');
      await expect(details.getByText('I was at the printer until five.')).toBeVisible();
      await details.getByRole('button', { name: 'Approve' }).click();
      await expect(button(browser, 'Corrected')).toBeVisible();

      const now = await counted(client);
      const asked = await client.ask('askCorrection', {
        requestId: requestId(),
        day,
        reason: 'Wrong time',
        changes: [{ entryId: now.entryId, old: now.old, new: times('17:00') }],
      });
      const { id, version } = asked.correction;
      await admin.ask('sendBackCorrection', {
        requestId: requestId(),
        id,
        version,
        reason: 'Half past four, I think',
        changes: [{ entryId: now.entryId, old: now.old, new: times('16:30') }],
      });
      await expect(waiting.getByText('Half past four, I think')).toBeVisible();
      await waiting.getByRole('button', { name: 'Approve' }).click();
      await expect(waiting).not.toBeAttached();
      await expect(timesheetOf(browser).getByText('7h 35m').first()).toBeVisible();
    }, THURSDAY));

  it('the dashboard shows an approval or a decline until the admin undoes it', () =>
    withApp(async (app) => {
      const { maya, client } = await yesterday(app);
      const { userId: _, ...change } = await counted(client);
      await client.ask('askCorrection', {
        requestId: requestId(),
        day,
        reason: 'The last delivery',
        changes: [{ ...change, new: { clockIn: wall('08:55'), clockOut: wall('17:55'), breaks: [] } }],
      });
      const hers = await openDashboard(app, maya, { viewport: DESK });
      const told = card(hers, 'About your hours');
      const grace = await openMonitoring(app);
      const { page } = grace;
      await page.getByRole('button', { name: 'Requests (1)' }).click();
      const row = page.getByRole('list', { name: 'Requests to review' }).getByRole('listitem');
      const undo = () => page.getByRole('button', { name: 'Undo', exact: true }).click();

      await row.getByRole('button', { name: /^Approve/ }).click();
      await expect(page.getByText('The request was approved.')).toBeVisible();
      await expect(told.getByText(/^Approved by Administrator/)).toBeVisible();
      await expect(timesheetOf(hers).getByText('9h').first()).toBeVisible();
      await undo();
      await expect(page.getByText("Back in 'To review'.")).toBeVisible();
      await expect(page.getByRole('button', { name: 'To review 1' })).toBeVisible();
      await expect(told).not.toBeAttached();
      await expect(timesheetOf(hers).getByText('8h').first()).toBeVisible();

      await row.getByRole('button', { name: /^Decline/ }).click();
      const declining = page.getByRole('dialog', { name: "Decline Maya Gurung's request" });
      await declining.getByLabel('Reason').fill('The gate closed at five');
      await declining.getByRole('button', { name: 'Decline' }).click();
      await expect(told.getByText('The gate closed at five')).toBeVisible();
      // The minute for undoing is over, but the page still offers to undo.
      await app.advance(61_000);
      grace.expectError(/409.*corrections\/decide/);
      await undo();
      await expect(page.getByText('Not undone. This can no longer be undone.')).toBeVisible();
      await told.getByRole('button', { name: 'Got it' }).click();
      await expect(told).not.toBeAttached();
    }, THURSDAY));

  it('after a clock-out, one press opens a form that sends several rows at once and keeps refused input', () =>
    withApp(async (app) => {
      const { maya } = await yesterday(app);
      const browser = await openDashboard(app, maya);
      const { page } = browser;
      await punch(browser, 'Clock In');
      await app.advance(4 * HOUR);
      await punch(browser, 'Clock Out');
      const asked = activityOf(browser).getByRole('group', { name: 'Is this right?' });
      await takeScreenshots(page, 'is-this-right');
      await asked.getByRole('button', { name: 'No, change it' }).click();
      const form = dialogOf(browser, 'Correct my hours');
      // A suggested reason opens its field, so any change takes three taps.
      const suggest = (name: string) => form.getByRole('button', { name }).click();
      await suggest('Made by mistake');
      await expect(form.getByText('This entry will be removed.')).toBeVisible();
      await form.getByRole('button', { name: 'Keep it' }).click();
      await suggest('Forgot to clock in');
      await expect(form.getByLabel('Clock In')).toBeFocused();
      await suggest('Forgot a break');
      await page.keyboard.type('1000');
      await form.getByLabel('Clock Out').fill('12:30');
      await form.getByLabel('Reason').fill('');
      await form.getByLabel('Break 1 end').fill('10:20');
      await form.getByRole('button', { name: 'Add a missed entry' }).click();
      await page.keyboard.type('1200');
      const missed = form.getByRole('region', { name: 'Missed entry' });
      await missed.getByLabel('Clock Out').fill('12:45');
      await form.getByRole('button', { name: 'Send request' }).click();
      await expect(form.getByText('Enter a reason')).toBeVisible();
      await form.getByLabel('Reason').fill('Back after lunch');
      browser.expectError(/409/);
      await form.getByRole('button', { name: 'Send request' }).click();
      await expect(form.getByText(/overlap/i).first()).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'correction-refused');
      await page.keyboard.press('Escape');
      await press(browser, 'Keep editing');
      await missed.getByLabel('Clock In').fill('12:35');
      await form.getByRole('button', { name: 'Send request' }).click();
      await expect(form).not.toBeAttached();
      await expect(activityOf(browser).getByRole('button', { name: 'Requested' })).toHaveCount(2);
      const { rows } = await app.owner.query<{ id: string; version: number }>(
        'SELECT id, version FROM correction',
      );
      expect(rows).toHaveLength(1);
      const admin = await app.signInElsewhere(app.admin);
      await admin.ask('decideCorrections', {
        requestId: requestId(),
        action: 'decline',
        corrections: rows,
        reason: 'You were in a meeting',
      });
      const told = card(browser, 'About your hours');
      await expect(told.getByText('You were in a meeting')).toBeVisible();
      await expect(asked.getByRole('button', { name: 'Yes' })).toBeVisible();
      await asked.getByRole('button', { name: 'Yes' }).click();
      // The message stays for days, since the employee may have been away.
      await app.advance(4 * DAY);
      await page.reload();
      await expect(told).toBeVisible();
      expect(await asked.count()).toBe(0);
      await takeScreenshots(page, 'correction-declined');
      await told.getByRole('button', { name: 'Got it' }).click();
      await expect(told).not.toBeAttached();
      await page.reload();
      await expect(button(browser, 'Clock In')).toBeVisible();
      expect(await told.count()).toBe(0);
    }, THURSDAY));
});

/** In the page: counts taps, not key presses. */
function countTaps(): void {
  let taps = 0;
  addEventListener(
    'click',
    ({ detail }) => {
      if (detail > 0) document.body.dataset['taps'] = String((taps += 1));
    },
    true,
  );
}
