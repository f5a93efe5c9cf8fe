/** Leave: asked for, approved, declared, changed and cancelled. */
import { describe, expect, it } from 'vitest';
import { requestId } from '#tests/make';
import { MINUTE, withApp } from './app.ts';
import { axeViolations, DESK, overflowsHorizontally, PHONE, takeScreenshots } from './browser.ts';

describe('leave', () => {
  it('is asked for and approved, or counts at once when somebody is ill, and both sides see it', () =>
    withApp(async (app) => {
      const ada = await app.createEmployee('Ada Lovelace');
      const own = await app.openBrowser({ as: ada, viewport: PHONE });
      await own.page.getByRole('tab', { name: 'Leave' }).click();
      const card = own.page.getByRole('region', { name: 'Leave' });
      await card.getByRole('button', { name: 'Holiday' }).click();
      const form = own.page.getByRole('dialog', { name: 'Holiday' });
      // Two taps, and the dates and the button need no scrolling.
      for (const part of [
        form.getByLabel('First day'),
        form.getByLabel('Last day'),
        form.getByRole('button', { name: 'Send request' }),
      ])
        expect(await part.evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThanOrEqual(
          PHONE.height,
        );
      await form.getByLabel('First day').fill('2026-11-23');
      await expect(form.getByText('1 day', { exact: true })).toBeVisible();
      await expect(form.getByText('of work, 8h')).toBeVisible();
      expect(await axeViolations(own.page)).toEqual([]);
      await takeScreenshots(own.page, 'leave-form');
      await form.getByRole('button', { name: 'Send request' }).click();
      const sent = own.page.getByText('The request was sent.');
      await expect(sent).toBeVisible();
      // On a phone the message covers the tab bar, and no row.
      const [message, bar] = await Promise.all(
        [sent, own.page.getByRole('tablist')].map((one) => one.boundingBox()),
      );
      expect(message && bar && message.y >= bar.y).toBe(true);
      await expect(card.getByText('Awaiting approval')).toBeVisible();
      const { page } = await app.openBrowser({ as: app.admin });
      await page.getByRole('button', { name: 'Requests (1)' }).click();
      const request = page.getByRole('listitem').filter({ hasText: 'Holiday' });
      await expect(request.getByText('Nov 23, 2026').first()).toBeVisible();
      for (const text of ['1 day', '1 day of work, 8h'])
        await expect(request.getByText(text, { exact: true })).toBeVisible();
      await takeScreenshots(page, 'leave-requests');
      await request.getByRole('button', { name: /^Approve/ }).click();
      await expect(page.getByText('The request was approved.')).toBeVisible();
      await page.goto(`${app.url}/#/monitoring`);
      await expect(card.getByText('Nov 23, 2026, 1 day')).toBeVisible();
      await expect(card.getByText('Awaiting approval')).not.toBeVisible();
      await takeScreenshots(own.page, 'leave');
      for (const viewport of [PHONE, DESK]) {
        await own.page.setViewportSize(viewport);
        expect(await overflowsHorizontally(own.page)).toBe(false);
      }

      await card.getByRole('button', { name: 'Sick' }).click();
      await own.page.getByRole('dialog', { name: 'Sick' }).getByRole('button', { name: 'Save' }).click();
      await expect(own.page.getByText('The leave was saved.')).toBeVisible();
      // Under the pointer the message stays.
      await own.page.getByRole('button', { name: 'Undo' }).hover();
      await own.page.goto(`${app.url}/#`);
      await expect(
        own.page.getByRole('region', { name: 'Today', exact: true }).getByText('On leave'),
      ).toBeVisible();
      await page.getByRole('button', { name: /^On leave/ }).click();
      const row = page.getByRole('row').filter({ hasText: 'Ada Lovelace' });
      await expect(row.getByText('On leave')).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await takeScreenshots(page, 'leave-board');
      // 'Undo' within ten seconds removes the leave from the dashboard and from the board.
      await own.page.getByRole('button', { name: 'Undo' }).click();
      await expect(own.page.getByText('Undone.')).toBeVisible();
      await expect(
        own.page.getByRole('region', { name: 'Today', exact: true }).getByText('On leave'),
      ).not.toBeVisible();
      await expect(row.getByText('On leave')).not.toBeVisible();
    }));

  it('asks what it costs only once a date is whole', () =>
    withApp(async (app) => {
      const ada = await app.createEmployee('Ada Lovelace');
      const { page } = await app.openBrowser({ as: ada });
      const asked: (string | null)[] = [];
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname === '/api/leave/cost') asked.push(searchParams.get('first'));
      });
      await page.getByRole('tab', { name: 'Leave' }).click();
      await page.getByRole('region', { name: 'Leave' }).getByRole('button', { name: 'Holiday' }).click();
      const form = page.getByRole('dialog', { name: 'Holiday' });
      await form.getByLabel('First day').focus();
      await page.keyboard.type('12142026', { delay: 50 });
      await expect(form.getByLabel('First day')).toHaveValue('2026-12-14');
      await expect.poll(() => asked.at(-1)).toBe('2026-12-14');
      expect(asked.filter((day) => !day?.startsWith('2026-'))).toEqual([]);
    }));

  it('that was worked on says so, and each side leads from its row to shortening or cancelling it', () =>
    withApp(async (app) => {
      const ada = await app.createEmployee('Ada Lovelace');
      const [hers, admin] = [await app.signInElsewhere(ada), await app.signInElsewhere(app.admin)];
      const holiday = { kind: 'holiday', first: '2026-11-19', last: '2026-11-20', half: null };
      const { correction } = await hers.ask('askLeave', { old: null, new: holiday, reason: '' });
      const { id, version } = correction;
      await admin.ask('decideCorrections', { action: 'agree', corrections: [{ id, version }] });
      const own = await app.openBrowser({ as: ada, viewport: PHONE });
      await own.page.getByRole('tab', { name: 'Timesheet' }).click();
      const row = own.page.getByRole('row').filter({ hasText: 'Nov 20, 2026' });
      await app.clockIn(ada);
      await expect(row).toBeVisible();
      await expect(row.getByText('on leave')).not.toBeVisible();
      await app.advance(180 * MINUTE);
      await hers.ask('clockOut', { requestId: requestId() });
      await expect(row.getByText('Worked 3h on leave')).toBeVisible();
      const { page } = await app.openBrowser({ as: app.admin });
      await page.goto(`${app.url}/#employees`);
      await page.getByRole('button', { name: 'Ada Lovelace' }).first().click();
      const drawer = page.getByRole('dialog', { name: 'Ada Lovelace' });
      const day = drawer.getByRole('listitem').filter({ hasText: 'Worked 3h on leave' });
      for (const shown of [own.page, page]) {
        expect(await axeViolations(shown)).toEqual([]);
        expect(await overflowsHorizontally(shown)).toBe(false);
      }
      await takeScreenshots(own.page, 'worked-on-leave');
      await takeScreenshots(page, 'worked-on-leave-drawer');

      const about = 'Holiday, Nov 19, 2026 - Nov 20, 2026';
      await day.getByRole('button', { name: `Cancel ${about}` }).click();
      const cancelling = page.getByRole('dialog', { name: 'Cancel holiday' });
      await cancelling.getByRole('button', { name: 'Cancel leave' }).click();
      await expect(cancelling).not.toBeAttached();
      // The offer rests while the other side decides.
      await expect(day.getByRole('button', { name: `Cancel ${about}` })).not.toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).click();

      await row.getByRole('button', { name: `Change ${about}` }).click();
      const dialog = own.page.getByRole('dialog', { name: 'Change holiday' });
      await dialog.getByLabel('Last day').fill('2026-11-19');
      await dialog.getByRole('button', { name: 'Send request' }).click();
      await expect(dialog).not.toBeAttached();
      const [request] = (await hers.ask('leave', {})).requests;
      const shortened = [{ id: request?.id ?? '', version: request?.version ?? 0 }];
      await admin.ask('decideCorrections', { action: 'agree', corrections: shortened });
      for (const words of [row, day]) await expect(words.getByText('Worked 3h on leave')).not.toBeVisible();
      expect((await hers.ask('leave', {})).leave).toMatchObject([{ last: '2026-11-19' }]);
    }));

  it('that is sickness over a holiday says when the days of the holiday come back', () =>
    withApp(async (app) => {
      const ada = await app.createEmployee('Ada Lovelace');
      const [hers, admin] = [await app.signInElsewhere(ada), await app.signInElsewhere(app.admin)];
      const { version, kinds } = await admin.ask('leaveSettings', {});
      const allowance = { unit: 'days', amount: 30, carriedMonths: 3 } as const;
      await admin.ask('saveLeaveSettings', { version, kinds, allowance });
      const holiday = { kind: 'holiday', first: '2026-11-23', last: '2026-11-24', half: null };
      const { user } = await hers.ask('whoAmI', {});
      await admin.ask('askLeave', { userId: user?.id, old: null, new: holiday, reason: '' });
      const { page } = await app.openBrowser({ as: ada });
      await page.getByRole('tab', { name: 'Leave' }).click();
      await page.getByRole('region', { name: 'Leave' }).getByRole('button', { name: 'Sick' }).click();
      const form = page.getByRole('dialog', { name: 'Sick' });
      await expect(form.getByText('Optional. It counts at once.', { exact: true })).toBeVisible();
      await form.getByLabel('Last day').fill('2026-11-23');
      await expect(
        form.getByText(
          'It counts at once. The leave days it replaces come back when an administrator approves.',
        ),
      ).toBeVisible();
    }));
});
