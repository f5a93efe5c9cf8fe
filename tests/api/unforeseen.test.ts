import { describe, expect, it } from 'vitest';
import { problemText } from '#contract/problems';
import { PASSWORD, requestId } from '#tests/make';
import { setUpAdmin, setUpEmployee, setUpServer } from '#tests/set-up';

const server = setUpServer({ config: { publicUrl: 'https://clock.example.com' } });
const employee = setUpEmployee(server);
const admin = setUpAdmin(server);

describe('an unexpected failure', () => {
  it("answers with the route's own message, without a stack, SQL or an internal name", async () => {
    await server.test.owner.query('ALTER TABLE activity_notification RENAME TO activity_notification_gone');
    await server.test.owner.query('ALTER TABLE settings RENAME TO settings_gone');
    const answers = [
      await employee.client.send('clockIn', { requestId: requestId() }),
      await employee.client.send('settings', {}),
      await admin.client.send('activity', {}),
    ];
    await server.test.owner.query('ALTER TABLE settings_gone RENAME TO settings');
    await server.test.owner.query('ALTER TABLE activity_notification_gone RENAME TO activity_notification');
    const codes = ['server_error', 'settings_load_failed', 'server_error'] as const;
    expect(answers.map(({ status, text }) => ({ status, body: JSON.parse(text) as unknown }))).toEqual(
      codes.map((code) => ({ status: 500, body: { code, message: problemText(code) } })),
    );
  });
});

describe('with an https PUBLIC_URL', () => {
  it('cookies are Secure', async () => {
    const answer = await server.client().call('signIn', { email: employee.email, password: PASSWORD });
    const cookies = answer.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/; Secure(;|$)/);
  });
});
