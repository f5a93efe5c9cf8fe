/** Random numbers that are the same every time: the demo must not differ from one start to the next. */

export interface SeededRandom {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  /** True in so many of a hundred cases. */
  percent(share: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  bytes(size: number): Uint8Array;
}

/** mulberry32: small, and good enough for a made-up workplace. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    percent: (share) => next() * 100 < share,
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
    bytes: (size) => Uint8Array.from({ length: size }, () => between(0, 255)),
  };
}
