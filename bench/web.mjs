/**
 * Checks the budgets of the web client: the bytes that each screen loads (gzip, as the server sends them), and its
 * speed on a slow phone. Needs a build; the second part also needs Chromium.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const WEB = path.resolve('dist/web');
const KB = 1000;
const PAGE = 'index.html';

/** Texts of a role in a language, a file of their own beside those of the page. */
const textsOf = (language, role) => `../../virtual:texts/${language}/${role}`;
/**
 * Chunks that load before a screen is shown, beside the page and its texts. The login includes the registration, which it fetches once it is drawn.
 * Dialogs load when opened and have a limit of their own.
 */
const EMPLOYEE = [PAGE, 'screens/employee/dashboard.tsx'];
const SCREENS = [
  { of: 'login', chunks: [PAGE, 'screens/join/join.tsx'], limit: 112 },
  { of: 'employee', chunks: EMPLOYEE, limit: 153 },
  { of: 'admin', chunks: [PAGE, 'screens/admin/dashboard.tsx'], limit: 219 },
];
/** A browser fetches six files at once over HTTP/1.1. One more costs a phone a round trip. */
const MOST_FILES = 6;
/** All that the employee's screen can load later, except the parts below. A private link asks for the password or passkey. */
const DIALOGS = { label: "JavaScript of the employee's dialogs, when one is opened", limit: 51 };
/** Dialogs that keys open; they must be loaded before the next key press. Files shared with DIALOGS count there. */
const BY_KEYS = {
  chunks: ['frame/finder.tsx', 'frame/keys-dialog.tsx'],
  label: 'JavaScript of what keys open',
  limit: 23,
};
/** The card of the pay periods and the list behind it; both load once the day is drawn. */
const PERIODS = {
  chunks: ['periods/pay-period.tsx', 'periods/period-list.tsx'],
  label: "JavaScript of the employee's pay periods",
  limit: 7,
};
/** Loaded like the pay periods: a card with its list, and the form that asks for leave. */
const LEAVE = {
  chunks: ['leave/leave-card.tsx', 'leave/leave-dialog.tsx'],
  label: "JavaScript of the employee's leave",
  limit: 7,
};
/** The timesheet: a tab of its own on a phone, the last section on wider screens. */
const TIMESHEET = {
  chunks: ['clock/timesheet/timesheet.tsx'],
  label: "JavaScript of the employee's timesheet",
  limit: 14,
};
/** The calendar of absences, behind a button of the leave card. */
const CALENDAR = {
  chunks: ['leave/calendar/calendar.tsx', 'leave/calendar/address-dialog.tsx'],
  label: 'JavaScript of the calendar of absences',
  limit: 9,
};
/** 'Sign-in & security', from the user menu. */
const SECURITY = {
  chunks: ['security/security.tsx'],
  label: "JavaScript of 'Sign-in & security'",
  limit: 10,
};
/** Keeps and sends presses that found no network; loaded once the day is drawn. */
const KEPT = {
  chunks: ['clock/kept-presses-card.tsx'],
  label: 'JavaScript of presses kept without a network',
  limit: 3,
};
/** The team tab, which only leads load. */
const TEAM = {
  chunks: ['team/team.tsx', 'team/team-panel.tsx'],
  label: "JavaScript of a lead's team",
  limit: 9,
};
/** The kiosk's page, which is built apart and has its texts in it. The code that reads cards loads later. */
const KIOSK = { page: 'kiosk.html', manifest: '.vite/kiosk.json', limit: 115 };
/** Largest font file, which is already compressed. Browsers load one file for each writing system in use. */
const TYPEFACE = { label: 'the typeface, of the largest script', limit: 40, unit: 'KB' };
const STYLES = { label: 'CSS of everything', limit: 20 };

/** Measures sizes and speed. @throws Error when the web client is not built */
export async function measure() {
  const bytes = measureBytes();
  const { measureVitals } = await import('./web/vitals.mjs');
  return [...bytes, ...(await measureVitals(WEB))];
}

const pageOf = (language, page = PAGE) =>
  language === 'en' ? page : page.replace('.html', `.${language}.html`);
const readManifest = (name) => JSON.parse(readFileSync(path.join(WEB, name), 'utf8'));

/** Measures only the sizes. @throws Error when the web client is not built */
export function measureBytes() {
  if (!existsSync(path.join(WEB, '.vite/manifest.json')))
    throw new Error('The web client is not built: run npm run build.');
  const manifest = readManifest('.vite/manifest.json');
  const languages = Object.keys(manifest).flatMap(
    (name) => /virtual:texts\/(.+)\/public$/.exec(name)?.[1] ?? [],
  );
  const screens = SCREENS.flatMap(({ of, chunks, limit }) => {
    const files = (language) => [
      ...filesOf(manifest, of === 'login' ? chunks : [...chunks, textsOf(language, of)]),
    ];
    const bytes = (language) => sum([pageOf(language), ...files(language)]);
    const largest = languages.toSorted((one, other) => bytes(other) - bytes(one))[0];
    return [
      { label: `the ${of} and its texts (${largest})`, limit, unit: 'KB', value: bytes(largest) },
      { label: 'its files', limit: MOST_FILES, unit: '', value: files(largest).length },
    ];
  });
  const kioskFiles = [...filesOf(readManifest(KIOSK.manifest), [KIOSK.page])];
  const kiosk = Math.max(...languages.map((language) => sum([pageOf(language, KIOSK.page), ...kioskFiles])));
  const shown = filesOf(manifest, EMPLOYEE);
  const isLater = (file) => !shown.has(file);
  const parts = [BY_KEYS, TIMESHEET, PERIODS, LEAVE, TEAM, CALENDAR, SECURITY, KEPT];
  const apart = parts.flatMap(({ chunks }) => chunks);
  const later = [...filesOf(manifest, EMPLOYEE, { later: true, without: apart })].filter(isLater);
  const counted = new Set(later);
  /** A file that several parts share counts only in the first of them. */
  const ofPart = ({ chunks }) => {
    const own = [...filesOf(manifest, chunks)].filter((file) => isLater(file) && !counted.has(file));
    for (const file of own) counted.add(file);
    return own;
  };
  const styles = new Set(Object.values(manifest).flatMap(({ css = [] }) => css));
  const scripts = manifest[PAGE].assets.filter((file) => file.endsWith('.woff2'));
  const largest = Math.max(...scripts.map((file) => statSync(path.join(WEB, file)).size)) / KB;
  return [
    ...screens,
    { label: 'the kiosk and its texts', limit: KIOSK.limit, unit: 'KB', value: kiosk },
    { label: 'its files', limit: MOST_FILES, unit: '', value: kioskFiles.length },
    { ...DIALOGS, unit: 'KB', value: sum(later) },
    ...parts.map((part) => ({ label: part.label, limit: part.limit, unit: 'KB', value: sum(ofPart(part)) })),
    { ...TYPEFACE, value: largest },
    { ...STYLES, unit: 'KB', value: sum(styles) },
  ];
}

/** Files of the chunks and of their imports. `later` adds dynamic imports; `without` leaves chunks out. */
function filesOf(manifest, names, { later = false, without = [] } = {}) {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name) || without.includes(name)) return;
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no chunk ${name}.`);
    seen.add(name);
    chunk.imports?.forEach(visit);
    // The page's dynamic imports are the other screens, which have limits of their own.
    if (later && name !== PAGE) chunk.dynamicImports?.forEach(visit);
  };
  names.forEach(visit);
  return new Set([...seen].map((name) => manifest[name].file));
}

const sum = (files) =>
  [...files].reduce(
    (bytes, file) => bytes + gzipSync(readFileSync(path.join(WEB, file)), { level: 9 }).length,
    0,
  ) / KB;
