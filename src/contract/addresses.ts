import { adminAddresses } from './admin-addresses.ts';
import { firstAddresses } from './first-addresses.ts';

/** The address of every route; `routes.ts` adds its input and output. */
export const addresses = { ...firstAddresses, ...adminAddresses };

export type Addresses = typeof addresses;

export type RouteName = keyof Addresses;
