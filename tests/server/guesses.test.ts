import { expect, it, vi } from 'vitest';
import { createBoundedCache } from '#server/hours/punch-queue/bounded-cache';

it('a bounded cache drops the key that was set longest ago when it is full', () => {
  const guesses = createBoundedCache<number>(2);
  guesses.set('ada', 1);
  guesses.set('grace', 1);
  guesses.set('ada', 2);
  guesses.set('edsger', 1);
  expect(['ada', 'grace', 'edsger'].map((name) => guesses.get(name))).toEqual([2, undefined, 1]);
  guesses.forget('ada');
  expect(guesses.get('ada')).toBeUndefined();
});

it('a bounded cache with a lifetime drops a key after twice that time, unless it was set again', () => {
  vi.useFakeTimers();
  try {
    const guesses = createBoundedCache<number>(2, 1_000);
    guesses.set('ada', 1);
    guesses.set('grace', 1);
    vi.advanceTimersByTime(1_500);
    guesses.set('ada', 2);
    expect(['ada', 'grace'].map((name) => guesses.get(name))).toEqual([2, 1]);
    guesses.set('edsger', 1);
    expect(['ada', 'grace', 'edsger'].map((name) => guesses.get(name))).toEqual([2, undefined, 1]);
    vi.advanceTimersByTime(1_000);
    expect(['ada', 'edsger'].map((name) => guesses.get(name))).toEqual([2, 1]);
    vi.advanceTimersByTime(1_000);
    expect(['ada', 'edsger'].map((name) => guesses.get(name))).toEqual([undefined, undefined]);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
