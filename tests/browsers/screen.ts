/** User actions on a page by its visible texts, without classes or structure. */
import { setTimeout as wait } from 'node:timers/promises';
import { PATIENCE_MS, type Tab } from './browser.ts';

const ROLES = {
  button: 'button',
  field: 'input, select, textarea',
  option: '[role=option]',
  menuitem: '[role=menuitem]',
  tab: '[role=tab]',
} as const;
type Role = keyof typeof ROLES;

interface Wanted {
  readonly selector: string;
  /** The accessible name, or a part of it if `whole` is false. */
  readonly name: string;
  readonly whole: boolean;
}

export class Screen {
  readonly tab: Tab;

  constructor(tab: Tab) {
    this.tab = tab;
  }

  /** Presses the element of that name once it is enabled. @param whole false: the name may contain more */
  async press(role: Role, name: string, whole = true): Promise<void> {
    const at = await this.#until(`${role} '${name}'`, () =>
      this.tab.evaluate(placeOf, { selector: ROLES[role], name, whole }),
    );
    await this.tab.click(at.x, at.y);
  }

  /** Replaces the text of the field with this label. */
  async fill(label: string, text: string): Promise<void> {
    await this.press('field', label);
    await this.tab.evaluate(selectAll, null);
    await this.tab.type(text);
  }

  /** Chooses in a list by typing the beginning of the option, as keyboard users do. */
  async choose(label: string, beginning: string): Promise<void> {
    await this.#until(`a list '${label}'`, () => this.tab.evaluate(focus, label));
    await this.tab.type(beginning);
    await this.#until(`'${beginning}' chosen in '${label}'`, async () =>
      (await this.valueOf(label))?.startsWith(beginning),
    );
  }

  /** The value of the field with this label; null if there is none. */
  valueOf(label: string): Promise<string | null> {
    return this.tab.evaluate(valueOf, label);
  }

  /** Waits until all of these texts can be read on the page. */
  async sees(...texts: string[]): Promise<void> {
    for (const text of texts)
      await this.#until(`'${text}'`, async () => (await this.text()).includes(text) || undefined);
  }

  /** Waits until the text has disappeared. */
  async seesNoMore(text: string): Promise<void> {
    await this.#until(`no more '${text}'`, async () => !(await this.text()).includes(text) || undefined);
  }

  /** Waits for a table's row with all of these texts. */
  async seesRow(...texts: string[]): Promise<void> {
    await this.#until(`a row of ${texts.join(', ')}`, async () => {
      const rows = await this.tab.evaluate(rowTexts, null);
      return rows.some((row) => texts.every((text) => row.includes(text))) || undefined;
    });
  }

  /** The whole visible text, with each run of white space as one blank. */
  async text(): Promise<string> {
    return this.tab.evaluate(pageText, null);
  }

  /** @throws Error with the text found instead */
  async #until<Result>(
    what: string,
    look: () => Promise<Result | null | undefined>,
  ): Promise<NonNullable<Result>> {
    const giveUpAt = performance.now() + PATIENCE_MS;
    for (;;) {
      const result = await look();
      if (result !== null && result !== undefined && result !== false) return result;
      if (performance.now() > giveUpAt)
        throw new Error(`There was no ${what}, but: ${(await this.text()).slice(0, 1500)}`);
      await wait(100);
    }
  }
}

// The functions below run in the page, so each uses nothing outside itself.

/** The centre of the only element of that name, once it is still, enabled and not covered. */
async function placeOf({ selector, name, whole }: Wanted): Promise<{ x: number; y: number } | null> {
  const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const labels = 'labels' in element ? (element.labels as NodeListOf<HTMLElement> | null) : null;
    return plain(
      element.getAttribute('aria-label') ?? labels?.[0]?.innerText ?? (element as HTMLElement).innerText,
    );
  };
  const found = [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (element) =>
      (whole ? nameOf(element) === name : nameOf(element).includes(name)) &&
      element.getClientRects().length > 0 &&
      !element.closest('[inert], [aria-hidden=true]'),
  );
  const [one] = found;
  if (!one || found.length > 1 || one.matches(':disabled, [aria-disabled=true]')) return null;
  one.scrollIntoView({ block: 'center' });
  const before = one.getBoundingClientRect();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const box = one.getBoundingClientRect();
  if (before.x !== box.x || before.y !== box.y || before.height !== box.height) return null;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const top = document.elementFromPoint(x, y);
  return one.contains(top) || top?.contains(one) ? { x, y } : null;
}

function selectAll(): void {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
}

function focus(label: string): true | null {
  const found = [...document.querySelectorAll('label')].find((one) => one.textContent === label);
  found?.control?.focus();
  return found?.control === document.activeElement ? true : null;
}

function valueOf(label: string): string | null {
  const control = [...document.querySelectorAll('label')].find((one) => one.textContent === label)?.control;
  return control && 'value' in control ? String(control.value) : null;
}

const rowTexts = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('tr')].map((row) => row.innerText.replaceAll(/\s+/g, ' '));

const pageText = (): string => document.body.innerText.replaceAll(/\s+/g, ' ');
