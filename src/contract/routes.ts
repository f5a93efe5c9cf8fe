/** The only table of routes: other paths answer 404. Browsers load its addresses and types, but no schemas. */
import type * as z from 'zod/mini';
import { accountsRoutes } from './routes/accounts.ts';
import { correctionsRoutes } from './routes/corrections.ts';
import { employeesRoutes } from './routes/employees.ts';
import {
  installationRoutes,
  monitoringRoutes,
  reportsRoutes,
  settingsRoutes,
} from './routes/installation.ts';
import { leaveRoutes } from './routes/leave.ts';
import { periodsRoutes } from './routes/periods.ts';
import type { Address, Route } from './routes/route.ts';
import { securityRoutes } from './routes/security.ts';
import { secondFactorRoutes } from './routes/second-factor.ts';
import { teamRoutes } from './routes/team.ts';
import { timeEntriesRoutes } from './routes/time-entries.ts';

export const routes = {
  ...installationRoutes,
  ...accountsRoutes,
  ...secondFactorRoutes,
  ...settingsRoutes,
  ...timeEntriesRoutes,
  ...correctionsRoutes,
  ...leaveRoutes,
  ...periodsRoutes,
  ...monitoringRoutes,
  ...employeesRoutes,
  ...reportsRoutes,
  ...teamRoutes,
  ...securityRoutes,
} satisfies Readonly<Record<string, Route>>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
/** Input as a caller sends it: before defaults and normalisation. */
export type InputOf<Name extends RouteName> = z.input<Routes[Name]['input']>;
/** Input as the server uses it: after validation. */
export type CheckedInputOf<Name extends RouteName> = z.output<Routes[Name]['input']>;
export type OutputOf<Name extends RouteName> = z.output<Routes[Name]['output']>;

/** Groups of addresses, by when a browser loads them: with the first screen, after it, or with the admin screens. */
type Audience = 'everybody' | 'later' | 'admins';

function audienceOf(name: string, { access, isLater }: Route): Audience {
  if (access === 'admin' && name !== 'monitoring') return 'admins';
  return isLater || access === 'lead' ? 'later' : 'everybody';
}

/** Selects an audience's addresses. The board's address is for 'everybody': it is needed before the admin screens. */
export const addressesOf = (audience: Audience): Readonly<Record<string, Address>> =>
  Object.fromEntries(
    Object.entries<Route>(routes)
      .filter(([name, route]) => audienceOf(name, route) === audience)
      .map(([name, { method, path, access, failure, takesRequestId, isRepeatable }]) => [
        name,
        { method, path, access, failure, takesRequestId, isRepeatable },
      ]),
  );
