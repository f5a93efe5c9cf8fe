/** What the table of routes says of each route. */
import * as z from 'zod/mini';
import type { ProblemCode } from '../problems.ts';

/**
 * Who may call: anybody; anybody signed in; signed in and not an admin (spec §6); admins; signed in with a
 * temporary password, which has to be changed before anything else works [D3.15]: none of the others
 * counts until then.
 */
export type Access = 'public' | 'signed-in' | 'employee' | 'admin' | 'first-sign-in';

export interface Route<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}`;
  readonly access: Access;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  /** The body of a POST, the query of a GET. */
  readonly input: Input;
  readonly output: Output;
  /** What an unforeseen failure of this route is called (spec §8); `server_error` when absent. */
  readonly failure?: ProblemCode;
  /** 'stream' answers server-sent events, each an `output`; 'text' answers a document for people. */
  readonly kind?: 'json' | 'stream' | 'text';
}

export const route = <Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  definition: Route<Input, Output>,
): Route<Input, Output> => definition;

export const nothing = z.strictObject({});
