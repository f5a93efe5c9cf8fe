/** The build (vite.config.ts) replaces this module with the list of addresses, so that browsers load no schemas. */
import { addressesOf } from './routes.ts';

export const firstAddresses = addressesOf('everybody');
