/** People change their own name (spec §7: update profile). */
import { describe, expect, it } from 'vitest';
import { setActive } from '#server/people/employees/commands';
import { updateName } from '#server/people/employees/commands';
import { saltedDigest } from '#server/ledger/entry';
import { makeAdmin, makeEmployee, requestId, timeAfter } from '#tests/make';
import { setUpServer } from '#tests/set-up';

const server = setUpServer();

describe("changing one's own name", () => {
  it('writes the profile, a ledger row and a notification that names the field', async () => {
    const { client, user } = await makeEmployee(server);
    server.clock.advanceMinutes(1);
    const { user: renamed } = await client.ask('updateProfile', { name: '  Ada\r\n King\tLovelace ' });
    expect(renamed).toMatchObject({
      id: user.id,
      name: 'Ada King Lovelace',
      version: user.version + 1,
      createdAt: user.createdAt,
    });
    expect(renamed.updatedAt > user.updatedAt).toBe(true);
    expect((await client.ask('whoAmI', {})).user).toEqual(renamed);
    const { rows: notified } = await server.test.owner.query(
      `SELECT type, severity, message, user_name FROM activity_notification WHERE user_id = $1 AND type = 'employee_updated'`,
      [user.id],
    );
    expect(notified).toEqual([
      {
        type: 'employee_updated',
        severity: 'info',
        message: 'Ada King Lovelace was updated: name',
        user_name: 'Ada King Lovelace',
      },
    ]);
    const { rows } = await server.test.owner.query(
      `SELECT actor, body, (SELECT ledger_salt FROM account WHERE id = $1) AS salt FROM ledger WHERE chain = $1 AND kind = 'employee_updated'`,
      [user.id],
    );
    const [from, to] = [user.name, 'Ada King Lovelace'].map((name) => saltedDigest(rows[0].salt, name));
    expect(rows.map(({ actor, body }) => [actor, JSON.parse(body).data.changes])).toEqual([
      [user.id, { name: { from, to } }],
    ]);
  });

  it('of an administrator tells the other administrators nothing', async () => {
    const { client, user } = await makeAdmin(server);
    await client.ask('updateProfile', { name: 'Grace Brewster Hopper' });
    const { rows } = await server.test.owner.query('SELECT FROM activity_notification WHERE user_id = $1', [
      user.id,
    ]);
    expect(rows).toEqual([]);
  });

  it("reaches the person's other windows and the admins live, and ends no session", async () => {
    const { client, user } = await makeEmployee(server);
    const admin = await makeAdmin(server);
    const streams = await Promise.all([client.live(), admin.client.live()]);
    await Promise.all(streams.map((stream) => stream.hello()));
    await client.ask('updateProfile', { name: 'Grace Hopper' });
    for (const stream of streams)
      await stream.until(({ changes }) =>
        changes.some(({ user: one }) => one?.id === user.id && one.name === 'Grace Hopper'),
      );
    expect((await client.ask('whoAmI', {})).user?.name).toBe('Grace Hopper');
    for (const stream of streams) stream.close();
  });

  it('stores a name in its composed Unicode form', async () => {
    const { client } = await makeEmployee(server);
    const { user } = await client.ask('updateProfile', { name: 'Jose\u0301 Nun\u0303ez' });
    expect(user.name).toBe('Jos\u00e9 Nu\u00f1ez');
    expect((await client.ask('updateProfile', { name: 'Jose\u0301 Nun\u0303ez' })).user.version).toBe(
      user.version,
    );
  });

  it('saving the same name changes nothing', async () => {
    const { client, user } = await makeEmployee(server);
    expect((await client.ask('updateProfile', { name: ` ${user.name} ` })).user).toEqual(user);
    expect(
      (
        await server.test.owner.query(`SELECT 1 FROM ledger WHERE chain = $1 AND kind = 'employee_updated'`, [
          user.id,
        ])
      ).rowCount,
    ).toBe(0);
  });

  it('a repeated request changes the name only once', async () => {
    const { client, user } = await makeEmployee(server);
    const again = () => updateName(server.test.database, server.clock.now(), user.id, 'Ada Byron');
    const first = await client.ask('updateProfile', { name: 'Ada Byron' });
    expect(await again()).toEqual({ ok: true, user: first.user });
  });

  it.each([
    ['', 'Full name is required'],
    [' \r\n\t ', 'Full name is required'],
    ['x'.repeat(121), 'Full name must be at most 120 characters'],
    ['Ada\u0000', 'This has a character that cannot be stored.'],
    ['Ada\u001b[31m', 'This has a character that cannot be shown.'],
    ['Ada \u202egnp.exe', 'This has a character that cannot be shown.'],
    ['\u200b', 'This has a character that cannot be shown.'],
    ['\u3164', 'This has a character that cannot be shown.'],
    ['Ada\u00ad', 'This has a character that cannot be shown.'],
    ['\u200d', 'This has no visible character.'],
    ['\u2800', 'This has no visible character.'],
    [`Ada${'\u0335'.repeat(110)}`, 'This has too many marks on one letter.'],
    [`Ada${'\u0335\u200d'.repeat(50)}`, 'This has too many marks on one letter.'],
    ['x\ud800y', 'This has a character that cannot be stored.'],
  ])('refuses %j', async (name, message) => {
    const { client, user } = await makeEmployee(server);
    expect(await client.refusal('updateProfile', { name })).toMatchObject({
      status: 400,
      message,
      fields: { name: message },
    });
    expect((await client.ask('whoAmI', {})).user).toEqual(user);
  });

  it.each([
    ['<script>alert(1)</script>'],
    ["Robert'); DROP TABLE account;--"],
    ['=HYPERLINK("x")'],
    ['José Ñandú 陈 🙂'],
    ['می\u200cخواهم'],
    ['श्री क्\u200dष'],
    ['👩\u200d💻 \u2764\ufe0f'],
    ['葛\u{e0100}城'],
    ['Nguyễn Thị Hằng'],
    ['X'],
  ])('keeps %j unchanged', async (name) => {
    const { client } = await makeEmployee(server);
    expect((await client.ask('updateProfile', { name })).user.name).toBe(name);
  });

  it('needs a session, and can set nothing but the name', async () => {
    expect(await server.client().refusal('updateProfile', { name: 'Nobody' })).toEqual({
      status: 401,
      code: 'profile_not_signed_in',
      message: 'No user is currently signed in.',
    });
    const { client, user } = await makeEmployee(server);
    for (const more of [
      { role: 'admin' },
      { email: 'x@example.com' },
      { isActive: false },
      { id: requestId() },
    ]) {
      expect(await client.refusal('updateProfile', { name: 'Ada', ...more })).toMatchObject({
        status: 400,
        code: 'invalid_input',
      });
    }
    expect((await client.ask('whoAmI', {})).user).toEqual(user);
    await setActive(server.test.database, server.clock.now(), null, user.id, false);
    expect(await client.refusal('updateProfile', { name: 'Ada' })).toMatchObject({
      status: 401,
      code: 'profile_not_signed_in',
    });
  });

  it("a failed write says 'Failed to update profile.'", async () => {
    const { client } = await makeEmployee(server);
    await server.test.owner.query(
      `ALTER TABLE activity_notification ADD CONSTRAINT none CHECK (type <> 'employee_updated') NOT VALID`,
    );
    expect(await client.refusal('updateProfile', { name: 'Somebody Else' })).toEqual({
      status: 500,
      code: 'profile_update_failed',
      message: 'Failed to update profile.',
    });
    await server.test.owner.query('ALTER TABLE activity_notification DROP CONSTRAINT none');
    expect((await client.ask('whoAmI', {})).user?.name).not.toBe('Somebody Else');
  });

  it('is refused after ten changes within an hour, and the message says when it is possible again', async () => {
    const { client } = await makeEmployee(server);
    // Each request is sent twice. The second changes nothing and does not count.
    for (let index = 0; index < 20; index += 1)
      await client.ask('updateProfile', { name: `Name ${index >> 1}` });
    server.clock.advanceMinutes(0.5);
    const refused = await client.call('updateProfile', { name: 'One More' });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(3_000);
    expect(refused).toMatchObject({
      status: 429,
      problem: {
        code: 'renames_too_many',
        message: `You changed your name too often. You can change it again from ${timeAfter(server, seconds)}.`,
      },
    });
    expect((await client.ask('whoAmI', {})).user?.name).toBe('Name 9');
  });
});
