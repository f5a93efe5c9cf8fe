import { describe, expect, it } from 'vitest';
import { searchItems, toSearchable } from '#web/frame/finder.tsx';
import { shortcutOf } from '#web/frame/quick-actions.tsx';

const names = (typed: string): string[] => searchItems(toSearchable(PEOPLE), typed).map(({ label }) => label);
const PEOPLE = [
  { label: 'Marta Álvarez', words: 'marta@example.com NXBI-AB1CD' },
  { label: 'Álvaro Ruiz', words: 'ruiz@example.com NXBI-ZZ9ZZ' },
  { label: 'Søren Weiß', words: 'soren@example.com EMP17' },
];

describe('the finder', () => {
  it('finds people with all typed words in name, address or id, whatever the case and the accents', () => {
    expect(names('ALVAREZ mar')).toEqual(['Marta Álvarez']);
    expect(names('weiss')).toEqual(['Søren Weiß']);
    expect(names('emp17')).toEqual(['Søren Weiß']);
    expect(names('marta ruiz')).toEqual([]);
  });

  it('ranks matches at the start first, then those at the start of a word, then the rest', () => {
    expect(names('alva')).toEqual(['Álvaro Ruiz', 'Marta Álvarez']);
    expect(names('r')).toEqual(['Álvaro Ruiz', 'Marta Álvarez', 'Søren Weiß']);
    expect(names('  ')).toHaveLength(3);
  });
});

const PLAIN = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('shortcuts', () => {
  it('the shortcuts are Ctrl K or Command K, / and ?, and no other combination', () => {
    expect(shortcutOf({ ...PLAIN, key: 'k', ctrlKey: true })).toBe('find');
    expect(shortcutOf({ ...PLAIN, key: 'K', metaKey: true })).toBe('find');
    expect(shortcutOf({ ...PLAIN, key: '/' })).toBe('search');
    // Some keyboards need Shift for it.
    expect(shortcutOf({ ...PLAIN, key: '/', shiftKey: true })).toBe('search');
    expect(shortcutOf({ ...PLAIN, key: '?', shiftKey: true })).toBe('keys');
    for (const other of [
      { key: 'k' },
      { key: 'k', ctrlKey: true, shiftKey: true },
      { key: 'k', ctrlKey: true, metaKey: true },
      { key: 'k', ctrlKey: true, altKey: true },
      { key: '/', ctrlKey: true },
      { key: '?', altKey: true },
    ])
      expect(shortcutOf({ ...PLAIN, ...other })).toBe(null);
  });
});
