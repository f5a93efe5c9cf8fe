/** Reads the screens as a screen reader does: Chromium's accessibility tree and the live regions. */
import { describe, expect, it } from 'vitest';
import type { CDPSession, Page } from 'playwright-core';
import { withApp } from './app.ts';
import { openDashboard } from './dashboard-page.ts';
import { openEmployees } from './employees-page.ts';

interface Reader {
  /** Announcement of the focused element: role, name, states, value, description. */
  focused(): Promise<string>;
  /** Presses Tab until the announcement starts with these words; returns all announcements. */
  tabTo(words: string): Promise<string[]>;
  /** Headings in reading order. */
  headings(): Promise<string[]>;
  /** All announcements of live regions so far. */
  announced(): Promise<string[]>;
}

interface Node {
  readonly role?: { readonly value?: unknown };
  readonly name?: { readonly value?: unknown };
  readonly value?: { readonly value?: unknown };
  readonly description?: { readonly value?: unknown };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

/** States that are announced when true. */
const STATES = ['disabled', 'invalid', 'required', 'checked', 'selected', 'expanded'];
/** More Tab stops than any screen has. */
const TABS_AT_MOST = 60;

function said({ role, name, value, description, properties = [] }: Node): string {
  const states = properties.flatMap(({ name: state, value: { value: holds } }) =>
    STATES.includes(state) && holds !== false && holds !== 'false' ? [state] : [],
  );
  const parts = [`${String(role?.value)} '${String(name?.value ?? '')}'`, ...states];
  if (value?.value !== undefined) parts.push(`= ${String(value.value)}`);
  if (description?.value) parts.push(`(${String(description.value)})`);
  return parts.join(' ');
}

async function read(page: Page): Promise<Reader> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send('Accessibility.enable');
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    new MutationObserver((changes) => {
      const regions = changes.flatMap(({ target }) => {
        const element = target instanceof Element ? target : target.parentElement;
        return element?.closest('[role=status], [role=alert], [aria-live]') ?? [];
      });
      for (const region of new Set(regions)) {
        const text = region.textContent.trim();
        if (text !== '' && heard.at(-1) !== text) heard.push(text);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const focused = async () => {
    const { result } = await cdp.send('Runtime.evaluate', { expression: 'document.activeElement' });
    const { nodes } = await cdp.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId ?? '',
      fetchRelatives: false,
    });
    return nodes.map(said).join('');
  };
  return {
    focused,
    tabTo: async (words) => {
      const way: string[] = [];
      for (let tabs = 0; tabs < TABS_AT_MOST; tabs += 1) {
        await page.keyboard.press('Tab');
        const now = await focused();
        way.push(now);
        if (now.startsWith(words)) return way;
      }
      throw new Error(`'${words}' is not reached by Tab, but:\n${way.join('\n')}`);
    },
    headings: async () => {
      const { nodes } = await cdp.send('Accessibility.getFullAXTree');
      const byId = new Map(nodes.map((node) => [node.nodeId, node]));
      const inOrder = (node: (typeof nodes)[number]): typeof nodes => [
        node,
        ...(node.childIds ?? []).flatMap((id) => byId.get(id) ?? []).flatMap(inOrder),
      ];
      return nodes
        .slice(0, 1)
        .flatMap(inOrder)
        .filter(({ ignored, role }) => !ignored && role?.value === 'heading')
        .map(({ name }) => String(name?.value));
    },
    announced: () => page.evaluate(() => Reflect.get(globalThis, 'heard') as string[]),
  };
}

describe('screen readers', () => {
  it('after Clock In the result is announced and the focus is on the next button', () =>
    withApp(async (app) => {
      const { page } = await openDashboard(app);
      const reader = await read(page);
      await reader.tabTo("link 'Skip to main content'");
      await page.keyboard.press('Enter');
      expect(await reader.focused()).toMatch(/^main/u);
      const way = await reader.tabTo("button 'Clock In'");
      expect(way.join()).not.toContain('User menu');
      expect(way.at(-2)).toBe("textbox 'Notes'");
      expect(await reader.headings()).not.toContain('Active Session');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Clock-in successful')).toBeVisible();
      expect(await reader.announced()).toEqual(["Clock-in successful at 08:55 - You're on time! 📍"]);
      // The new button ignores presses for a moment, so that a double press does not clock out.
      await expect.poll(() => reader.focused()).toMatch(/^button 'Clock Out'/u);
      const headings = await reader.headings();
      expect(headings[0]).toBe('Employee Dashboard');
      expect(headings.indexOf('Active Session')).toBeGreaterThan(0);
      expect(headings.indexOf("Today's Activity")).toBeGreaterThan(headings.indexOf('Active Session'));
    }));

  it('while a person is edited, the invalid field, its error and the save are announced', () =>
    withApp(async (app) => {
      await app.createEmployee('Maya Gurung');
      const { page } = await openEmployees(app);
      const reader = await read(page);
      await reader.tabTo("button 'Maya Gurung Employee");
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Maya Gurung' })).toBeVisible();
      await reader.tabTo("button 'Edit'");
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Edit Maya Gurung' })).toBeVisible();
      await expect.poll(() => reader.focused()).toBe("textbox 'Name' = Maya Gurung");
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('M');
      const way = await reader.tabTo("button 'Save'");
      expect(way.map((one) => one.split("'")[1]).join(', ')).toBe(
        'Email, Employee ID, Payroll Number, Employed since, Employed since, Employed since, Employed since, Department, Hub, Position, Role, Active, Cancel, Save',
      );
      await page.keyboard.press('Enter');
      expect(await reader.focused()).toBe("textbox 'Name' invalid = M (Name must be at least 2 characters)");
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('Maya Rai');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).not.toBeAttached();
      await expect.poll(() => reader.announced()).toContain('Maya Rai was saved.');
      await expect.poll(() => reader.focused()).toMatch(/^button 'Maya Rai Employee/u);
    }));
});
