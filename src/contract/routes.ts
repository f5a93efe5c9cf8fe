/**
 * The one table of routes. The guard, the validation, the typed client, the OpenAPI document and the access
 * tests are all made from it; a path that is not here answers 404.
 */
import type * as z from 'zod/mini';
import { accountsRoutes } from './routes/accounts.ts';
import { employeesRoutes } from './routes/employees.ts';
import { installationRoutes } from './routes/installation.ts';
import { monitoringRoutes } from './routes/monitoring.ts';
import { reportsRoutes } from './routes/reports.ts';
import { settingsRoutes } from './routes/settings.ts';
import { timeEntriesRoutes } from './routes/time-entries.ts';

export const routes = {
  ...installationRoutes,
  ...accountsRoutes,
  ...settingsRoutes,
  ...timeEntriesRoutes,
  ...monitoringRoutes,
  ...employeesRoutes,
  ...reportsRoutes,
} as const;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
/** What a caller passes: before defaults and normalisation. */
export type InputOf<Name extends RouteName> = z.input<Routes[Name]['input']>;
/** What the server works with: after validation. */
export type CheckedInputOf<Name extends RouteName> = z.output<Routes[Name]['input']>;
export type OutputOf<Name extends RouteName> = z.output<Routes[Name]['output']>;
