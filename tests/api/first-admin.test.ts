import { describe, expect, it } from 'vitest';
import { ensureFirstAdmin } from '#server/people/accounts/first-admin';
import { testConfig } from '#tests/make';
import { setUpServer } from '#tests/set-up';

const server = setUpServer();

describe('the first admin', () => {
  it('is created with a random password, which is shown once', async () => {
    const given = { database: server.test.database, clock: server.clock, config: testConfig() };
    const made = await ensureFirstAdmin(given);
    const { email = '', password } = made ?? {};
    expect(password).toMatch(/^([a-z0-9]{4}-){3}[a-z0-9]{4}$/);
    const { user } = await server.client().ask('signIn', { email, password: password ?? '' });
    expect(user).toMatchObject({ role: 'admin', name: 'Administrator' });
    expect(await ensureFirstAdmin(given)).toBeNull();
  });
});
