/** A language that nobody speaks: accents, brackets, and each text longer by 40 %. It shows what other languages break. */
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { withApp } from './app.ts';
import { FIRST_STUDIOS } from '#domain/people/studios';
import { NARROW, overflowsHorizontally, PHONE, takeScreenshots } from './browser.ts';
import { createEmployeeWithEntries, entry } from './reports-page.ts';

type Text = string | Readonly<Record<string, string>>;

const ACCENTS: Readonly<Record<string, string>> = { a: 'á', e: 'ë', i: 'î', o: 'ö', u: 'ü', A: 'Å', E: 'É' };

function stretch(text: Text): Text {
  if (typeof text !== 'string')
    return Object.fromEntries(Object.entries(text).map(([form, one]) => [form, stretch(one) as string]));
  const words = text.replaceAll(/\{\w+\}|[aeiouAE]/g, (found) => ACCENTS[found] ?? found);
  const letters = text.replaceAll(/\{\w+\}/g, '').length;
  return `⟦${words}${'ñ'
    .repeat(Math.max(0, Math.ceil(letters * 0.4) - 2))
    .replaceAll('ñññññññññ', 'ñññññññññ ')
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
  /\S*@\S+|EMP\d+|English|Deutsch|Español|Français|Português \(Brasil\)|Punctual|DATEV|ADP|All columns|JSON|openssl .*|https?:\/\/\S+|Ctrl|Esc|\bLead\b|[A-Z0-9]{4}(?:[- ][A-Z0-9]{4})+|\w+-\d+|\b(?:Mo|Tu|We|Th|Fr|Sa|Su)\b|Maya Gurung|Administrator|Stocktaking|MG|Holiday|Parental|Sick|Training|Unpaid|PDF|Excel|CSV|Chrome|(?:Business|Regulatory Reporting|Corporate Services) Studio|registered as a new employee|Asia\/?|Kathmandu|\b(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b|\b(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*\b|\b[AP]M\b/g;

const HUBS = FIRST_STUDIOS.flatMap(({ hubs }) => hubs);

/** Returns what is wrong on the screen, one line each. */
async function faultsOf(page: Page): Promise<string[]> {
  const { texts, faults } = await page.evaluate(() => {
    const found: string[] = [];
    const outside: string[] = [];
    const visible = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
    const top = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.body;
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
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
    for (const element of top.querySelectorAll('button, h1, h2, h3, label, legend, [role=tab], th')) {
      if (!visible(element)) continue;
      const name = `${element.tagName.toLowerCase()} '${element.textContent.slice(0, 60)}'`;
      const inner = [element, ...element.querySelectorAll('*')].filter((one) => one instanceof HTMLElement);
      for (const one of inner) {
        const style = getComputedStyle(one);
        const isCut = style.overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1;
        if (isCut && one.clientWidth > 1 && style.textOverflow !== 'ellipsis')
          found.push(`${name} is cut off`);
      }
      if (!element.matches('button')) continue;
      const labels: Range[] = [];
      const within = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = within.nextNode(); node; node = within.nextNode()) {
        if (
          !node.nodeValue?.trim() ||
          (node.parentElement?.clientWidth === 1 && node.parentElement.clientHeight === 1)
        )
          continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        labels.push(range);
      }
      // A row that can be pressed has several texts; a button has a label, at most with a count.
      const tops = new Set([...(labels[0]?.getClientRects() ?? [])].map(({ top }) => Math.round(top)));
      // No layout helps a label that is as long as the line.
      const rects = [...(labels[0]?.getClientRects() ?? [])];
      const isLine = rects.reduce((sum, { width }) => sum + width, 0) > innerWidth * 0.7;
      if (labels.length === 1 && tops.size > 1 && !isLine && labels[0]?.toString().includes('⟦'))
        found.push(`${name} is wrapped`);
    }
    const figures = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    for (let node = figures.nextNode(); node; node = figures.nextNode()) {
      const at = node.nodeValue?.search(/(?<![\p{L}\d\s,.:)-] ?)[-+][\d⟦]/u) ?? -1;
      if (at === -1 || !node.parentElement || !visible(node.parentElement)) continue;
      const [sign, digit] = [at, at + 1].map((from) => {
        const range = document.createRange();
        range.setStart(node, from);
        range.setEnd(node, from + 1);
        return range.getBoundingClientRect();
      });
      if (sign && digit && sign.left >= digit.left)
        found.push(`the sign of '${node.nodeValue}' is on the wrong side`);
    }
    return { texts: outside, faults: found };
  });
  const english = texts
    .map((text) =>
      HUBS.reduce((rest, hub) => rest.replaceAll(hub, ''), text)
        .replaceAll(DATA, '')
        .trim(),
    )
    .filter((text) => /\p{L}{2}/u.test(text))
    .map((text) => `'${text}' is English`);
  const sideways = (await overflowsHorizontally(page)) ? ['it scrolls sideways'] : [];
  return [...new Set([...sideways, ...faults, ...english])];
}

/** Dialogs and pages over a screen that have an address; `ID` is a person's. */
const OVER = ['find', 'keys', 'change-name', 'change-password', 'security', 'security/new-app'];
const EMPLOYEE = [
  'clock',
  'timesheet',
  'leave',
  'clock/periods',
  'clock/away',
  ...OVER.map((over) => `clock/${over}`),
];
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
  ...['pay-period', 'holidays', 'workplace', 'studios', 'invite', 'email', 'more'].map(
    (name) => `settings/${name}`,
  ),
  'settings/set-up',
  'monitoring/away',
  'reports/periods/profiles',
  'reports/periods/signature',
  'employees/ID',
  'employees/ID/edit',
  ...['', '?tab=leave', '?tab=details'].map((tab) => `employees/person/ID${tab}`),
  ...['new-password', 'role', 'active'].map((over) => `employees/person/ID/${over}?tab=details`),
  ...OVER.map((over) => `monitoring/${over}`),
];
/** Visited in one direction only, to save time. */
const DIALOGS = /\/(?!periods$|schedules|ID)|role|active|new-/;
/** What opens from a screen and has no address, by the beginning of the button's name in English. */
const OPENED: Readonly<Record<string, readonly string[]>> = {
  timesheet: ['Correct '],
  leave: ['Holiday', 'Subscribe'],
  'settings/schedules': ['Add schedule'],
  'reports/periods': ['Close '],
  'settings/holidays': ['Choose holidays'],
  'settings/leave': ['Edit leave settings'],
  'settings/studios': ['Edit studios'],
  'employees/person/ID?tab=leave': ['Enter leave'],
  'employees/person/ID?tab=details': ['Change', 'Add'],
};

const DIALOG = '[role=dialog], [role=alertdialog]';

/** Opens each menu and dialog of the screen, one after the other. */
async function* openAll(page: Page, place: string, isFirst: boolean): AsyncGenerator<string> {
  if (!place.includes('/') || place === 'reports/periods')
    // The user's menu is the same on each screen.
    for (const menu of await page.locator(`${isFirst ? '' : 'main '}[aria-haspopup=menu]:visible`).all()) {
      await menu.click();
      await expect(page.getByRole('menu')).toBeVisible();
      yield 'menu';
      await page.keyboard.press('Escape');
    }
  for (const name of OPENED[place] ?? []) {
    const stretched = (stretch(name) as string).slice(1, name.length + 1);
    await page
      .getByRole('button', { name: new RegExp(`^(⟦${stretched}|${name})`) })
      .first()
      .click();
    const opened = page.locator(`${DIALOG}, main form`).first();
    await expect(opened).toBeVisible();
    yield name;
    if ((await page.locator(DIALOG).count()) === 0) continue;
    await page.keyboard.press('Escape');
    await expect(page.locator(DIALOG)).toHaveCount(0);
  }
}

it.each([
  ['ltr', NARROW],
  ['rtl', PHONE],
])(
  'no screen, dialog or menu of a phone scrolls sideways, cuts or wraps a label or shows English, in a longer language (%s)',
  (direction, viewport) =>
    withApp(
      async (app) => {
        const worked = [entry('2026-11-18 09:00-16:30', { notes: 'Stocktaking' })];
        const employee = await createEmployeeWithEntries(app, 'Maya Gurung', worked);
        await app.clockIn(employee);
        const faults: string[] = [];
        for (const [as, places] of [
          [undefined, ['']],
          [employee, EMPLOYEE],
          [app.admin, ADMIN],
        ] as const) {
          const { page } = await app.openBrowser({ viewport, ...(as && { as }) });
          await page.route(`${app.url}/`, (route) => stretchPage(route, direction));
          await page.route(/\/assets\/(?:public|employee|later|admin)-[^/]*\.js$/, stretchTexts);
          await page.reload();
          for (const place of places) {
            if (direction === 'rtl' && DIALOGS.test(place)) continue;
            await page.goto(`${app.url}/#${place.replace('ID', employee.id)}`);
            if (place !== '')
              if (place.includes('/') && OVER.some((over) => place.endsWith(over)))
                await expect(page.getByRole('dialog').first()).toBeVisible();
              else
                await expect(
                  page.locator(`[role=tab][aria-selected=true][id$=-${place.split('/')[0]}]`),
                ).toBeVisible();
            await expect(page.locator('h1, h2').filter({ hasText: '⟦' }).first()).toBeVisible();
            await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
            // Screens behind a dialog may still load.
            if (!place.includes('/')) await expect(page.locator('main .animate-late:visible')).toHaveCount(0);
            const check = async (opened: string) => {
              const found = await faultsOf(page);
              faults.push(...found.map((fault) => `#${place} ${opened}: ${fault}`));
            };
            await check('');
            for await (const opened of openAll(page, place, place === places[0])) await check(opened);
            await takeScreenshots(page, `pseudo-${direction}-${place.replaceAll(/[/?]/g, '-')}`, [viewport]);
          }
          if (places.length === 1) continue;
          await page.goto(`${app.url}/#${places[0]}`);
          const tabs = page.getByRole('tab');
          const chosen = page.locator('[aria-selected=true]');
          await expect(tabs.first().and(chosen)).toBeVisible();
          await tabs.first().press(direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight');
          await expect(tabs.nth(1).and(chosen)).toBeVisible();
        }
        expect(faults).toEqual([]);
        // Of its own, since browsers keep files of texts for the next test.
      },
      { ownServer: true },
    ),
);
