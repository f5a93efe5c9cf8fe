/**
 * Checks what was sent with the route's own schema, strictly: unknown members are refused, never ignored.
 * What nobody asked for (a role, a clock-in time) can so not slip in.
 */
import type * as z from 'zod/mini';
import { problemMessage, type ProblemCode } from '#contract/problems';
import { routes, type CheckedInputOf, type RouteName } from '#contract/routes';
import { refuse, type Refusal } from './refusal.ts';

/** Faults that spec §8 gives a code of their own. */
const OWN_CODES: Partial<
  Record<RouteName, Readonly<Record<string, { readonly code: ProblemCode; readonly only?: string }>>>
> = {
  signIn: { email: { code: 'sign_in_invalid_email' } },
  requestPasswordReset: { email: { code: 'reset_invalid_email' } },
  register: {
    email: { code: 'registration_invalid_email' },
    password: { code: 'registration_weak_password', only: 'too_small' },
  },
};

/** Forms whose first faulty field speaks for the whole. */
const FORMS: ReadonlySet<RouteName> = new Set<RouteName>([
  'signIn',
  'register',
  'requestPasswordReset',
  'completePasswordReset',
  'chooseFirstPassword',
  'changePassword',
  'updateProfile',
  'clockIn',
  'myTimeEntries',
  'timeEntries',
  'updateEmployee',
  'addEmployee',
  'closeEntry',
  'updateSettings',
  'employeeReport',
  'teamReport',
]);

export type Checked<Name extends RouteName> =
  | { readonly ok: true; readonly input: CheckedInputOf<Name> }
  | { readonly ok: false; readonly refusal: Refusal };

/** @param sent the body of a POST, the query of a GET; of any shape */
export function checkInput<Name extends RouteName>(name: Name, sent: unknown): Checked<Name> {
  const result = routes[name].input.safeParse(sent);
  return result.success
    ? { ok: true, input: result.data as CheckedInputOf<Name> }
    : { ok: false, refusal: refusalFor(name, result.error.issues) };
}

function refusalFor(name: RouteName, issues: readonly z.core.$ZodIssue[]): Refusal {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) fields[key] ??= 'This cannot be set.';
    else fields[issue.path.map(String).join('.')] ??= issue.message;
  }
  const own = issues
    .map((issue) => ({ issue, own: OWN_CODES[name]?.[String(issue.path[0])] }))
    .find(
      ({ issue, own: found }) =>
        found !== undefined && (found.only === undefined || found.only === issue.code),
    );
  const [first] = issues;
  if (own?.own && own.issue === first)
    return refuse(own.own.code, { fields, message: problemMessage(own.own.code) });
  const spoken =
    FORMS.has(name) && first && first.code !== 'unrecognized_keys' && first.path.length > 0
      ? first.message
      : undefined;
  return refuse('invalid_input', spoken === undefined ? { fields } : { fields, message: spoken });
}
