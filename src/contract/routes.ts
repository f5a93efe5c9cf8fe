/** The only table of routes: other paths answer 404. Browsers load its addresses and types, but no schemas. */
import type * as z from 'zod/mini';
import { accountsRoutes } from './accounts/routes.ts';
import { clockRoutes } from './clock/routes.ts';
import { correctionsRoutes } from './corrections/routes.ts';
import { expectedRoutes } from './expected/routes.ts';
import { installationRoutes } from './installation/routes.ts';
import { kioskRoutes } from './kiosk/routes.ts';
import { leaveRoutes } from './leave/routes.ts';
import { monitoringRoutes } from './monitoring/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { periodsRoutes } from './periods/routes.ts';
import { reportsRoutes } from './reports/routes.ts';
import type { Route } from './route.ts';
import { securityRoutes } from './security/routes.ts';
import { settingsRoutes } from './settings/routes.ts';

export const routes = {
  ...installationRoutes,
  ...accountsRoutes,
  ...securityRoutes,
  ...settingsRoutes,
  ...expectedRoutes,
  ...clockRoutes,
  ...correctionsRoutes,
  ...leaveRoutes,
  ...periodsRoutes,
  ...monitoringRoutes,
  ...peopleRoutes,
  ...reportsRoutes,
  ...kioskRoutes,
} satisfies Readonly<Record<string, Route>>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
/** Input as a caller sends it: before defaults and normalisation. */
export type InputOf<Name extends RouteName> = z.input<Routes[Name]['input']>;
/** Input as the server uses it: after validation. */
export type CheckedInputOf<Name extends RouteName> = z.output<Routes[Name]['input']>;
export type OutputOf<Name extends RouteName> = z.output<Routes[Name]['output']>;
