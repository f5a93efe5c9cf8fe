import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Logo } from '#web/frame/header-bar.tsx';
import { tintOf } from '#web/ui/avatar.tsx';

const drawn = (svg: string): string[] => [...svg.matchAll(/ d="([^"]+)"/g)].map(([, path = '']) => path);

describe('the mark', () => {
  it('the mark is the same in the page and in the browser tab', () => {
    const tab = readFileSync('src/web/public/favicon.svg', 'utf8');
    expect(drawn(tab)).toHaveLength(2);
    expect(drawn(renderToStaticMarkup(<Logo />))).toEqual(drawn(tab));
  });
});

describe('the tint of initials', () => {
  it('a person always has the same tint, and the eight tints are about equally frequent', () => {
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

/** Relative luminance (WCAG 2.2) of each colour token in both themes. */
const tokens = new Map(
  [
    ...readFileSync('src/web/styles.css', 'utf8').matchAll(
      /--color-([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g,
    ),
  ].map(([, name = '', light = '', dark = '']) => [name, { light: luminance(light), dark: luminance(dark) }]),
);

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const [dark = 0, light = 0] = [one, other]
    .map((name) => tokens.get(name)?.[theme] ?? Number.NaN)
    .toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const PERSONS = [1, 2, 3, 4, 5, 6, 7, 8];
/** Text colours on each background. */
const TEXT: Readonly<Record<string, readonly string[]>> = {
  page: ['ink', 'muted', 'accent', 'accent-strong', 'success', 'danger', 'warning'],
  surface: ['ink', 'muted', 'accent', 'accent-strong', 'success', 'danger', 'warning'],
  sunken: ['ink', 'muted', 'accent', 'accent-strong', 'success', 'danger', 'warning'],
  'accent-soft': ['ink', 'muted', 'accent', 'accent-strong'],
  'success-soft': ['ink', 'muted', 'success'],
  'danger-soft': ['ink', 'muted', 'danger'],
  'warning-soft': ['ink', 'muted', 'warning'],
  'on-fill': [
    'accent',
    'accent-strong',
    'success',
    'danger',
    'danger-strong',
    'warning',
    'purple',
    'ink',
    'muted',
  ],
  running: ['on-running'],
  ...Object.fromEntries(PERSONS.map((n) => [`person-${n}`, [`on-person-${n}`]])),
};
/** Colours that must stand out on each background: borders of controls, bars and marks of charts. */
const DRAWN: Readonly<Record<string, readonly string[]>> = {
  page: ['control'],
  surface: ['control', 'accent', 'accent-mid', 'danger', 'warning'],
  sunken: ['control', 'accent-mid', 'danger'],
  'danger-soft': ['danger'],
  'warning-soft': ['warning'],
};
/** Decoration, which may be faint. */
const FAINT = ['line'];

const tooFaint = (
  pairs: Readonly<Record<string, readonly string[]>>,
  least: number,
  theme: 'light' | 'dark',
): string[] =>
  Object.entries(pairs).flatMap(([ground, written]) =>
    written
      .filter((name) => !(contrast(name, ground, theme) >= least))
      .map((name) => `${name} on ${ground}: ${contrast(name, ground, theme).toFixed(2)}`),
  );

describe.each(['light', 'dark'] as const)('the colours of the %s theme', (theme) => {
  it('text colours have a contrast of at least 4.5', () => {
    expect(tooFaint(TEXT, 4.5, theme)).toEqual([]);
  });

  it('colours of shapes have a contrast of at least 3', () => {
    expect(tooFaint(DRAWN, 3, theme)).toEqual([]);
  });
});

it('every colour is checked or listed as decoration', () => {
  const judged = [TEXT, DRAWN].flatMap((pairs) => Object.entries(pairs).flat(2));
  expect([...tokens.keys()].filter((name) => !judged.includes(name) && !FAINT.includes(name))).toEqual([]);
  expect(tokens.get('muted')).toBeDefined();
});
