import { describe, expect, it } from 'vitest';
import { problemMessage, problemStatus, type ProblemCode } from '#contract/problems';
import type { RouteName } from '#contract/routes';
import { makeAdmin, makeEmployee, PASSWORD, requestId } from '#tests/make';
import { setUpServer } from '#tests/set-up';

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
        message: problemMessage(code),
      });
    },
  );
});
