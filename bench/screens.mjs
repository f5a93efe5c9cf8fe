/**
 * `npm run bench -- screens`: measures how long an admin waits for the first complete monitoring screen and for a
 * month's report over all employees. Also measures the browser's work while people punch. Runs with 40, 1,000 and
 * 5,000 people with a year of entries each. Smaller: SCREENS_PEOPLE=40 SCREENS_DAYS=30 SCREENS_SECONDS=5. Needs a
 * build and Chromium.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { runnerImport } from 'vite';
import { findChromium } from '../bin/chromium.mjs';

const SIZES = (process.env['SCREENS_PEOPLE'] ?? '40,1000,5000').split(',').map(Number);
const DAYS = Number(process.env['SCREENS_DAYS'] ?? 365);
const SECONDS = Number(process.env['SCREENS_SECONDS'] ?? 10);
const PUNCHES_A_SECOND = 50;
const ROUNDS = 5;
const WEB = path.resolve('dist/web');

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const timed = async (work) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
const rounds = async (work) => {
  const values = [];
  for (let round = 0; round < ROUNDS; round += 1) values.push(await work());
  return median(values);
};
const ms = (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const line = (label, value, more = '') =>
  console.log(`  ${label.padEnd(44)} ${value.padStart(9)}${more && `   ${more}`}`);

/** Runs in the page: records when the board or the login has been drawn. */
const WATCH = `(() => {
  const isThere = () => document.querySelector('[role=table] tbody tr') ? 'board' : document.querySelector('input[type=password]') ? 'login' : null;
  new MutationObserver(() => {
    const what = isThere();
    if (!what || window.drawn?.what === what) return;
    window.drawn = { what };
    requestAnimationFrame(() => setTimeout(() => { window.drawn = { what, at: performance.now() }; }));
  }).observe(document, { childList: true, subtree: true });
})()`;

/** Prints each figure at once. There are no limits, since every machine has its own figures. */
export async function measure() {
  if (!existsSync(path.join(WEB, 'index.html')))
    throw new Error('The web client is not built: run npm run build.');
  const executablePath = await findChromium();
  if (executablePath === null)
    throw new Error('The measure needs Chromium: run npm test once, or name one in PUNCTUAL_CHROMIUM.');
  const { module } = await runnerImport('/bench/screens/place.ts');
  for (const people of SIZES) {
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    let place;
    try {
      const made = await timed(async () => {
        place = await module.openPlace({ people, days: DAYS, webRoot: WEB });
      });
      console.log(
        `\n${people.toLocaleString('en-US')} people x ${DAYS} days (made in ${(made / 1000).toFixed(1)} s)`,
      );
      await measurePlace(browser, place);
    } finally {
      await browser.close();
      await place?.close();
    }
  }
  return [];
}

async function measurePlace(browser, place) {
  const context = await browser.newContext({ baseURL: place.url, viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(60_000);
  await context.addInitScript(WATCH);
  const first = await context.newPage();
  const drawn = async (page, what) =>
    (
      await page.waitForFunction((wanted) => window.drawn?.what === wanted && window.drawn.at, what)
    ).jsonValue();
  const load = async (what) => {
    const page = await context.newPage();
    await page.goto('/');
    const at = await drawn(page, what);
    await page.close();
    return at;
  };
  await first.goto('/');
  const login = await rounds(() => load('login'));
  line('login page drawn', ms(login));
  await first.getByLabel('Email').fill(place.admin.email);
  await first.getByLabel('Password', { exact: true }).fill(place.admin.password);
  await first.getByRole('button', { name: 'Sign In' }).click();
  await drawn(first, 'board');
  await first.close();
  const board = await rounds(() => load('board'));
  line('first complete monitoring screen', ms(board), `${(board / login).toFixed(1)} x the login page`);

  await place.readBoard();
  const query = await rounds(() => timed(() => place.readBoard()));
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const ask = (address, encoding = 'gzip') =>
    fetch(`${place.url}${address}`, { headers: { cookie, 'accept-encoding': encoding } });
  const answer = await rounds(() =>
    timed(async () => void (await (await ask('/api/monitoring')).arrayBuffer())),
  );
  const raw = (await (await ask('/api/monitoring', 'identity')).arrayBuffer()).byteLength;
  const sent = Number((await ask('/api/monitoring')).headers.get('content-length') ?? raw);
  line("the board's query alone", ms(query));
  line(
    "the board's whole answer",
    ms(answer),
    `${(answer / query).toFixed(1)} x the query; ${(sent / 1000).toFixed(0)} KB sent of ${(raw / 1000).toFixed(0)}`,
  );
  if (place.reportPath !== null) await measureReport(place, ask, login);
  await measureBusy(context, place, drawn);
  await context.close();
}

/** Requests all pages of the report, one after the other, as the screen does. */
async function measureReport({ reportPath, month }, ask, login) {
  const report = async () => {
    let from = null;
    do {
      const query = new URLSearchParams({ ...month, rules: 'standard', ...(from === null ? {} : { from }) });
      const response = await ask(`${reportPath}?${query}`);
      if (!response.ok)
        throw new Error(`The report was refused: ${response.status} ${await response.text()}`);
      from = (await response.json()).next ?? null;
    } while (from !== null);
  };
  const taken = await rounds(() => timed(report));
  line("a month's report over all employees", ms(taken), `${(taken / login).toFixed(1)} x the login page`);
}

/** Measures the page's processor time per second: first when nothing happens, then while people punch. */
async function measureBusy(context, place, drawn) {
  const page = await context.newPage();
  await page.goto('/');
  await drawn(page, 'board');
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ type: 'longtask' });
  });
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const figures = async () =>
    Object.fromEntries(
      (await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]),
    );
  const during = async (label, end = async () => 0) => {
    await page.waitForTimeout(1000);
    const before = await figures();
    const took = await timed(() => page.waitForTimeout(SECONDS * 1000));
    const after = await figures();
    const count = await end();
    const perSecond = (...names) =>
      (names.reduce((sum, name) => sum + after[name] - before[name], 0) * 1_000_000) / took;
    const longest = await page.evaluate(() => window.longest);
    const parts = `script ${ms(perSecond('ScriptDuration'))}, style and layout ${ms(perSecond('RecalcStyleDuration', 'LayoutDuration'))}; longest task ${longest > 0 ? ms(longest) : 'under 50 ms'}`;
    line(
      label,
      ms(perSecond('TaskDuration')),
      `a second: ${parts}; heap ${(after.JSHeapUsedSize / 1e6).toFixed(0)} MB${count > 0 ? `; ${count} punches` : ''}`,
    );
  };
  await during('the page while nothing happens');
  await during(`the page under ${PUNCHES_A_SECOND} punches a second`, place.letPunch(PUNCHES_A_SECOND));
}
