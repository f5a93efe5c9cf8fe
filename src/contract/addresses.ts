/**
 * Method and path of each route. The build (vite.config.ts) replaces this module with its values, so that browsers load
 * no schemas.
 */
import type { Address, Route } from './route.ts';
import { routes, type RouteName } from './routes.ts';

export const addresses = Object.fromEntries(
  Object.entries<Route>(routes).map(([name, { method, path, access, takesRequestId, isRepeatable }]) => [
    name,
    { method, path, isPublic: access === 'public' || undefined, takesRequestId, isRepeatable },
  ]),
) as Readonly<Record<RouteName, Omit<Address, 'access'> & { readonly isPublic?: true }>>;
