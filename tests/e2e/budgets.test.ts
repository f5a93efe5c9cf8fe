import { expect, it } from 'vitest';
import { measureBytes } from '../../bench/web.mjs';
import { onStage } from './stage.ts';

it('no screen loads more than its budget of compressed bytes', async () => {
  const figures = measureBytes();
  expect(figures.length).toBeGreaterThan(3);
  expect(figures.filter(({ value, limit }) => !(value > 0 && value <= limit))).toEqual([]);
});

it('what the measurement reads is not served to browsers', () =>
  onStage(async (stage) => {
    const { page } = await stage.visit();
    expect((await page.request.get('/.vite/manifest.json')).status()).toBe(404);
  }));
