/** The build replaces this module by its value, so that browsers load no schemas (vite.config.ts). */
import { addressesOf } from './routes.ts';

export const laterAddresses = addressesOf('later');
