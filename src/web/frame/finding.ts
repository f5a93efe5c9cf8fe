/** How the finder finds: every word that was typed, whatever its case and its accents. */
import { folded } from '#domain/people/search';

export interface Findable {
  readonly label: string;
  /** What it is found by besides. */
  readonly words?: string;
}

/** Prepared once, since folding thousands of names at each letter would be felt. */
export type Prepared<Item> = readonly { readonly item: Item; readonly label: string; readonly all: string }[];

export const prepare = <Item extends Findable>(items: readonly Item[]): Prepared<Item> =>
  items.map((item) => {
    const label = folded(item.label);
    return { item, label, all: `${label} ${folded(item.words ?? '')}` };
  });

/** Those that hold all words typed, first those whose label begins with them, then those that have a word that does. */
export function found<Item>(among: Prepared<Item>, typed: string): Item[] {
  const wanted = folded(typed).trim();
  if (wanted === '') return among.map(({ item }) => item);
  const words = wanted.split(/\s+/);
  const rank = (label: string): number =>
    label.startsWith(wanted) ? 0 : words.every((word) => ` ${label}`.includes(` ${word}`)) ? 1 : 2;
  return among
    .filter(({ all }) => words.every((word) => all.includes(word)))
    .map(({ item, label }) => ({ item, rank: rank(label) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
