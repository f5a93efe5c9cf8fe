/** A Chromium driven by playwright-core; the test sets its clock, and its zone is not a whole hour from UTC. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type Download,
  type Page,
  type Route,
} from 'playwright-core';
import { inject } from 'vitest';
import { problemStatus, problemText, type ProblemCode } from '#contract/problems';

export const ZONE = 'Asia/Kathmandu';
export const PHONE = { width: 360, height: 740 };
export const DESK = { width: 1280, height: 900 };
/** The narrowest that is supported. */
export const NARROW = { width: 320, height: 640 };
/** Slows the pages, to find tests that need a fast machine: `SLOWDOWN=6 npx vitest run --project e2e`. */
const SLOWDOWN = Number(process.env['SLOWDOWN'] ?? 1);
/** The minified file: half as long, and every page parses it again. */
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const PICTURES = process.env['PICTURES'] === '1' ? 'test-results/pictures' : null;

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Fewer processes per page save an eighth of the time.
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
];
/**
 * A page lives for a second or two, so garbage collection costs more than it saves, and so does optimising its
 * code, unless the page makes PDFs.
 */
const engineFlags = (isOptimised: boolean): string =>
  `--js-flags=${isOptimised ? '' : '--no-opt --no-maglev '}--max-lazy --min-semi-space-size=16 --initial-old-space-size=128`;

const browsers = new Map<boolean, Promise<Browser>>();

/**
 * Starts this worker's Chromium, which all of its test files share; it ends with the worker. One Chromium for all
 * workers costs more, since every message then passes through vitest's main process.
 */
function startBrowser(isOptimised: boolean): Promise<Browser> {
  const browser =
    browsers.get(isOptimised) ??
    chromium.launch({
      executablePath: inject('chromium'),
      args: [...ARGUMENTS, engineFlags(isOptimised)],
      timeout: 120_000,
    });
  browsers.set(isOptimised, browser);
  return browser;
}

export interface BrowserSession {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the page so far: errors on the console and uncaught exceptions. */
  readonly errors: string[];
  /** From now on, matching errors do not fail the test (a refused request is one). */
  expectError(pattern: RegExp): void;
  /** Leaves the product and cleans the browser for the next test where possible. */
  release(): Promise<void>;
}

type Cookies = Parameters<BrowserContext['addCookies']>[0];

export interface BrowserOptions {
  readonly viewport?: { width: number; height: number };
  /** The browser's own zone. */
  readonly zone?: string;
  /** Allows the service worker, which serves the page offline; without it, tests see every request. */
  readonly serviceWorker?: boolean;
  /** Language that the browser asks for. */
  readonly locale?: string;
  /** Optimises code: half the work for a page that makes several PDFs, more for others. */
  readonly isOptimised?: boolean;
}

/** A window that tests reuse, since a page opens twice as fast in a used window. */
interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly zone: string;
  readonly isOptimised: boolean;
  /** A change in this window cannot be undone, so no other test may use it. */
  isWornOut: boolean;
}

const idleWindows: Window[] = [];
/** Windows kept for reuse: as many as one test needs at once, since each keeps a process. */
const IDLE_WINDOWS = 3;

/** Calls whose effect lasts as long as the context or the page. */
const LASTING = {
  context: [
    'addInitScript',
    'clearPermissions',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'route',
  ],
  page: ['addInitScript', 'exposeBinding', 'exposeFunction'],
  clock: ['fastForward', 'install', 'pauseAt', 'runFor', 'setSystemTime'],
};

async function openWindow({
  zone = ZONE,
  serviceWorker = false,
  isOptimised = false,
  locale = 'en-US',
}: BrowserOptions): Promise<Window> {
  const context = await (
    await startBrowser(isOptimised)
  ).newContext({
    timezoneId: zone,
    locale,
    reducedMotion: 'reduce',
    serviceWorkers: serviceWorker ? 'allow' : 'block',
    acceptDownloads: true,
    permissions: ['geolocation'],
    geolocation: { latitude: 27.7172, longitude: 85.324 },
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  awaitRoutes(page);
  if (SLOWDOWN > 1)
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const isWornOut = serviceWorker || locale !== 'en-US';
  const window = { context, page, zone, isOptimised, isWornOut };
  const wearOut = (): void => {
    window.isWornOut = true;
  };
  onCall(context, LASTING.context, wearOut);
  onCall(page, LASTING.page, wearOut);
  onCall(page.clock, LASTING.clock, wearOut);
  return window;
}

/**
 * Makes `page.route` wait until the page has finished its current work. Otherwise a busy page sends its next request
 * past the new route, since Chromium confirms the route before the page knows it.
 */
function awaitRoutes(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (...given) => {
    const routed = await route(...given);
    const caughtUp = page.evaluate(
      () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', resolve);
          port1.start();
          port2.postMessage(null);
        }),
    );
    // If the page navigates meanwhile, the next page knows the route.
    await caughtUp.catch(() => {});
    return routed;
  };
}

function onCall(target: object, methods: readonly string[], note: () => void): void {
  for (const name of methods) {
    const method = Reflect.get(target, name) as (...given: unknown[]) => unknown;
    Reflect.set(target, name, (...given: unknown[]) => {
      note();
      return method.apply(target, given);
    });
  }
}

/**
 * Removes everything of a test: cookies, storage, routes, listeners and further pages. Without a service worker the
 * product keeps nothing else.
 */
async function cleanWindow({ context, page }: Window): Promise<void> {
  page.removeAllListeners();
  await Promise.all([
    ...context.pages().map((other) => (other === page ? null : other.close())),
    context.setOffline(false),
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, reducedMotion: 'reduce' }),
    page.evaluate(() => {
      sessionStorage.clear();
      localStorage.clear();
      indexedDB.deleteDatabase('punctual-kept');
    }),
  ]);
  await page.goto('about:blank');
  await context.clearCookies();
}

/** Opens a browser with its own cookies, whose clock stands at `now` (epoch ms) until the test moves it. */
export async function openBrowserSession(
  options: BrowserOptions & { now: number; cookies: Cookies },
): Promise<BrowserSession> {
  const { zone = ZONE, serviceWorker = false, isOptimised = false, locale } = options;
  const idle =
    serviceWorker || locale !== undefined
      ? -1
      : idleWindows.findIndex((window) => window.zone === zone && window.isOptimised === isOptimised);
  const window = idleWindows.splice(idle, idle < 0 ? 0 : 1)[0] ?? (await openWindow(options));
  const { context, page } = window;
  await Promise.all([
    page.setViewportSize(options.viewport ?? DESK),
    context.addCookies(options.cookies),
    page.clock.setFixedTime(options.now),
  ]);
  const errors: string[] = [];
  const expected: RegExp[] = [];
  const note = (problem: string): void => {
    if (!expected.some((pattern) => pattern.test(problem))) errors.push(problem);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') note(`${message.text()} ${message.location().url}`.trim());
  });
  page.on('pageerror', (error) => note(error.stack ?? String(error)));
  return {
    page,
    context,
    errors,
    expectError: (pattern) => {
      expected.push(pattern);
    },
    async release() {
      if (window.isWornOut || page.isClosed() || idleWindows.length === IDLE_WINDOWS) return context.close();
      await cleanWindow(window).then(
        () => idleWindows.push(window),
        () => context.close(),
      );
    },
  };
}

/**
 * Returns axe's findings on the page, one line each. axe runs outside the page's Content-Security-Policy, which
 * stays in force.
 */
export async function axeViolations(page: Page, ...extraRules: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (extra) => {
    const { axe: runner } = window as unknown as {
      axe: { run(root: Document | Element, options: object): Promise<AxeResults> };
    };
    // The page below an open dialog was checked before the dialog opened.
    const root = [...document.querySelectorAll('dialog:modal, [role=dialog]')].at(-1) ?? document;
    const { violations } = await runner.run(root, {
      resultTypes: ['violations'],
      rules: Object.fromEntries(extra.map((rule) => [rule, { enabled: true }])),
    });
    return violations.flatMap((violation) =>
      violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} (${violation.help})`),
    );
  }, extraRules);
}

/** Reads a downloaded file. */
export async function readDownload(download: Download): Promise<{ name: string; bytes: Buffer }> {
  const chunks = await (await download.createReadStream()).toArray();
  return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

/** Answers a request with a refusal of the contract instead of the server. */
export const refuse = (code: ProblemCode) => (route: Route) =>
  route.fulfill({ status: problemStatus(code), json: { code, message: problemText(code) } });

/** Whether people would have to scroll sideways. */
export const overflowsHorizontally = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** With PICTURES=1, takes screenshots of the whole page: 'test-results/pictures/<name>-360.png'. */
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
