/** Where somebody can be put. */
import { placementFaults, type Placement, type PlacementFaults, type Studio } from '#domain/people/studios';
import { refused, type Refused } from '../../platform/refused.ts';

/** Where somebody is to be put: the studio or the hub does not fit, each with its message. */
export type Misplaced = Refused<'invalid_input'> & { readonly fields: PlacementFaults };

/** Null when all fits. */
export function misplaced(
  studios: readonly Studio[],
  wanted: Placement,
  before?: Placement,
): Misplaced | null {
  const fields = placementFaults(studios, wanted, before);
  return Object.keys(fields).length === 0 ? null : { ...refused('invalid_input'), fields };
}
