/** The kiosk by the door: pairing, badges, names and PINs, and what an administrator does there. */
import { encodeQR } from 'qr';
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { withApp, type App } from './app.ts';
import { axeViolations, overflowsHorizontally, PHONE, takeScreenshots } from './browser.ts';
import { HOUR } from './dashboard-page.ts';
import {
  ADMIN_BADGE,
  ADMIN_PIN,
  answerOf,
  choosePin,
  giveBadge,
  holdBadge,
  openTablet,
  pressPin,
  TABLET,
  UPRIGHT,
  type Tablet,
} from './kiosk-page.ts';

const BADGE = '00A1B2C3';
const OTHER_BADGE = '00D4E5F6';
const PIN = '161803';
const GUESSED = '314159';
const waits = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Hold your badge to the reader' })).toBeVisible();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const answers = (page: Page, text: string) => expect(page.getByRole('alert').getByText(text)).toBeVisible();

/** Looks at a state in all sizes and both themes. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.evaluate((theme) => (document.documentElement.dataset['theme'] = theme), colorScheme);
    expect.soft([name, colorScheme, await axeViolations(page)]).toEqual([name, colorScheme, []]);
    await takeScreenshots(page, `kiosk-${name}-${colorScheme}`, [TABLET, UPRIGHT, PHONE]);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  expect([name, await overflowsHorizontally(page)]).toEqual([name, false]);
  await page.setViewportSize(TABLET);
}

/** A kiosk with an administrator's PIN, and Maya with a badge. */
async function openGate(
  app: App,
  ...options: Parameters<typeof openTablet> extends [App, ...infer Rest] ? Rest : never
): Promise<Tablet> {
  const tablet = await openTablet(app, ...options);
  await app.createEmployee('Maya Gurung');
  await choosePin(app, app.admin, ADMIN_PIN);
  await giveBadge(tablet, app, 'Maya Gurung', BADGE);
  return tablet;
}

describe('a tablet', () => {
  it('shows a code until an administrator has typed it, and never a login from then on', () =>
    withApp(async (app) => {
      const browser = await app.openBrowser({ viewport: TABLET });
      browser.expectError(/status of 401/);
      const { page } = browser;
      const coded = answerOf(page, 'pairing');
      const opened = await page.goto(`${app.url}/kiosk`);
      expect(opened?.headers()['permissions-policy']).toContain('camera=(self)');
      const { code } = (await (await coded).json()) as { code: string };
      await expect(page.getByText(`${code.slice(0, 4)} ${code.slice(4)}`)).toBeVisible();
      await expect(page.getByRole('img', { name: 'Code for administrators' })).toBeVisible();
      await inspect(page, 'pairing');
      const { page: tablet, context } = await openTablet(app);
      await inspect(tablet, 'waiting');
      await tablet.reload();
      await waits(tablet);
      const stored = await context.cookies();
      expect(stored.filter(({ name }) => name.includes('kiosk'))).toEqual([
        expect.objectContaining({ httpOnly: true, sameSite: expect.stringMatching(/Lax|Strict/) as string }),
      ]);
    }));
});

describe('a badge', () => {
  it('clocks in, is taken while the last answer stands, and then asks what to do', () =>
    withApp(async (app) => {
      const tablet = await openGate(app);
      const { page } = tablet;
      await app.createEmployee('Bikash Rai');
      await giveBadge(tablet, app, 'Bikash Rai', OTHER_BADGE);
      await holdBadge(page, BADGE);
      await answers(page, 'Clocked in at 08:55');
      await holdBadge(page, OTHER_BADGE);
      await answers(page, 'Bikash Rai');
      await inspect(page, 'answer');
      await holdBadge(page, BADGE);
      await answers(page, 'Already clocked in at 08:55');
      await inspect(page, 'repeated');
      await app.advance(HOUR);
      await holdBadge(page, BADGE);
      await expect(page.getByText('Clocked in since 08:55')).toBeVisible();
      for (const name of ['Clock Out', 'Start Break'])
        expect((await button(page, name).boundingBox())?.height).toBeGreaterThanOrEqual(96);
      await inspect(page, 'choose');
      await button(page, 'Start Break').click();
      await answers(page, 'Break started at 09:55');
      await answers(page, 'Today 1h');
    }));

  it('that nobody registered is registered there by an administrator', () =>
    withApp(async (app) => {
      const tablet = await openGate(app);
      const { page } = tablet;
      tablet.expectError(/status of 40[34]/);
      await holdBadge(page, OTHER_BADGE);
      await answers(page, 'This badge is not registered');
      await inspect(page, 'unknown');
      await button(page, 'Administrator: register it').click();
      await inspect(page, 'administrator');
      const { user } = await tablet.admin.ask('whoAmI', {});
      await page.getByRole('textbox').fill(user?.employeeId ?? '');
      await button(page, 'Enter your PIN').click();
      await pressPin(page, ADMIN_PIN);
      await page.getByRole('searchbox').fill('ma');
      await button(page, 'Maya Gurung').click();
      await answers(page, 'This badge now belongs to Maya Gurung');
      await holdBadge(page, OTHER_BADGE);
      await answers(page, 'Clocked in at 08:55');
    }));

  it('on a card is read by the camera', () =>
    withApp(async (app) => {
      const card = 'C0FFEE00112233445566778899AABBCC';
      // The code that reads pictures is slow before it is optimised.
      const tablet = await openGate(app, {}, { isOptimised: true });
      const { page } = tablet;
      await giveBadge(tablet, app, 'Maya Gurung', card);
      // A camera that shows the card.
      await page.evaluate(
        (rows) => {
          const canvas = document.createElement('canvas');
          canvas.width = canvas.height = 480;
          const drawn = canvas.getContext('2d');
          const side = 480 / rows.length;
          const draw = () => {
            if (!drawn) return;
            drawn.fillStyle = '#fff';
            drawn.fillRect(0, 0, 480, 480);
            drawn.fillStyle = '#000';
            rows.forEach((row, y) =>
              row.forEach(
                (isDark, x) => isDark && drawn.fillRect(x * side, y * side, side + 0.5, side + 0.5),
              ),
            );
          };
          setInterval(draw, 100);
          navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream(10));
        },
        encodeQR(card, 'raw', { border: 4 }),
      );
      await button(page, 'Show a card').click();
      await answers(page, 'Clocked in at 08:55');
    }));
});

describe('a name and a PIN', () => {
  it('clock in by keys or keyboard; a wrong PIN says so, and a temporary one is replaced', () =>
    withApp(async (app) => {
      const tablet = await openGate(app);
      const { page, admin } = tablet;
      tablet.expectError(/status of 40[03]/);
      const { employees } = await admin.ask('employees', {});
      const maya = employees.find(({ name }) => name === 'Maya Gurung');
      await admin.ask('confirmIdentity', { currentPassword: 'correct horse' });
      const { pin } = await admin.ask('giveTemporaryPin', { id: maya?.id ?? '' });
      await button(page, 'Name and PIN').click();
      await page.getByRole('searchbox').fill('m');
      await page.getByRole('searchbox').fill('may');
      await inspect(page, 'names');
      await button(page, 'Maya Gurung').click();
      await page.keyboard.type('999998', { delay: 75 });
      await answers(page, 'This PIN is wrong. Nothing was recorded.');
      await inspect(page, 'pin-wrong');
      await pressPin(page, pin);
      await expect(page.getByRole('heading', { name: 'Choose your own PIN' })).toBeVisible();
      await pressPin(page, GUESSED);
      await expect(page.getByRole('heading', { name: 'Enter it once more' })).toBeVisible();
      await inspect(page, 'new-pin');
      await pressPin(page, GUESSED);
      await answers(page, 'This PIN is easy to guess. Choose another.');
      await pressPin(page, PIN + PIN);
      await answers(page, 'Clocked in at 08:55');
    }));

  it('is no place for a badge: held to the reader there, it enters no digit of a PIN', () =>
    withApp(async (app) => {
      const tablet = await openGate(app);
      const { page } = tablet;
      await button(page, 'Name and PIN').click();
      await page.getByRole('searchbox').fill('may');
      await button(page, 'Maya Gurung').click();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.postData() ?? ''));
      await giveBadge(tablet, app, 'Maya Gurung', '0123456789');
      await holdBadge(page, '0123456789');
      await answers(page, 'Clocked in at 08:55');
      expect(asked.filter((body) => body.includes('"pin"'))).toEqual([]);
    }));
});

describe('the kiosk', () => {
  it('asks when somebody left who forgot to clock out', () =>
    withApp(async (app) => {
      const tablet = await openGate(app);
      const { page } = tablet;
      await holdBadge(page, BADGE);
      await answers(page, 'Clocked in at 08:55');
      await app.advance(72 * HOUR);
      await holdBadge(page, BADGE);
      await expect(page.getByRole('heading', { name: /When did you leave/ })).toBeVisible();
      await answers(page, 'Clocked in at 08:55');
      await inspect(page, 'forgotten');
      await button(page, '17:00').click();
      await answers(page, 'Recorded: you left at 17:00');
    }));

  it('speaks the language of whoever punches, and lists who is in for an administrator', () =>
    withApp(async (app) => {
      const tablet = await openGate(app);
      const { page } = tablet;
      const maya = await app.signInElsewhere({
        email:
          (await app.owner.query<{ email: string }>("SELECT email FROM account WHERE name = 'Maya Gurung'"))
            .rows[0]?.email ?? '',
        password: 'correct horse',
      });
      await maya.ask('chooseLanguage', { language: 'de' });
      await holdBadge(page, BADGE);
      await answers(page, 'Eingestempelt um 08:55');
      await page.reload();
      await giveBadge(tablet, app, 'Administrator', ADMIN_BADGE);
      await button(page, 'Administrator').click();
      await holdBadge(page, ADMIN_BADGE);
      await pressPin(page, ADMIN_PIN);
      await expect(page.getByRole('list', { name: 'Who is in' }).getByText('Maya Gurung')).toBeVisible();
      await inspect(page, 'inside');
    }));
});
