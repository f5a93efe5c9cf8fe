/** The build replaces this module by the computed addresses, so that browsers load no schemas (vite.config.ts). */
import { addressesOf } from './routes.ts';

export const laterAddresses = addressesOf('later');
