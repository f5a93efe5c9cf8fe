import { describe, expect, it } from 'vitest';
import { menuMove } from '#web/ui/menu.tsx';

const LABELS = ['Edit profile', 'Change password', 'Sign Out', 'Send feedback'];

describe('the keys of a menu', () => {
  it('arrow keys wrap around, and Home and End go to the ends', () => {
    expect([
      menuMove('ArrowDown', 3, LABELS),
      menuMove('ArrowUp', 0, LABELS),
      menuMove('Home', 2, LABELS),
      menuMove('End', 0, LABELS),
    ]).toEqual([0, 3, 0, 3]);
  });

  it('a letter goes to the next item that begins with it', () => {
    expect([
      menuMove('s', 0, LABELS),
      menuMove('S', 2, LABELS),
      menuMove('c', 1, LABELS),
      menuMove('x', 0, LABELS),
    ]).toEqual([2, 3, 1, undefined]);
  });

  it('other keys do nothing', () => {
    expect(['Enter', ' ', 'Escape', 'Tab', 'F5'].map((key) => menuMove(key, 0, LABELS))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
