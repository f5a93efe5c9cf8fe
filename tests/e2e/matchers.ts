/**
 * `await expect(locator).toBeVisible()` and the like, named as in Playwright's own runner: they wait until it
 * is so, and a failure says what stood on the screen instead.
 */
import { errors, type Locator, type Page } from 'playwright-core';
import { expect } from 'vitest';

const PATIENCE_MS = 30_000;
const LOOK_AGAIN_MS = 50;

interface ScreenMatchers {
  /** There is exactly one such element, and it can be seen; with `not`: there is none that can be seen. */
  toBeVisible(): Promise<void>;
  /** There is exactly one such element; with `not`: there is none, not even hidden. */
  toBeAttached(): Promise<void>;
  toHaveCount(count: number): Promise<void>;
  /** Its text with white space made one; a string is all of it. */
  toHaveText(text: string | RegExp): Promise<void>;
  /** What a field holds. */
  toHaveValue(value: string): Promise<void>;
  toBeFocused(): Promise<void>;
}

declare module 'vitest' {
  interface Assertion extends ScreenMatchers {}
}

/** What assistive technology reads on the pages. */
export async function screensOf(pages: readonly Page[]): Promise<string> {
  const screens = await Promise.all(
    pages.map(async (page) => {
      const screen = await page
        .locator('body')
        .ariaSnapshot({ timeout: 5_000 })
        .catch((error: unknown) => String(error));
      return `On the screen at ${page.url()} stood:\n${screen}`;
    }),
  );
  return screens.join('\n');
}

interface Result {
  readonly pass: boolean;
  readonly message: () => string;
}

async function resultOf(locator: Locator, isNot: boolean, reached: boolean, wanted: string): Promise<Result> {
  const screen = reached ? '' : await screensOf([locator.page()]);
  return {
    pass: reached !== isNot,
    message: () => `${String(locator)} was ${isNot ? 'expected not' : 'expected'} ${wanted}.\n${screen}`,
  };
}

async function waitForState(
  locator: Locator,
  isNot: boolean,
  states: { readonly is: 'visible' | 'attached'; readonly isNot: 'hidden' | 'detached' },
  wanted: string,
): Promise<Result> {
  const reached = await locator
    .waitFor({ state: isNot ? states.isNot : states.is, timeout: PATIENCE_MS })
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof errors.TimeoutError) return false;
        throw error;
      },
    );
  return resultOf(locator, isNot, reached, wanted);
}

/** Reads again and again until the value is what is wanted, or with `isNot` no longer is. */
async function waitForValue<Value>(
  locator: Locator,
  isNot: boolean,
  read: () => Promise<Value>,
  fits: (value: Value) => boolean,
  wanted: string,
): Promise<Result> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  let value = await read();
  while (fits(value) === isNot && performance.now() < giveUpAt) {
    await new Promise((resolve) => void setTimeout(resolve, LOOK_AGAIN_MS));
    value = await read();
  }
  return resultOf(locator, isNot, fits(value) !== isNot, `${wanted}, and had ${JSON.stringify(value)}`);
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

expect.extend({
  toBeVisible(locator: Locator) {
    return waitForState(locator, this.isNot, { is: 'visible', isNot: 'hidden' }, 'to be visible');
  },
  toBeAttached(locator: Locator) {
    return waitForState(locator, this.isNot, { is: 'attached', isNot: 'detached' }, 'to be there');
  },
  toHaveCount(locator: Locator, count: number) {
    return waitForValue(
      locator,
      this.isNot,
      () => locator.count(),
      (value) => value === count,
      `to be there ${count} times`,
    );
  },
  toHaveText(locator: Locator, text: string | RegExp) {
    return waitForValue(
      locator,
      this.isNot,
      async () => oneLine(await locator.innerText({ timeout: PATIENCE_MS })),
      (value) => (typeof text === 'string' ? value === text : text.test(value)),
      `to have the text ${String(text)}`,
    );
  },
  toHaveValue(locator: Locator, wanted: string) {
    return waitForValue(
      locator,
      this.isNot,
      () => locator.inputValue({ timeout: PATIENCE_MS }),
      (value) => value === wanted,
      `to hold ${JSON.stringify(wanted)}`,
    );
  },
  toBeFocused(locator: Locator) {
    return waitForValue(
      locator,
      this.isNot,
      () => locator.evaluate((element) => element === document.activeElement),
      (value) => value,
      'to have the focus',
    );
  },
});
