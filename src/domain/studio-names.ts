/** Studios and hubs that a reader would take for one another. */
import { confusableIds } from './confusable-names.ts';
import type { Hub, Studio } from './studios.ts';

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
