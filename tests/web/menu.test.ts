import { describe, expect, it } from 'vitest';
import { nextMenuIndex } from '#web/ui/menu.tsx';

const LABELS = ['Edit profile', 'Change password', 'Sign Out', 'Send feedback'];

describe('the keys of a menu', () => {
  it('arrow keys wrap around, and Home and End go to the ends', () => {
    expect([
      nextMenuIndex('ArrowDown', 3, LABELS),
      nextMenuIndex('ArrowUp', 0, LABELS),
      nextMenuIndex('Home', 2, LABELS),
      nextMenuIndex('End', 0, LABELS),
    ]).toEqual([0, 3, 0, 3]);
  });

  it('a letter goes to the next item that begins with it', () => {
    expect([
      nextMenuIndex('s', 0, LABELS),
      nextMenuIndex('S', 2, LABELS),
      nextMenuIndex('c', 1, LABELS),
      nextMenuIndex('x', 0, LABELS),
    ]).toEqual([2, 3, 1, undefined]);
  });

  it('other keys do nothing', () => {
    expect(['Enter', ' ', 'Escape', 'Tab', 'F5'].map((key) => nextMenuIndex(key, 0, LABELS))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
