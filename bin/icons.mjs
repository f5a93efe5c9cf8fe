/**
 * Draws the icons of the installed product from its mark, src/web/public/favicon.svg. Run this after changing the
 * mark. The icons are committed, since the build has no browser to draw them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { requireChromium } from './chromium.mjs';

const FOLDER = new URL('../src/web/public/', import.meta.url);
const mark = readFileSync(new URL('favicon.svg', FOLDER), 'utf8');
/** Background colour of the mark. It fills the icons that the system cuts to its own shape. */
const ground = /<rect [^>]*fill="(#[0-9a-f]{6})"/i.exec(mark)?.[1];
if (ground === undefined) throw new Error('The mark has no ground: a rect with a fill.');

/** `share`: size of the mark in the icon. A maskable icon may be cut to a circle of four fifths of its side. */
const ICONS = [
  { name: 'icon-192.png', size: 192, isCut: false, share: 1 },
  { name: 'icon-512.png', size: 512, isCut: false, share: 1 },
  { name: 'icon-maskable-512.png', size: 512, isCut: true, share: 0.85 },
  { name: 'apple-touch-icon.png', size: 180, isCut: true, share: 1 },
];

const browser = await chromium.launch({
  executablePath: await requireChromium(console.log),
  args: ['--no-sandbox'],
});
try {
  for (const { name, size, isCut, share } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
      `<style>html{background:${isCut ? ground : 'none'}}body{margin:0;display:grid;height:100vh;place-items:center}svg{width:${share * 100}vw}</style>${mark}`,
    );
    const png = await page.screenshot({ omitBackground: true });
    writeFileSync(fileURLToPath(new URL(name, FOLDER)), png);
    await page.close();
  }
} finally {
  await browser.close();
}
