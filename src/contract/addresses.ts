/** Every route's address: what a caller has to know before anything is sent; `routes.ts` adds the rest to each. */
import { adminAddresses } from './admin-addresses.ts';
import { firstAddresses } from './first-addresses.ts';

export const addresses = { ...firstAddresses, ...adminAddresses };

export type Addresses = typeof addresses;
export type RouteName = keyof Addresses;
