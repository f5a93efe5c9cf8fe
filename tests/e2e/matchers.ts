/**
 * Matchers such as `await expect(locator).toBeVisible()`, named as in Playwright's own runner. They wait for the
 * condition, and a failure shows the content of the screen.
 */
import { errors, type Locator, type Page } from 'playwright-core';
import { expect } from 'vitest';

/** Default timeout of a matcher, and of each single query of the page, since a busy machine is slow. */
const PATIENCE_MS = 30_000;
const LOOK_AGAIN_MS = 50;

/** Timeout of a matcher in milliseconds; generous, for busy machines. */
interface Patience {
  readonly timeout?: number;
}

interface ScreenMatchers {
  /** Exactly one such element exists and is visible; with `not`: none is visible. */
  toBeVisible(patience?: Patience): Promise<void>;
  /** Exactly one such element exists; with `not`: none exists, not even hidden. */
  toBeAttached(patience?: Patience): Promise<void>;
  toHaveCount(count: number, patience?: Patience): Promise<void>;
  /** The value of a field. */
  toHaveValue(value: string, patience?: Patience): Promise<void>;
  toBeFocused(patience?: Patience): Promise<void>;
}

declare module 'vitest' {
  interface Assertion extends ScreenMatchers {}
}

/** Texts of the pages as assistive technology reads them. */
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

/** How a matcher was called; vitest leaves `isNot` out where there is no `not`. */
interface Call {
  readonly locator: Locator;
  readonly isNot: boolean;
  readonly timeout: number;
}

const callOf = (locator: Locator, isNot: boolean | undefined, patience: Patience = {}): Call => ({
  locator,
  isNot: isNot === true,
  timeout: patience.timeout ?? PATIENCE_MS,
});

async function resultOf({ locator, isNot }: Call, isReached: boolean, wanted: string): Promise<Result> {
  const screen = isReached ? '' : await screensOf([locator.page()]);
  return {
    pass: isReached !== isNot,
    message: () => `${String(locator)} was expected ${isNot ? 'not ' : ''}${wanted}.\n${screen}`,
  };
}

async function waitForState(
  call: Call,
  states: { readonly is: 'visible' | 'attached'; readonly isNot: 'hidden' | 'detached' },
  wanted: string,
): Promise<Result> {
  const { locator, isNot, timeout } = call;
  const isReached = await locator.waitFor({ state: isNot ? states.isNot : states.is, timeout }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof errors.TimeoutError) return false;
      throw error;
    },
  );
  return resultOf(call, isReached, wanted);
}

/** Polls until the value equals the wanted one, or with `not` differs from it. */
async function waitForValue<Value>(
  call: Call,
  read: () => Promise<Value>,
  wantedValue: Value,
  wanted: string,
): Promise<Result> {
  const giveUpAt = performance.now() + call.timeout;
  let value = await read();
  while ((value === wantedValue) === call.isNot && performance.now() < giveUpAt) {
    await new Promise((resolve) => void setTimeout(resolve, LOOK_AGAIN_MS));
    value = await read();
  }
  const isReached = (value === wantedValue) !== call.isNot;
  return resultOf(call, isReached, `${wanted}, and it was ${JSON.stringify(value)}`);
}

expect.extend({
  toBeVisible(locator: Locator, patience?: Patience) {
    const call = callOf(locator, this.isNot, patience);
    return waitForState(call, { is: 'visible', isNot: 'hidden' }, 'to be visible');
  },
  toBeAttached(locator: Locator, patience?: Patience) {
    const call = callOf(locator, this.isNot, patience);
    return waitForState(call, { is: 'attached', isNot: 'detached' }, 'to be there');
  },
  toHaveCount(locator: Locator, count: number, patience?: Patience) {
    const call = callOf(locator, this.isNot, patience);
    return waitForValue(call, () => locator.count(), count, `to be there ${count} times`);
  },
  toHaveValue(locator: Locator, value: string, patience?: Patience) {
    const call = callOf(locator, this.isNot, patience);
    return waitForValue(
      call,
      () => locator.inputValue({ timeout: PATIENCE_MS }),
      value,
      `to hold ${JSON.stringify(value)}`,
    );
  },
  toBeFocused(locator: Locator, patience?: Patience) {
    const call = callOf(locator, this.isNot, patience);
    const isFocused = (): Promise<boolean> =>
      locator.evaluate((element) => element === document.activeElement, undefined, { timeout: PATIENCE_MS });
    return waitForValue(call, isFocused, true, 'to have the focus');
  },
});
