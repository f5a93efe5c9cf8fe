/**
 * A Chromium driven by playwright-core, its clock set by the test, in a zone whose offset is no whole hour.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Download, type Page } from 'playwright-core';
import { inject } from 'vitest';

export const ZONE = 'Asia/Kathmandu';
export const PHONE = { width: 360, height: 740 };
export const DESK = { width: 1280, height: 900 };
/** The narrowest that is supported. */
export const NARROW = { width: 320, height: 640 };
/**
 * How many times slower the pages run, to find tests that only pass on a quick machine: `SLOWDOWN=6 npx
 * vitest run --project e2e`.
 */
const SLOWDOWN = Number(process.env['SLOWDOWN'] ?? 1);
/** Half as long as what the package's main file carries, and each page reads it anew. */
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const PICTURES = process.env['PICTURES'] === '1' ? 'test-results/pictures' : null;

let browser: Promise<Browser> | undefined;

/** The run's one Chromium, which `tests/support/browser-setup.ts` has started. */
const connectBrowser = (): Promise<Browser> => (browser ??= chromium.connect(inject('chromium')));

/** Also closes whatever a test has left open there. */
export async function disconnectBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

export interface BrowserSession {
  readonly page: Page;
  readonly context: BrowserContext;
  /**
   * Errors of the page so far: whatever it wrote to the console as an error, and exceptions nobody caught.
   */
  readonly errors: string[];
  /** From now on, errors that match are what the test wants to see (a refused request shows up as one). */
  expectError(pattern: RegExp): void;
}

type Cookies = Parameters<BrowserContext['addCookies']>[0];

export interface BrowserOptions {
  readonly viewport?: { width: number; height: number };
  /** The browser's own zone. */
  readonly zone?: string;
  /**
   * With the service worker, which keeps the page for when there is no connection; otherwise tests see every
   * request.
   */
  readonly serviceWorker?: boolean;
}

/**
 * A browser of its own: separate cookies, and its clock standing at `now` (epoch ms) until the test moves it.
 */
export async function openBrowserSession(
  options: BrowserOptions & { url: string; now: number; cookies: Cookies },
): Promise<BrowserSession> {
  const context = await (
    await connectBrowser()
  ).newContext({
    baseURL: options.url,
    timezoneId: options.zone ?? ZONE,
    locale: 'en-US',
    viewport: options.viewport ?? DESK,
    reducedMotion: 'reduce',
    serviceWorkers: options.serviceWorker ? 'allow' : 'block',
    acceptDownloads: true,
    permissions: ['geolocation'],
    geolocation: { latitude: 27.7172, longitude: 85.324 },
  });
  context.setDefaultTimeout(30_000);
  await context.addCookies(options.cookies);
  const page = await context.newPage();
  if (SLOWDOWN > 1)
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.clock.setFixedTime(options.now);
  const errors: string[] = [];
  const expected: RegExp[] = [];
  const note = (problem: string): void => {
    if (!expected.some((pattern) => pattern.test(problem))) errors.push(problem);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') note(`${message.text()} ${message.location().url}`.trim());
  });
  page.on('pageerror', (error) => note(String(error)));
  return {
    page,
    context,
    errors,
    expectError: (pattern) => {
      expected.push(pattern);
    },
  };
}

/**
 * What axe finds wrong with the page, one line a finding; empty when nothing. It is run from outside of the
 * page's Content-Security-Policy, which stays in force.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe: runner } = window as unknown as {
      axe: { run(root: Document, options: object): Promise<AxeResults> };
    };
    const { violations } = await runner.run(document, { resultTypes: ['violations'] });
    return violations.flatMap((violation) =>
      violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} (${violation.help})`),
    );
  });
}

/** What a page gave to be saved. The browser belongs to another process, so there is no file to read. */
export async function readDownload(download: Download): Promise<{ name: string; bytes: Buffer }> {
  const chunks = await (await download.createReadStream()).toArray();
  return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

/**
 * The page waits for answers as long as they take: how long a test holds one back is a matter of the machine
 * it runs on.
 */
export async function disableRequestTimeouts(page: Page): Promise<void> {
  const forget = (): void => {
    AbortSignal.timeout = () => new AbortController().signal;
  };
  await page.addInitScript(forget);
  await page.evaluate(forget);
}

/** Whether people would have to scroll sideways. */
export const overflowsHorizontally = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/**
 * Takes a picture of the whole page on a phone and on a desk, for people to look at, when
 * they are asked for by PICTURES=1: 'test-results/pictures/<name>-360.png'.
 */
export async function takeScreenshots(
  page: Page,
  name: string,
  viewports: readonly { width: number; height: number }[] = [PHONE, DESK],
): Promise<void> {
  if (PICTURES === null) return;
  mkdirSync(PICTURES, { recursive: true });
  const before = page.viewportSize();
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    await page.screenshot({
      path: join(PICTURES, `${name}-${viewport.width}.png`),
      fullPage: true,
      animations: 'disabled',
    });
  }
  if (before !== null) await page.setViewportSize(before);
}
