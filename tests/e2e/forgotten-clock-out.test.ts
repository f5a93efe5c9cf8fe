/** Somebody forgets to clock out on two days in a row and later states when they left. */
import { expect, it } from 'vitest';
import { runReminders } from '#server/hours/reminders/reminders';
import { testConfig } from '#tests/make';
import { silentLog } from '#tests/support/silent-log';
import { withApp, type App } from './app.ts';
import { axeViolations, overflowsHorizontally, takeScreenshots, type BrowserSession } from './browser.ts';
import {
  button,
  card,
  clockOf,
  entryCount,
  HOUR,
  openDashboard,
  press,
  punch,
  shows,
} from './dashboard-page.ts';

/** The check that a server makes every minute, without the mail. */
const remind = ({ database, now, owner, url }: App): Promise<void> =>
  runReminders({
    address: () => url,
    clock: { now },
    config: testConfig(),
    database,
    log: silentLog,
    mailer: { by: 'mail', host: null, from: '', send: async () => {} },
    wake: () => void owner.query('NOTIFY punctual_ledger'),
  });

/** Taps the place of `first` twice, the second time once `then` is there. */
const doubleTap = ({ page }: BrowserSession, first: string, then: string): Promise<void> =>
  page.evaluate(
    async (names) => {
      for (const name of names) {
        const named = [...document.querySelectorAll('button')].find(
          ({ textContent }) => textContent === name,
        );
        named?.dispatchEvent(
          new PointerEvent('click', {
            bubbles: true,
            cancelable: true,
            pointerType: 'touch',
            clientX: 90,
            clientY: 465,
          }),
        );
        // Right after the screen has changed.
        await new Promise((drawn) => requestAnimationFrame(drawn));
      }
    },
    [first, then],
  );

it('after a forgotten clock-out, an employee answers with one tap or a typed time, and can clock in first', () =>
  withApp(
    async (app) => {
      const phone = await openDashboard(app);
      await punch(phone, 'Clock In');

      // The open page shows the reminder until they confirm that they are still at work.
      await app.advance(10 * HOUR);
      await remind(app);
      await expect(card(phone, 'Did you forget to clock out?')).toBeVisible();
      expect(await axeViolations(phone.page)).toEqual([]);
      await takeScreenshots(phone.page, 'clock-out-reminder');
      await press(phone, 'I am still at work');
      await expect(card(phone, 'Did you forget to clock out?')).not.toBeAttached();

      await app.advance(14 * HOUR);
      // The clock works even if the question cannot be loaded.
      phone.expectError(/ERR_FAILED/);
      await phone.page.route(/forgotten-question/, (route) => route.abort());
      await phone.page.reload();
      await press(phone, 'When did you leave yesterday?');
      await shows(phone, 'The question of when you left could not be loaded.');
      await expect(button(phone, 'Clock In')).toBeVisible();
      await takeScreenshots(phone.page, 'question-not-loaded');
      await phone.page.unrouteAll();
      await press(phone, 'Try again');
      const question = card(phone, 'When did you leave yesterday?');
      await expect(question.getByRole('button', { name: '17:00 End of the shift' })).toBeVisible();
      expect(await axeViolations(phone.page)).toEqual([]);
      expect(await overflowsHorizontally(phone.page)).toBe(false);
      await takeScreenshots(phone.page, 'forgotten-clock-out');
      // The clock moves up under the finger, so the second tap of a double tap must not press it.
      await doubleTap(phone, 'Ask me later', 'Clock In');
      await expect(button(phone, 'When did you leave yesterday?')).toBeVisible();
      expect(await entryCount(app)).toBe(1);
      const { y = 0, height = 0 } = (await button(phone, 'Clock In').boundingBox()) ?? {};
      expect(y + height).toBeLessThanOrEqual(640);
      await punch(phone, 'Clock In');
      await expect(clockOf(phone).getByText('Clocked In')).toBeVisible();

      await app.advance(24 * HOUR);
      await phone.page.reload();
      await press(phone, 'When did you leave on Tuesday?');
      await expect(
        card(phone, 'When did you leave on Tuesday?').getByText('1 more after this'),
      ).toBeVisible();
      phone.expectError(/400/);
      await phone.page.getByLabel('Another time').fill('08:00');
      await phone.page.getByLabel('Another time: day').selectOption('Tue Nov 17, 2026');
      await press(phone, 'Save');
      await shows(phone, 'The time must not be before the last punch, Nov 17, 2026, 08:55');
      // A button still works while the field with the refused time has the focus.
      await phone.page.getByRole('textbox', { name: 'Another time' }).focus();
      await press(phone, 'Ask me later');
      await press(phone, 'When did you leave on Tuesday?');
      await phone.page.getByRole('textbox', { name: 'Another time' }).fill('0500');
      await press(phone, 'Save');
      await shows(phone, /^Tuesday 08:55 to Wednesday 05:00, 20h 5m\?$/);
      await takeScreenshots(phone.page, 'forgotten-question-asked');
      await phone.page.getByRole('textbox', { name: 'Another time' }).fill('1640');
      await phone.page.keyboard.press('Enter');
      await expect(card(phone, 'When did you leave yesterday?')).toBeVisible();
      await button(phone, '17:00 End of the shift').focus();
      await phone.page.keyboard.press('Enter');
      await expect(question).not.toBeAttached();
      // Keyboard users continue from the main part of the page.
      await expect(phone.page.getByRole('main')).toBeFocused();
      await expect(button(phone, 'Clock In')).toBeVisible();
      const stated = phone.page.getByRole('region', { name: 'Ends stated today' });
      await expect(stated.getByRole('button', { name: 'Corrected' })).toHaveCount(2);
      await stated.getByRole('button', { name: 'Corrected' }).first().click();
      await shows(phone, /End stated by Maya Gurung on .*Own statement/);
      const { rows } = await app.owner.query(
        `SELECT to_char(clock_out AT TIME ZONE 'Asia/Kathmandu', 'Dy HH24:MI') AS left, reason FROM counted_entry e
         JOIN time_entry_closing c ON c.entry_id = e.id WHERE c.closed_by = e.user_id ORDER BY e.clock_in`,
      );
      expect(rows).toEqual([
        { left: 'Tue 16:40', reason: 'Own statement' },
        { left: 'Wed 17:00', reason: 'Own statement' },
      ]);
    },
    // Tuesday, 08:55 in Kathmandu.
    { now: Date.parse('2026-11-17T03:10:00.000Z') },
  ));
