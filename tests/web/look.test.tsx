import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Mark } from '#web/frame/brand.tsx';
import { tintOf } from '#web/ui/avatar.tsx';

const drawn = (svg: string): string[] => [...svg.matchAll(/ d="([^"]+)"/g)].map(([, path = '']) => path);

describe('the mark', () => {
  it('is the same in the page and in the tab of the browser', () => {
    const tab = readFileSync('src/web/public/favicon.svg', 'utf8');
    expect(drawn(tab)).toHaveLength(2);
    expect(drawn(renderToStaticMarkup(<Mark size={32} />))).toEqual(drawn(tab));
  });
});

describe('the tint of initials', () => {
  it('is the same for a person at any time, and each of the eight is about as frequent', () => {
    expect(
      ['6f1c1c1e-6f0a-4c0b-9d5e-1f6f5f0f1a01', '0b9d8f3a-77aa-4e0c-8a54-5b1d6f2f9c11'].map(tintOf),
    ).toEqual([3, 6]);
    const counts = new Map<number, number>();
    for (let n = 0; n < 8000; n += 1) {
      const tint = tintOf(`${n.toString(16).padStart(8, '0')}-6f0a-4c0b-9d5e-1f6f5f0f1a01`);
      counts.set(tint, (counts.get(tint) ?? 0) + 1);
    }
    expect([...counts.keys()].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(Math.min(...counts.values())).toBeGreaterThan(800);
    expect(Math.max(...counts.values())).toBeLessThan(1200);
  });
});
