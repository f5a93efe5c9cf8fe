/** What the table of routes says of each route: its address, and what goes in and comes out there. */
import * as z from 'zod/mini';
import type { Address } from '../first-addresses.ts';
import type { ProblemCode } from '../problems.ts';

/** All but the address. */
export interface Operation<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
> {
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  /** The body of a POST, the query of a GET. */
  readonly input: Input;
  readonly output: Output;
  /** What it refuses besides what every route of its kind does; see `refusalsOf`. */
  readonly refusals?: readonly ProblemCode[];
  /** What somebody who is not signed in is told (spec §8); `not_signed_in` when absent. */
  readonly notSignedIn?: ProblemCode;
  /** Faults that spec §8 gives a code of their own, by field; `only` for one kind of zod's issues. */
  readonly fieldCodes?: Readonly<Record<string, { readonly code: ProblemCode; readonly only?: string }>>;
  /** People fill it in: the first faulty field's message speaks for the whole. */
  readonly isForm?: boolean;
  /** Has database connections of its own; a refusal is logged, since something was not recorded (spec §8). */
  readonly isPunch?: boolean;
  /** Milliseconds the work may take before it is given up, undone and answered with 503. */
  readonly limitMs?: number;
  /** 'stream': server-sent events, each an `output`; 'text': a document for people; 'file': bytes to be kept. */
  readonly kind?: 'json' | 'stream' | 'text' | 'file';
}

export type Route = Address & Operation;

/** What is done at the address of the same name. */
export const operation = <Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  definition: Operation<Input, Output>,
): Operation<Input, Output> => definition;

export const nothing = z.strictObject({});

/** Nobody waits for 'Clock In' more than three seconds, 0.3 of which are for what is being committed. */
export const LIMIT_MS = 2_500;
/** For routes that hash a password or hand over a mail; shorter than the 15 s for which the browser waits. */
export const LONG_LIMIT_MS = 14_000;

/** Every code that a route can answer instead of its output; any other is a bug. */
export function refusalsOf(route: Route): ReadonlySet<ProblemCode> {
  const { method, access, failure = 'server_error', fieldCodes = {}, refusals = [] } = route;
  return new Set<ProblemCode>([
    'invalid_input',
    'misdirected_request',
    ...(method === 'POST' ? CHANGES : []),
    ...(access === 'public' ? [] : [route.notSignedIn ?? 'not_signed_in', 'not_signed_in' as const]),
    ...(access === 'public' || access === 'first-sign-in' ? [] : (['password_change_required'] as const)),
    ...(access === 'public' || access === 'signed-in' ? [] : (['forbidden'] as const)),
    ...Object.values(fieldCodes).map(({ code }) => code),
    ...refusals,
    failure,
    'unavailable',
  ]);
}

const CHANGES = ['foreign_origin', 'request_timeout', 'too_large', 'wrong_media_type'] as const;
