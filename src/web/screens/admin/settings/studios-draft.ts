/** The list of studios while somebody edits it; plain data. */
import type { Hub, Studio } from '#domain/people/studios';
import { newRequestId } from '#web/browser/request-id.ts';

/** The list as it is typed, and as it was when the form began. */
export interface StudiosDraft {
  readonly typed: readonly Studio[];
  readonly base: readonly Studio[];
}

const fresh = (): Hub => ({ id: newRequestId(), name: '', isRetired: false });

export const withStudio = (studios: readonly Studio[]): Studio[] => [...studios, { ...fresh(), hubs: [] }];

export const withHub = (studios: readonly Studio[], studioId: string): Studio[] =>
  studios.map((studio) => (studio.id === studioId ? { ...studio, hubs: [...studio.hubs, fresh()] } : studio));

/** A studio or a hub as it is to be from now on. */
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

/** Lines that were added and left empty are none. */
export const withoutEmpty = (studios: readonly Studio[]): Studio[] =>
  studios
    .filter(({ name, hubs }) => name.trim() !== '' || hubs.some((hub) => hub.name.trim() !== ''))
    .map((studio) => ({ ...studio, hubs: studio.hubs.filter(({ name }) => name.trim() !== '') }));

export const areSame = (some: readonly Studio[], others: readonly Studio[]): boolean =>
  JSON.stringify(some) === JSON.stringify(others);

/** How many people are at each, by id; those who are at none of them are left out. */
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
