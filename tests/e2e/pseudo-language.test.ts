/** A language that nobody speaks: accents, brackets, and each text longer by 40 %. It shows what other languages break. */
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { withApp } from './app.ts';
import { NARROW, overflowsHorizontally, PHONE, takeScreenshots } from './browser.ts';
import { createEmployeeWithEntries, entry } from './reports-page.ts';

type Text = string | Readonly<Record<string, string>>;

const ACCENTS: Readonly<Record<string, string>> = { a: 'á', e: 'ë', i: 'î', o: 'ö', u: 'ü', A: 'Å', E: 'É' };

function stretch(text: Text): Text {
  if (typeof text !== 'string')
    return Object.fromEntries(Object.entries(text).map(([form, one]) => [form, stretch(one) as string]));
  const words = text.replaceAll(/\{\w+\}|[aeiouAE]/g, (found) => ACCENTS[found] ?? found);
  const letters = text.replaceAll(/\{\w+\}/g, '').length;
  return `⟦${words}${'·'
    .repeat(Math.ceil(letters * 0.4))
    .replaceAll('····', '··· ')
    .trimEnd()}⟧`;
}

async function stretchPage(route: Route, direction: string): Promise<void> {
  const response = await route.fetch();
  const body = (await response.text())
    .replace('<html ', `<html dir="${direction}" `)
    .replace(/(<script id="page"[^>]*>)([^<]*)/, (_, tag: string, json: string) => {
      const data = JSON.parse(json) as { texts: Text[] };
      return `${tag}${JSON.stringify({ ...data, texts: data.texts.map(stretch) }).replaceAll('<', '\\u003c')}`;
    });
  await route.fulfill({ response, body });
}

async function stretchTexts(route: Route): Promise<void> {
  const response = await route.fetch();
  const code = await response.text();
  // Other files of these names import something.
  if (!code.startsWith('var ')) return route.fulfill({ response, body: code });
  const file = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { default: Text[] };
  await route.fulfill({ response, body: `export default ${JSON.stringify(file.default.map(stretch))}` });
}

/** What is not from a browser's catalogues: names, what people typed, and what `Intl` or the server writes. */
const DATA =
  /Punctual|Maya Gurung|Administrator|Stocktaking|MG|Holiday|Parental|Sick|Training|Unpaid|PDF|Excel|CSV|Chrome|(?:Business|Regulatory Reporting|Corporate Services) Studio|registered as a new employee|\S+@\S+|Asia\/?|Kathmandu|\b(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b|\b(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*\b|\b[AP]M\b/g;

/** Returns what is wrong on the screen, one line each. */
async function faultsOf(page: Page): Promise<string[]> {
  const { texts, faults } = await page.evaluate(() => {
    const found: string[] = [];
    const outside: string[] = [];
    const visible = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let depth = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.nodeValue ?? '';
      if (!parent || parent.closest('script, style, noscript')) continue;
      let rest = '';
      for (const letter of text) {
        if (letter === '⟦') depth += 1;
        else if (letter === '⟧') depth = Math.max(0, depth - 1);
        else if (depth === 0) rest += letter;
      }
      if (visible(parent)) outside.push(rest);
    }
    for (const element of document.querySelectorAll('button, h1, h2, h3, label, legend, [role=tab], th')) {
      if (!visible(element)) continue;
      const name = `${element.tagName.toLowerCase()} '${element.textContent.slice(0, 60)}'`;
      const inner = [element, ...element.querySelectorAll('*')].filter((one) => one instanceof HTMLElement);
      for (const one of inner) {
        const style = getComputedStyle(one);
        const isCut = style.overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1;
        if (isCut && one.clientWidth > 1 && style.textOverflow !== 'ellipsis')
          found.push(`${name} is cut off`);
      }
      const labels: Range[] = [];
      const within = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = within.nextNode(); node; node = within.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        const { width, height } = range.getBoundingClientRect();
        if (width > 1 && height > 1 && node.nodeValue?.trim()) labels.push(range);
      }
      const tops = new Set([...(labels[0]?.getClientRects() ?? [])].map(({ top }) => Math.round(top)));
      if (element.matches('button:not([aria-pressed], [role=radio])') && labels.length === 1 && tops.size > 1)
        found.push(`${name} is wrapped`);
    }
    return { texts: outside, faults: found };
  });
  const english = texts
    .map((text) => text.replaceAll(DATA, '').trim())
    .filter((text) => /\p{L}{2}/u.test(text))
    .map((text) => `'${text}' is English`);
  const sideways = (await overflowsHorizontally(page)) ? ['it scrolls sideways'] : [];
  return [...new Set([...sideways, ...faults, ...english])];
}

const EMPLOYEE = ['clock', 'timesheet', 'leave'];
const ADMIN = [
  'monitoring',
  'employees',
  'reports',
  'settings',
  'monitoring/requests',
  'monitoring/activity',
  'monitoring/head-count',
  'employees/add',
  'reports/entries',
  'reports/periods',
  'settings/hours',
  'settings/schedules',
  'settings/leave',
  'settings/sign-in',
  'settings/record',
];

it.each(['ltr', 'rtl'])(
  'no screen of a phone scrolls sideways, cuts a label off or shows English, in a longer language (%s)',
  (direction) =>
    withApp(
      async (app) => {
        const worked = [entry('2026-11-18 09:00-17:00', { notes: 'Stocktaking' })];
        const employee = await createEmployeeWithEntries(app, 'Maya Gurung', worked);
        const faults: string[] = [];
        for (const [as, places] of [
          [undefined, ['']],
          [employee, EMPLOYEE],
          [app.admin, ADMIN],
        ] as const) {
          const { page } = await app.openBrowser({ viewport: PHONE, ...(as && { as }) });
          await page.route(`${app.url}/`, (route) => stretchPage(route, direction));
          await page.route(/\/assets\/(?:public|employee|later|admin)-[^/]*\.js$/, stretchTexts);
          await page.reload();
          for (const place of places) {
            await page.goto(`${app.url}/#${place}`);
            if (place !== '')
              await expect(
                page.locator(`[role=tab][aria-selected=true][id$=-${place.split('/')[0]}]`),
              ).toBeVisible();
            await expect(page.locator('h1, h2').filter({ hasText: '⟦' }).first()).toBeVisible();
            await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
            for (const viewport of direction === 'ltr' ? [NARROW, PHONE] : [NARROW]) {
              await page.setViewportSize(viewport);
              const found = await faultsOf(page);
              faults.push(...found.map((fault) => `#${place}, ${viewport.width} px: ${fault}`));
            }
            await takeScreenshots(page, `pseudo-${direction}-${place.replace('/', '-')}`, [PHONE]);
          }
        }
        expect(faults).toEqual([]);
        // Of its own, since browsers keep files of texts for the next test.
      },
      { ownServer: true },
    ),
);
