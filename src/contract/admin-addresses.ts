/**
 * Addresses (method and path) of the routes for admin screens. The build (vite.config.ts) replaces
 * this module with their values, so that browsers load no schemas.
 */
import { addressesOf } from './routes.ts';

export const adminAddresses = addressesOf('admins');
