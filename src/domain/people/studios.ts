import { say } from '#texts/say';

/** Part of a studio. People belong to a studio and to one of its hubs. */
export type Hub = {
  readonly id: string;
  readonly name: string;
  /** A retired studio or hub keeps its people but is not offered any more. */
  readonly isRetired: boolean;
};
export type Studio = Hub & { readonly hubs: readonly Hub[] };

/** Studios for selection: without ids and retired ones. */
export interface OfferedStudio {
  readonly name: string;
  readonly hubs: readonly string[];
}

/** A person's place; `department` is the studio's name (spec §3). */
export interface Placement {
  readonly department: string;
  readonly hub: string;
}
export type PlacementFaults = Partial<Record<keyof Placement, string>>;

/** Studios of a new workplace (spec §3). */
export const FIRST_STUDIOS: readonly OfferedStudio[] = [
  {
    name: 'Business Studio',
    hubs: ['Core operations hub', 'Data Intelligence & Innovation', 'Digital Strategy & Innovation'],
  },
  { name: 'Regulatory Reporting Studio', hubs: ['Compliance Hub', 'Reporting Hub'] },
  {
    name: 'Corporate Services Studio',
    hubs: [
      'Team & Office Experience Hub',
      'Branding & Digital Presence Hub',
      'Client Engagement & Business Development Hub',
    ],
  },
];

const withoutRetired = <Item extends Hub>(items: readonly Item[]): Item[] =>
  items.filter((item) => !item.isRetired);

export const offeredStudios = (studios: readonly Studio[]): OfferedStudio[] =>
  withoutRetired(studios).map(({ name, hubs }) => ({
    name,
    hubs: withoutRetired(hubs).map((hub) => hub.name),
  }));

export const hubsOf = (studios: readonly OfferedStudio[], studio: string): readonly string[] =>
  studios.find(({ name }) => name === studio)?.hubs ?? [];

export function registrationFaults(
  studios: readonly OfferedStudio[],
  { department, hub }: Placement,
): PlacementFaults {
  const faults: PlacementFaults = {};
  if (studios.length === 0 ? department !== '' : !studios.some(({ name }) => name === department))
    faults.department = say('place.selectStudio');
  const hubs = hubsOf(studios, department);
  const needsHub = hubs.length > 0 || faults.department !== undefined;
  if (needsHub ? !hubs.includes(hub) : hub !== '') faults.hub = say('place.selectHub');
  return faults;
}

/** A department that is not a studio may have any hub. People may stay in a retired studio or hub. */
export function placementFaults(
  studios: readonly Studio[],
  wanted: Placement,
  before?: Placement,
): PlacementFaults {
  const studio = studios.find(({ name }) => name === wanted.department);
  if (!studio) return {};
  const isKept = before?.department === wanted.department;
  if (studio.isRetired && !isKept) return { department: say('place.studioRetired') };
  if (wanted.hub === '' || (isKept && before.hub === wanted.hub)) return {};
  const hub = studio.hubs.find(({ name }) => name === wanted.hub);
  if (!hub) return { hub: say('place.hubOfStudio') };
  return hub.isRetired ? { hub: say('place.hubRetired') } : {};
}

/** Returns a function from an old place to the renamed one; null if the place keeps its name. */
export function createPlaceRenamer(
  before: readonly Studio[],
  after: readonly Studio[],
): (place: Placement) => Placement | null {
  const newNames = new Map(
    after.flatMap((studio) => [studio, ...studio.hubs]).map(({ id, name }) => [id, name]),
  );
  const studios = new Map(before.map((studio) => [studio.name, studio]));
  return ({ department, hub }) => {
    const studio = studios.get(department);
    if (!studio) return null;
    const hubId = studio.hubs.find(({ name }) => name === hub)?.id;
    const moved = {
      department: newNames.get(studio.id) ?? department,
      hub: (hubId === undefined ? undefined : newNames.get(hubId)) ?? hub,
    };
    return moved.department === department && moved.hub === hub ? null : moved;
  };
}

/** Returns the studios and hubs that a save removes. The save is refused if people still belong to a removed one. */
export function findRemovedPlaces(
  before: readonly Studio[],
  after: readonly Studio[],
): { readonly studios: readonly Studio[]; readonly hubs: readonly (Hub & { readonly studio: Studio })[] } {
  const kept = new Set(after.flatMap((studio) => [studio.id, ...studio.hubs.map(({ id }) => id)]));
  const gone = before.filter(({ id }) => !kept.has(id));
  return {
    studios: gone,
    hubs: before
      .filter((studio) => !gone.includes(studio))
      .flatMap((studio) => studio.hubs.filter(({ id }) => !kept.has(id)).map((hub) => ({ ...hub, studio }))),
  };
}
