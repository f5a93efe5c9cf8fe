/** A tablet with a phone's processor and network: holds badges to the kiosk's page, and tells when it has drawn. */
import { chromium } from 'playwright-core';
import { findChromium } from '../../bin/chromium.mjs';
import { hold } from '../pinned/server.ts';

/** As in bench/web/vitals.mjs, with the latency of its slow line. */
const SLOWER = 4;
const LINE = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const WAITING = 'Hold your badge to the reader';
/** Found at once, since Vite loads no module later. */
const executablePath = await findChromium();

/** Runs in the page before its own code. `drawn` waits for a heading, and for the second frame after it. */
const WATCH = `
  addEventListener('keydown', ({ code, timeStamp }) => { if (code === 'Enter') window.enteredAt = timeStamp; }, true);
  window.drawn = (title) => new Promise((done, fail) => {
    setTimeout(() => fail(new Error(title + ' is not shown, but: ' + document.body.innerText)), 20000);
    const look = () => {
      if (document.querySelector('h1')?.textContent !== title) return;
      watcher.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document, { subtree: true, childList: true, characterData: true });
    look();
  });
  window.waiting = drawn('${WAITING}');`;

/** @param cookie of a paired kiosk */
export async function openTablet(url: string, cookie: string) {
  if (executablePath === null)
    throw new Error('No Chromium: run npm test, or name one in PUNCTUAL_CHROMIUM.');
  hold('all');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  hold('load');
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url }]);
  await context.addInitScript(WATCH);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const connect = (offline: boolean) =>
    session.send('Network.emulateNetworkConditions', { ...LINE, offline });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await session.send('Network.enable');
  await connect(false);
  await page.goto(`${url}/kiosk`);
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})');
  await page.waitForFunction(`caches.match('/kiosk').then((kept) => kept !== undefined)`);
  const press = async (key: string, timestamp: number): Promise<void> => {
    const code = key === 'Enter' ? key : `Digit${key}`;
    for (const type of ['rawKeyDown', 'keyUp'] as const)
      await session.send('Input.dispatchKeyEvent', { type, key, code, timestamp });
  };
  return {
    /** Types as a reader does. @returns milliseconds from Enter until the person's name is drawn */
    async holdBadge(badge: string, name: string): Promise<number> {
      await page.evaluate(`void (window.answered = drawn('${name}'))`);
      // A reader's keys come at once, also on a busy machine.
      const now = Date.now() / 1000;
      await Promise.all([...badge, 'Enter'].map((key) => press(key, now)));
      return page.evaluate<number>('answered.then((at) => at - enteredAt)');
    },
    waitForWaiting: () => page.evaluate(`drawn('${WAITING}')`),
    /** @returns milliseconds from the start of the reload until the waiting screen is drawn */
    async reloadOffline(): Promise<number> {
      await connect(true);
      await context.setOffline(true);
      await page.reload();
      const took = await page.evaluate<number>('waiting');
      await page.getByText('No connection').waitFor();
      return took;
    },
    close: () => browser.close(),
  };
}
