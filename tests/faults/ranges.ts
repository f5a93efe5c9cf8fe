/** Requests for days: all that a route refuses, and the most that it takes. */
import { routes, type RouteName } from '#contract/routes';
import { addDays } from '#domain/time/workplace-day';
import { queryOf } from '#tests/api/client';
import { DAYS, wrongDays } from '#tests/api/days-of-routes';
import type { Wanted } from './flooded.ts';

/** @param cookies of an employee and of an admin */
export function everyRange(cookies: { readonly employee: string; readonly admin: string }): Wanted[] {
  return (Object.keys(DAYS) as RouteName[]).flatMap((name) => {
    const { method, path, access } = routes[name];
    const headers = { cookie: cookies[access === 'employee' ? 'employee' : 'admin'] };
    return (DAYS[name] ?? []).flatMap(({ input, fields, max }) => {
      const days = wrongDays({ fields, max }).map(([from, to]) => input(from, to));
      if (max !== null) days.push(input('2026-06-01', addDays('2026-06-01', max - 1)));
      return days.map((asked) =>
        method === 'GET'
          ? { method, path: `${path}${queryOf(asked)}`, headers }
          : { path, headers, body: JSON.stringify(asked) },
      );
    });
  });
}
