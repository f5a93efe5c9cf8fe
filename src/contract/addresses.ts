import { adminAddresses } from './admin-addresses.ts';
import { firstAddresses } from './first-addresses.ts';

/** Every route's address: what a caller has to know before anything is sent; `routes.ts` adds the rest to each. */
export const addresses = { ...firstAddresses, ...adminAddresses };

export type Addresses = typeof addresses;

export type RouteName = keyof Addresses;
