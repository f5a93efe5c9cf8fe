/** Finds names that readers confuse: equal but for case, accents and look-alike letters. */
import { say } from '#texts/say';
import type { Hub, Studio } from './studios.ts';

/** Characters that look like Latin letters. A capital and its small letter may differ: Greek Ν is like N, ν like v. */
const LOOKALIKES = ['АВЕЅІЈКМНОРСТУХҮԚԜавеѕіјкмнорстухһԁԛԝӏ', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεικνορτυχ', 'ıłøđŁØĐ', 'I10|'];
const LATIN = ['ABESIJKMHOPCTYXYQWabesijkmhopctyxhdqwl', 'ABEZHIKMNOPTYXabeikvoptux', 'ilodLOD', 'llol'];
const LATIN_OF = new Map(
  LOOKALIKES.flatMap((letters, list) =>
    [...letters].map((letter, at) => [letter, LATIN[list]?.[at] ?? letter]),
  ),
);

const latin = (text: string): string => [...text].map((letter) => LATIN_OF.get(letter) ?? letter).join('');

/** Replaces look-alikes once after and once before lower-casing: Greek Ν looks like N, but its small ν like v. */
function skeletonsOf(name: string): readonly string[] {
  const plain = name.normalize('NFKD').replace(/[\u0300-\u036F\p{DI}]/gu, '');
  return [latin(plain.toLowerCase()), latin(plain).toLowerCase()].map(
    (skeleton) => skeleton.replace(/[^\p{L}\p{N}\p{M}]+/gu, '') || plain,
  );
}

export function confusableIds(
  people: Iterable<{ readonly id: string; readonly name: string }>,
): ReadonlySet<string> {
  const first = new Map<string, string>();
  const found = new Set<string>();
  for (const { id, name } of people)
    for (const skeleton of skeletonsOf(name)) {
      const other = first.get(skeleton);
      if (other === undefined) first.set(skeleton, id);
      else if (other !== id) found.add(other).add(id);
    }
  return found;
}

/** Returns an error for each confusable name, by path: 'studios.1.name', 'studios.0.hubs.2.name'. */
export function studioFaults(studios: readonly Studio[]): Record<string, string> {
  const among = (items: readonly Hub[], path: string): [string, string][] => {
    const alike = confusableIds(items);
    return items.flatMap(({ id }, index) =>
      alike.has(id) ? [[`${path}.${index}.name`, say('place.confusable')]] : [],
    );
  };
  return Object.fromEntries([
    ...among(studios, 'studios'),
    ...studios.flatMap(({ hubs }, index) => among(hubs, `studios.${index}.hubs`)),
  ]);
}
