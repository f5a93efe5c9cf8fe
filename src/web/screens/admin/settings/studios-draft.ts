import type { Hub, Studio } from '#domain/people/studios';
import { newRequestId } from '#web/browser/request-id.ts';

export interface StudioList {
  readonly studios: readonly Studio[];
}

const fresh = (): Hub => ({ id: newRequestId(), name: '', isRetired: false });

export const withStudio = (studios: readonly Studio[]): Studio[] => [...studios, { ...fresh(), hubs: [] }];

export const withHub = (studios: readonly Studio[], studioId: string): Studio[] =>
  studios.map((studio) => (studio.id === studioId ? { ...studio, hubs: [...studio.hubs, fresh()] } : studio));

export const changed = (
  studios: readonly Studio[],
  id: string,
  change: Partial<Pick<Hub, 'name' | 'isRetired'>>,
): Studio[] =>
  studios.map((studio) => ({
    ...studio,
    ...(studio.id === id ? change : {}),
    hubs: studio.hubs.map((hub) => (hub.id === id ? { ...hub, ...change } : hub)),
  }));

export const without = (studios: readonly Studio[], id: string): Studio[] =>
  studios
    .filter((studio) => studio.id !== id)
    .map((studio) => ({ ...studio, hubs: studio.hubs.filter((hub) => hub.id !== id) }));

/** Removes lines that were added and left empty. */
export const withoutEmpty = (studios: readonly Studio[]): Studio[] =>
  studios
    .filter(({ name, hubs }) => name.trim() !== '' || hubs.some((hub) => hub.name.trim() !== ''))
    .map((studio) => ({ ...studio, hubs: studio.hubs.filter(({ name }) => name.trim() !== '') }));

/** People by id of studio or hub. */
export function peopleById(
  studios: readonly Studio[],
  people: readonly { readonly department: string; readonly hub: string; readonly count: number }[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (id: string | undefined, count: number): void => {
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + count);
  };
  for (const { department, hub, count } of people) {
    const studio = studios.find(({ name }) => name === department);
    add(studio?.id, count);
    add(studio?.hubs.find(({ name }) => name === hub)?.id, count);
  }
  return counts;
}
