import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { problemText, problemStatus, type ProblemCode } from '#contract/problems';
import { routes, type RouteName } from '#contract/routes';
import { addDays } from '#domain/time/workplace-day';
import { makeAdmin, makeEmployee, PASSWORD, requestId } from '#tests/make';
import { makeKiosk } from '#tests/make-kiosk';
import { setUpServer } from '#tests/set-up';
import { DAYS, wrongDays, type DaysOfRoute } from './days-of-routes.ts';

const server = setUpServer();

interface Case {
  readonly who: 'nobody' | 'employee' | 'admin';
  readonly route: RouteName;
  readonly input: object;
  readonly code: ProblemCode;
}

const CASES: readonly Case[] = [
  {
    who: 'nobody',
    route: 'signIn',
    input: { email: 'nobody@example.com', password: PASSWORD },
    code: 'sign_in_unknown_user',
  },
  {
    who: 'nobody',
    route: 'clockIn',
    input: { requestId: requestId(), notes: '' },
    code: 'clock_in_without_user',
  },
  { who: 'nobody', route: 'updateProfile', input: { name: 'Nobody' }, code: 'profile_not_signed_in' },
  { who: 'nobody', route: 'monitoring', input: {}, code: 'not_signed_in' },
  {
    who: 'nobody',
    route: 'requestPasswordReset',
    input: { email: 'nobody@example.com' },
    code: 'reset_unknown_user',
  },
  { who: 'employee', route: 'monitoring', input: {}, code: 'forbidden' },
  { who: 'employee', route: 'clockOut', input: { requestId: requestId() }, code: 'not_clocked_in' },
  { who: 'admin', route: 'clockIn', input: { requestId: requestId(), notes: '' }, code: 'forbidden' },
];

describe('a refusal', () => {
  it.each(CASES)(
    'has the status and message that belong to its code: $code',
    async ({ who, route, input, code }) => {
      const client =
        who === 'nobody'
          ? server.client()
          : (await (who === 'admin' ? makeAdmin(server) : makeEmployee(server))).client;
      const { status, text } = await client.send(route, input);
      expect({ status, ...JSON.parse(text) }).toEqual({
        status: problemStatus(code),
        code,
        message: problemText(code),
      });
    },
  );
});

/** The first day of employment is only compared, and may be long ago. */
const COMPARED: readonly string[] = ['addEmployee', 'updateEmployee'];

const hasDays = (name: RouteName): boolean =>
  !COMPARED.includes(name) &&
  /"format":"date"|"month":\{/.test(
    JSON.stringify(z.toJSONSchema(routes[name].input, { io: 'input', unrepresentable: 'any' })),
  );

describe('days in a request', () => {
  it('are known of every route', () => {
    expect(Object.keys(DAYS).toSorted()).toEqual(
      (Object.keys(routes) as RouteName[]).filter(hasDays).toSorted(),
    );
  });

  it.each(Object.entries(DAYS) as [RouteName, readonly DaysOfRoute[]][])(
    'are refused before anything is computed if they are reversed, out of 2000 to 2100, or too many: %s',
    async (name, ways) => {
      const { access } = routes[name];
      const admin = await makeAdmin(server);
      const { client } =
        access === 'kiosk'
          ? await makeKiosk(server, admin)
          : access === 'employee'
            ? await makeEmployee(server)
            : admin;
      for (const { input, fields, max } of ways) {
        for (const [from, to, field] of wrongDays({ fields, max }))
          expect(await client.refusal(name, input(from, to)), `${from} to ${to}`).toMatchObject({
            status: 400,
            code: 'invalid_input',
            fields: { [field]: expect.any(String) },
          });
        if (max === null) continue;
        const widest = await client.send(name, input('2026-06-01', addDays('2026-06-01', max - 1)));
        expect(widest.text).not.toContain('invalid_input');
      }
    },
  );
});
