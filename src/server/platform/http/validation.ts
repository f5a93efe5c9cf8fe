/** Checks what was sent with the route's own strict schema: unknown members are refused, never ignored. */
import type * as z from 'zod/mini';
import { problemMessage } from '#contract/problems';
import { routes, type CheckedInputOf, type RouteName } from '#contract/routes';
import type { Route } from '#contract/routes/route';
import { refuse, type Refusal } from './refusal.ts';

export type Checked<Name extends RouteName> =
  | { readonly ok: true; readonly input: CheckedInputOf<Name> }
  | { readonly ok: false; readonly refusal: Refusal };

/** @param sent the body of a POST, the query of a GET; of any shape */
export function checkInput<Name extends RouteName>(name: Name, sent: unknown): Checked<Name> {
  const result = routes[name].input.safeParse(sent);
  return result.success
    ? { ok: true, input: result.data as CheckedInputOf<Name> }
    : { ok: false, refusal: refusalFor(routes[name], result.error.issues) };
}

function refusalFor(
  { fieldCodes = {}, isForm = false }: Route,
  issues: readonly z.core.$ZodIssue[],
): Refusal {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) fields[key] ??= 'This cannot be set.';
    else fields[issue.path.map(String).join('.')] ??= issue.message;
  }
  const [first] = issues;
  const own = fieldCodes[String(first?.path[0])];
  if (own && (own.only === undefined || own.only === first?.code))
    return refuse(own.code, { fields, message: problemMessage(own.code) });
  const spoken =
    isForm && first && first.code !== 'unrecognized_keys' && first.path.length > 0
      ? first.message
      : undefined;
  return refuse('invalid_input', spoken === undefined ? { fields } : { fields, message: spoken });
}
