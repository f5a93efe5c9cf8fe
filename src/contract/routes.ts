/**
 * The one table of routes: each address with what is done there. The guard, the validation, the typed client,
 * the OpenAPI document and the access tests are all made from it; a path that is not here answers 404. The
 * browser takes nothing of this file but types: the schemas of all routes are more than it may load.
 */
import type * as z from 'zod/mini';
import { addresses, type Addresses, type RouteName } from './addresses.ts';
import { accountsOperations } from './routes/accounts.ts';
import { correctionsOperations } from './routes/corrections.ts';
import { employeesOperations } from './routes/employees.ts';
import {
  installationOperations,
  monitoringOperations,
  reportsOperations,
  settingsOperations,
} from './routes/installation.ts';
import { periodsOperations } from './routes/periods.ts';
import type { Operation } from './routes/route.ts';
import { timeEntriesOperations } from './routes/time-entries.ts';

/** Under the names of the addresses; the compiler refuses an address without one. */
const operations = {
  ...installationOperations,
  ...accountsOperations,
  ...settingsOperations,
  ...timeEntriesOperations,
  ...correctionsOperations,
  ...periodsOperations,
  ...monitoringOperations,
  ...employeesOperations,
  ...reportsOperations,
} satisfies { readonly [Name in RouteName]: Operation };
type Operations = typeof operations;

/** `Addresses[Name]` refuses an operation without an address. */
export type Routes = {
  readonly [Name in keyof Operations]: Addresses[Name] & Operations[Name];
};

export const routes = Object.fromEntries(
  Object.entries(operations).map(([name, rest]) => [name, { ...rest, ...addresses[name as RouteName] }]),
) as Routes;

export type { RouteName };
/** What a caller passes: before defaults and normalisation. */
export type InputOf<Name extends RouteName> = z.input<Routes[Name]['input']>;
/** What the server works with: after validation. */
export type CheckedInputOf<Name extends RouteName> = z.output<Routes[Name]['input']>;
export type OutputOf<Name extends RouteName> = z.output<Routes[Name]['output']>;
