/**
 * Measures the screens on a slow phone: when the largest part is drawn (LCP), and how far things jump (CLS). For INP
 * it takes the slowest answer to a press or key, as browsers do for fewer than fifty. Chromium runs four times slower
 * than this machine, without a cache. The mobile line is good (8.1 Mbit/s, 165 ms round trip). VITALS_LINE=slow uses a
 * poor line (1.6 Mbit/s, 150 ms), for which the limits were not set.
 */
import { chromium } from 'playwright-core';
import { runnerImport } from 'vite';
import { findChromium } from '../../bin/chromium.mjs';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const SLOWER = 4;
const LINES = {
  good: { offline: false, latency: 165, downloadThroughput: 8_100_000 / 8, uploadThroughput: 1_350_000 / 8 },
  slow: { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 },
};
const LINE = LINES[process.env.VITALS_LINE === 'slow' ? 'slow' : 'good'];
const ROUNDS = 3;
const SETTLED_MS = 7000;
const LIMITS = { paint: 1.8, press: 100, shift: 0.05 };

/** Runs in the page: records the browser's own measurements. */
const WATCH = `
  window.vitals = { paint: 0, press: 0, shift: 0 };
  const watch = (type, hear, options = {}) => new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({ type, buffered: true, ...options });
  watch('largest-contentful-paint', ({ startTime }) => { vitals.paint = startTime / 1000; });
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) vitals.shift += value; });
  watch('event', ({ duration, interactionId }) => { if (interactionId) vitals.press = Math.max(vitals.press, duration); }, { durationThreshold: 16 });
`;

const SCREENS = [
  {
    name: 'login',
    who: null,
    drawn: (page) => page.getByRole('button', { name: 'Sign In' }),
    play: async (page) => {
      await page.getByLabel('Email').tap();
      await page.keyboard.type('ada');
      await page.getByRole('button', { name: 'Show password' }).tap();
      await page.getByRole('button', { name: 'Sign In' }).tap();
    },
  },
  {
    name: 'employee',
    who: 'employee',
    drawn: (page) => page.getByRole('region', { name: 'Time Summary' }),
    play: async (page) => {
      await page.getByRole('button', { name: 'Month', exact: true }).tap();
      await page.getByRole('tab', { name: 'Timesheet' }).tap();
      await page.getByRole('button', { name: 'More timesheet actions' }).tap();
      await page.getByRole('menuitemradio', { name: 'Months' }).tap();
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: 'Clock' }).tap();
      // The previous visit started or ended a break, so the button can have either name.
      await page.getByRole('button', { name: /^(Start|End) Break$/ }).tap();
    },
  },
  {
    name: 'admin',
    who: 'admin',
    drawn: (page) => page.getByRole('table', { name: 'All Employees Status' }),
    play: async (page) => {
      await page.getByRole('group', { name: 'Show only' }).getByRole('button').first().tap();
      await page.getByRole('tab', { name: 'Employee Management' }).tap();
      await page.getByRole('list', { name: 'Employees' }).waitFor();
    },
  },
];

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** @param webRoot the built client @throws Error when the machine has no Chromium */
export async function measureVitals(webRoot) {
  const executablePath = await findChromium();
  if (executablePath === null)
    throw new Error('The measure needs Chromium: run npm test once, or name one in PUNCTUAL_CHROMIUM.');
  const { module } = await runnerImport('/bench/screens/place.ts');
  const place = await module.openPlace({ people: 40, days: 90, webRoot });
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const figures = [];
    for (const screen of SCREENS) {
      const cookies = screen.who === null ? [] : await sessionOf(browser, place, place[screen.who]);
      const rounds = [];
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push(await visit(browser, place, screen, cookies));
      const of = (what) => median(rounds.map((round) => round[what]));
      figures.push(
        { label: `LCP of the ${screen.name}`, value: of('paint'), limit: LIMITS.paint, unit: 's' },
        { label: `INP of the ${screen.name}`, value: of('press'), limit: LIMITS.press, unit: 'ms' },
        { label: `CLS of the ${screen.name}`, value: of('shift'), limit: LIMITS.shift, unit: '' },
      );
    }
    return figures;
  } finally {
    await browser.close();
    await place.close();
  }
}

async function sessionOf(browser, { url }, { email, password }) {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: /User menu/ }).waitFor();
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

async function visit(browser, { url }, { drawn, play }, cookies) {
  const context = await browser.newContext({ ...PHONE, baseURL: url });
  await context.addCookies(cookies);
  await context.addInitScript(WATCH);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await page.goto('/');
  // Waits without reading the page, since that would use its scarce processor time. Late content can still jump.
  await page.waitForTimeout(SETTLED_MS);
  await drawn(page).waitFor({ timeout: 1000 });
  const loaded = await page.evaluate(() => ({ ...window.vitals }));
  await page.evaluate(() => {
    window.vitals.press = 0;
  });
  await play(page);
  await page.waitForTimeout(500);
  const { press } = await page.evaluate(() => ({ ...window.vitals }));
  await context.close();
  return { ...loaded, press };
}
