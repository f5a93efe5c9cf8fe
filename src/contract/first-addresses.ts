/**
 * Addresses (method and path) of the routes that the browser loads with the first screen. The build (vite.config.ts)
 * replaces this module with their values, so that browsers load no schemas.
 */
import { addressesOf } from './routes.ts';

export const firstAddresses = addressesOf('everybody');
