/** Names of several people that a reader takes for one: equal but for case, accents and look-alike letters. */
import type { Hub, Studio } from './studios.ts';

/** Letters that look like the Latin ones below them; small and capital ones apart, since some differ. */
const LOOKALIKES = ['АВЕЅІЈКМНОРСТУХҮԚԜавеѕіјкмнорстухһԁԛԝӏ', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεικνορτυχ', 'ıłøđŁØĐ', 'I10|'];
const LATIN = ['ABESIJKMHOPCTYXYQWabesijkmhopctyxhdqwl', 'ABEZHIKMNOPTYXabeikvoptux', 'ilodLOD', 'llol'];
const LATIN_OF = new Map(
  LOOKALIKES.flatMap((letters, list) =>
    [...letters].map((letter, at) => [letter, LATIN[list]?.[at] ?? letter]),
  ),
);

const latin = (text: string): string => [...text].map((letter) => LATIN_OF.get(letter) ?? letter).join('');

/**
 * What is left of a name that a hurried reader sees: once with the case taken away first, and once with the
 * letters made Latin first, since a capital may look like another letter than its small one.
 */
function looksOf(name: string): readonly string[] {
  const plain = name.normalize('NFKD').replace(/[\u0300-\u036F\p{DI}]/gu, '');
  return [latin(plain.toLowerCase()), latin(plain).toLowerCase()].map(
    (look) => look.replace(/[^\p{L}\p{N}\p{M}]+/gu, '') || plain,
  );
}

/** The ids of those whose name can be taken for that of another one among them. */
export function confusableIds(
  people: Iterable<{ readonly id: string; readonly name: string }>,
): ReadonlySet<string> {
  const first = new Map<string, string>();
  const found = new Set<string>();
  for (const { id, name } of people)
    for (const look of looksOf(name)) {
      const other = first.get(look);
      if (other === undefined) first.set(look, id);
      else if (other !== id) found.add(other).add(id);
    }
  return found;
}

/** Names that a reader takes for one another, by their place in the list: 'studios.1.name', 'studios.0.hubs.2.name'. */
export function studioFaults(studios: readonly Studio[]): Record<string, string> {
  const among = (items: readonly Hub[], path: string): [string, string][] => {
    const alike = confusableIds(items);
    return items.flatMap(({ id }, index) =>
      alike.has(id)
        ? [[`${path}.${index}.name`, 'This name, or one that looks like it, is already used']]
        : [],
    );
  };
  return Object.fromEntries([
    ...among(studios, 'studios'),
    ...studios.flatMap(({ hubs }, index) => among(hubs, `studios.${index}.hubs`)),
  ]);
}
