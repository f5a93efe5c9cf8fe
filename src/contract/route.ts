import * as z from 'zod/mini';
import type { ProblemCode } from './problems.ts';

/**
 * Callers of a route. `employee`: signed in and no admin (spec §6). `lead`: an employee who leads somebody today.
 * `first-sign-in`: only with a temporary password [D3.15].
 * `second-factor`: signed in, even while a required second factor is overdue.
 * `kiosk`: a paired kiosk, which may call no other route but public ones.
 */
export type Access =
  | 'public'
  | 'signed-in'
  | 'employee'
  | 'lead'
  | 'admin'
  | 'first-sign-in'
  | 'second-factor'
  | 'kiosk';

/** The part of a route that browsers load. */
export interface Address {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}`;
  readonly access: Access;
  /** Requests carry an id. A retry with the same id changes nothing and gets the stored response. */
  readonly takesRequestId?: boolean | undefined;
  /** Idempotent, so the client retries it. Default: true for `takesRequestId` and for GET. */
  readonly isRepeatable?: boolean | undefined;
}

interface Operation<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly summary: string;
  /** The body of a POST, the query of a GET. */
  readonly input: Input;
  readonly output: Output;
  /** Problem code for an unexpected failure, such as an unreachable database (spec §8). Default: `server_error`. */
  readonly failure?: ProblemCode;
  /** Codes of refusals, in addition to those that `refusalsOf` adds. */
  readonly refusals?: readonly ProblemCode[];
  /** Code for callers who are not signed in (spec §8); default `not_signed_in`. */
  readonly notSignedIn?: ProblemCode;
  /** Codes of invalid fields (spec §8); `only` limits a code to one kind of zod issue. */
  readonly fieldCodes?: Readonly<Record<string, { readonly code: ProblemCode; readonly only?: string }>>;
  /** For invalid input, the response has the message of the first invalid field. */
  readonly isForm?: boolean;
  /** Uses the database connections that are reserved for punches. Its refusals are logged (spec §8). */
  readonly isPunch?: boolean;
  /** Also serves a kiosk within 72 h after it was revoked. */
  readonly servesRevoked?: boolean;
  /** Milliseconds until the work is cancelled, rolled back and answered with 503. */
  readonly limitMs?: number;
  /** 'stream': server-sent events, each an `output`; 'text': HTML; 'file': a download; 'redirect': 303. */
  readonly kind?: 'json' | 'stream' | 'text' | 'file' | 'redirect';
}

export type Route = Address & Operation;

export const nothing = z.strictObject({});

type Definition<Input extends z.ZodMiniType, Output extends z.ZodMiniType> = Omit<
  Operation<Input, Output>,
  'input'
> &
  Pick<Address, 'takesRequestId' | 'isRepeatable'> & {
    /** Default: `nothing`. */
    readonly input?: Input;
  };

const routeWith =
  <Method extends Address['method']>(method: Method) =>
  <
    Path extends Address['path'],
    Who extends Access,
    Output extends z.ZodMiniType,
    Input extends z.ZodMiniType = typeof nothing,
  >(
    path: Path,
    access: Who,
    { input = nothing as z.ZodMiniType as Input, ...definition }: Definition<Input, Output>,
  ) => ({ method, path, access, input, ...definition });

export const get = routeWith('GET');
export const post = routeWith('POST');

/** Milliseconds. 'Clock In' must answer within 3 s; the remaining 500 ms let a started commit end. */
export const REQUEST_LIMIT_MS = 2_500;
/** For routes that hash passwords or send mails. Shorter than the 15 s after which the browser gives up. */
export const LONG_REQUEST_MS = 14_000;

/** Whether a route needs a person who is signed in. A kiosk is nobody. */
export const isPersonal = (access: Access): boolean => access !== 'public' && access !== 'kiosk';

export function refusalsOf(route: Route): ReadonlySet<ProblemCode> {
  const { method, access, failure = 'server_error', fieldCodes = {}, refusals = [] } = route;
  return new Set<ProblemCode>([
    'invalid_input',
    'misdirected_request',
    ...(method === 'POST' ? POST_REFUSALS : []),
    ...(access === 'kiosk' ? (['kiosk_not_paired'] as const) : []),
    ...(isPersonal(access)
      ? [route.notSignedIn ?? 'not_signed_in', 'not_signed_in' as const, 'forbidden' as const]
      : []),
    ...(isPersonal(access) && access !== 'first-sign-in' ? (['password_change_required'] as const) : []),
    ...(isPersonal(access) && !['first-sign-in', 'second-factor'].includes(access)
      ? (['second_factor_required'] as const)
      : []),
    ...Object.values(fieldCodes).map(({ code }) => code),
    ...refusals,
    ...(route.takesRequestId ? (['request_id_reused'] as const) : []),
    failure,
    'unavailable',
  ]);
}

const POST_REFUSALS = ['foreign_origin', 'request_timeout', 'too_large', 'wrong_media_type'] as const;

/** For routes that save a form of settings. Refused if the settings have changed since the form loaded them. */
export const SETTINGS_SAVE_ROUTE = {
  failure: 'settings_update_failed',
  takesRequestId: true,
  refusals: ['settings_changed'],
  isForm: true,
} as const;
