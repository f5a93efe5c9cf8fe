import { expect, it } from 'vitest';
import { measureBytes } from '../../bench/web.mjs';
import { withApp } from './app.ts';

it('no screen loads more than its budget of compressed bytes', async () => {
  const figures = measureBytes();
  expect(figures.length).toBeGreaterThan(3);
  expect(figures.filter(({ value, limit }) => !(value > 0 && value <= limit))).toEqual([]);
});

it('what the measurement reads is not served to browsers', () =>
  withApp(async (app) => {
    const { page } = await app.openBrowser();
    expect((await page.request.get(`${app.url}/.vite/manifest.json`)).status()).toBe(404);
  }));
