/** Settings of the workplace: its name, formats of times and weeks, and registration. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { InputOf } from '#contract/routes';
import { startMailServer } from '#tests/support/mail-server';
import { ledgerFaults } from '#tests/support/ledger-faults';
import {
  changeSettings,
  makeAdmin,
  makeEmployee,
  PASSWORD,
  requestId,
  settingsInput,
  startTestServer,
} from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';

const server = setUpServer();
const admin = setUpAdmin(server);

const current = async () => (await admin.client.ask('settings', {})).settings;
const save = async (changes: Partial<InputOf<'updateSettings'>>) =>
  admin.client.ask('updateSettings', settingsInput({ version: (await current()).version, ...changes }));
const form = async (more: Partial<InputOf<'register'>> = {}): Promise<InputOf<'register'>> => ({
  requestId: requestId(),
  name: 'Ana',
  email: `${randomUUID()}@example.com`,
  department: 'Business Studio',
  hub: 'Core operations hub',
  position: 'Lead',
  password: PASSWORD,
  employeeId: (await server.client().ask('issueEmployeeId', {})).employeeId,
  ...more,
});

describe('the workplace settings', () => {
  it('a new name is shown at once by the server that saved it, and soon by another', async () => {
    const other = await startTestServer({ on: server.test });
    const [here, there] = [server.client(), other.client()];
    const nameAt = async (client: typeof here) => (await client.ask('whoAmI', {})).workplace.name;
    for (const workplaceName of ['One', 'Two']) {
      await save({ workplaceName });
      expect(await nameAt(here)).toBe(workplaceName);
      await vi.waitFor(async () => expect(await nameAt(there)).toBe(workplaceName), 10_000);
    }
    await save({});
    await other.stop();
  });

  it('everybody sees the name and formats, also before sign-in, and open screens see changes', async () => {
    const { client } = await makeEmployee(server);
    const stream = await client.live();
    await stream.hello();
    await save({ workplaceName: '  Müller &  Söhne ', hourFormat: '12h', firstWeekday: 7 });
    const known = { name: 'Müller & Söhne', hourFormat: '12h', firstWeekday: 7, registration: 'open' };
    expect((await server.client().ask('whoAmI', {})).workplace).toMatchObject(known);
    expect((await client.ask('whoAmI', {})).workplace).toMatchObject(known);
    await stream.until(({ changes }) =>
      changes.some(({ settings }) => settings?.workplaceName === 'Müller & Söhne'),
    );
    stream.close();
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
    await save({});
  });

  it.each([
    ['workplaceName', 'x'.repeat(61), 'Name must be at most 60 characters'],
    ['workplaceName', 'evil\u202eeman', 'This has a character that cannot be shown.'],
    ['registration', 'sometimes', 'Choose who can register'],
    ['hourFormat', '13h', 'Choose how times are shown'],
    ['firstWeekday', 3, 'Choose a day'],
  ])('a %s of %j is refused', async (name, value, message) => {
    const { version } = await current();
    expect(
      await admin.client.refusal('updateSettings', { ...settingsInput({ version }), [name]: value }),
    ).toMatchObject({ status: 400, code: 'invalid_input', fields: { [name]: message } });
  });

  it('stay unchanged when a page of an earlier version saves', async () => {
    await save({ workplaceName: 'Kept', registration: 'approval', hourFormat: '12h', firstWeekday: 6 });
    const { version } = await current();
    const {
      workplaceName: _n,
      registration: _r,
      hourFormat: _h,
      firstWeekday: _w,
      ...former
    } = settingsInput({
      version,
      breakDuration: 31,
    });
    const { settings } = await admin.client.ask('updateSettings', former);
    expect(settings).toMatchObject({
      workplaceName: 'Kept',
      registration: 'approval',
      hourFormat: '12h',
      firstWeekday: 6,
      breakDuration: 31,
    });
    await save({});
  });

  it('a 12-hour clock also applies to messages and notifications', async () => {
    await save({ hourFormat: '12h' });
    const { client } = await makeEmployee(server, { name: 'Twelve' });
    const { message } = await client.ask('clockIn', { requestId: requestId() });
    expect(message).toContain('Clock-in successful at 9:00\u00a0AM');
    const { notifications } = await admin.client.ask('activity', {});
    // They registered in the same millisecond.
    const clockIn = notifications.find(({ type, userName }) => type === 'clock_in' && userName === 'Twelve');
    expect(clockIn?.message).toContain('at 9:00\u00a0AM');
    await save({});
  });

  it('a week that starts on Sunday includes that Sunday', async () => {
    const { client } = await makeEmployee(server);
    const firstDay = async () => (await client.ask('clock', {})).calendar.days.map(({ day }) => day);
    await save({ firstWeekday: 7 });
    expect(await firstDay()).toContain('2026-11-15');
    await save({});
  });

  it('the first set-up is done once for all admins, and any admin can show it again', async () => {
    expect((await current()).isSetUp).toBe(false);
    await admin.client.ask('finishSetUp', { isSetUp: true });
    const other = await makeAdmin(server);
    expect((await other.client.ask('settings', {})).settings.isSetUp).toBe(true);
    await other.client.ask('finishSetUp', { isSetUp: false });
    expect((await current()).isSetUp).toBe(false);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });
});

describe('registration', () => {
  it('is refused for everybody when it is off', async () => {
    const filled = await form();
    await save({ registration: 'off' });
    expect(await server.client().ask('joining', {})).toEqual({ mayRegister: false, studios: [] });
    expect(await server.client().refusal('register', filled)).toMatchObject({
      status: 403,
      code: 'registration_closed',
    });
    expect((await server.client().refusal('issueEmployeeId', {})).code).toBe('registration_closed');
    // An admin still adds people.
    await admin.client.ask('addEmployee', { name: 'By Hand', email: `${randomUUID()}@example.com` });
    await save({});
  });

  it('by invitation needs the current link, and earlier links are refused', async () => {
    await save({ registration: 'invitation' });
    const { invitation } = await admin.client.ask('setUp', {});
    expect(invitation).toMatch(/^[\w-]{22}$/);
    if (invitation === null) throw new Error('There is no invitation.');
    expect((await server.client().ask('joining', {})).mayRegister).toBe(false);
    expect((await server.client().ask('joining', { invitation })).mayRegister).toBe(true);
    for (const wrong of [{}, { invitation: 'x'.repeat(22) }, { invitation: '' }])
      expect(await server.client().refusal('register', await form(wrong))).toMatchObject({
        status: 403,
        code: 'invitation_invalid',
      });
    const sent = await form({ invitation });
    const { user } = await server.client().ask('register', sent);
    expect(user.isActive).toBe(true);
    await admin.client.ask('renewInvitation', { requestId: requestId() });
    const next = (await admin.client.ask('setUp', {})).invitation;
    expect(next).not.toBe(invitation);
    expect(await server.client().refusal('register', await form({ invitation }))).toMatchObject({
      status: 403,
    });
    // A repeated request gets its answer, although the link has ended since.
    expect((await server.client().ask('register', sent)).user.id).toBe(user.id);
    // Neither the settings nor the ledger contain the link.
    const { rows } = await server.test.owner.query('SELECT FROM ledger WHERE body LIKE $1', [
      `%${invitation}%`,
    ]);
    expect(rows).toEqual([]);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
    await save({});
    expect((await admin.client.ask('setUp', {})).invitation).toBeNull();
  });

  it('by approval waits for an admin, and the sign-in says so until then', async () => {
    await save({ registration: 'approval' });
    const stream = await admin.client.live();
    await stream.hello();
    const sent = await form();
    const { user } = await server.client().ask('register', sent);
    expect(user).toMatchObject({ isActive: false, awaitsApproval: true });
    await stream.until(({ changes }) =>
      changes.some(
        ({ user: one, notification }) => one?.awaitsApproval && notification?.message.includes('waits'),
      ),
    );
    const credentials = { email: sent.email, password: PASSWORD };
    expect(await server.client().refusal('signIn', credentials)).toMatchObject({
      status: 403,
      code: 'account_awaits_approval',
    });
    // Only the right password reveals that the account awaits approval.
    expect(await server.client().refusal('signIn', { ...credentials, password: 'wrong one' })).toMatchObject({
      code: 'sign_in_wrong_password',
    });
    expect(await server.client().refusal('requestPasswordReset', { email: sent.email })).toMatchObject({
      code: 'account_awaits_approval',
    });
    const { employees } = await admin.client.ask('monitoring', {});
    expect(employees.map(({ id }) => id)).not.toContain(user.id);
    const decision = { requestId: requestId(), id: user.id, isApproved: true };
    const approved = await admin.client.ask('decideRegistration', decision);
    expect(approved.user).toMatchObject({ isActive: true });
    expect(approved.user.awaitsApproval).toBeUndefined();
    expect((await admin.client.ask('decideRegistration', decision)).user.id).toBe(user.id);
    await stream.until(({ changes }) => changes.some(({ kind }) => kind === 'employee_approved'));
    stream.close();
    expect((await server.client().ask('signIn', credentials)).user?.id).toBe(user.id);
    const board = await admin.client.ask('monitoring', {});
    expect(board.employees.map(({ id }) => id)).toContain(user.id);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
    await save({});
  });

  it('a refused registration stays refused until an admin activates the account', async () => {
    await save({ registration: 'approval' });
    const sent = await form();
    const { user } = await server.client().ask('register', sent);
    await admin.client.ask('decideRegistration', { id: user.id, isApproved: false });
    expect(await admin.client.refusal('decideRegistration', { id: user.id, isApproved: true })).toMatchObject(
      {
        status: 409,
        code: 'registration_decided',
      },
    );
    const credentials = { email: sent.email, password: PASSWORD };
    expect(await server.client().refusal('signIn', credentials)).toMatchObject({ code: 'account_disabled' });
    const { employees } = await admin.client.ask('employees', {});
    const known = employees.find(({ id }) => id === user.id);
    const { id, version, name, email, employeeId, department, hub, position } = known ?? user;
    const details = {
      id,
      version,
      name,
      email,
      employeeId,
      department,
      hub,
      position,
      role: 'employee' as const,
    };
    await admin.client.ask('updateEmployee', { ...details, isActive: true });
    await server.client().ask('signIn', credentials);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
    await save({});
  });

  it('when two admins decide at once, only one decision counts', async () => {
    await save({ registration: 'approval' });
    const other = await makeAdmin(server);
    const { user } = await server.client().ask('register', await form());
    const answers = await Promise.all(
      [admin, other].map(({ client }, index) =>
        client.call('decideRegistration', { id: user.id, isApproved: index === 0 }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await save({});
  });
});

describe('a test mail', () => {
  it('goes to the admin who asks, in the name of the workplace', async () => {
    const post = await startMailServer();
    const other = await startTestServer({ config: { smtpUrl: post.url, mailFrom: 'clock@example.com' } });
    const boss = await makeAdmin(other);
    await changeSettings(other, { workplace_name: 'Café Ö' });
    expect((await boss.client.ask('setUp', {})).mail).toEqual({
      host: '127.0.0.1',
      from: 'clock@example.com',
    });
    expect(await boss.client.ask('sendTestMail', {})).toEqual({ by: 'mail', to: boss.email });
    const { to, text } = await post.mail(1);
    expect(to).toEqual([boss.email]);
    expect(text).toMatch(/^From: =\?UTF-8\?/m);
    expect(text).toContain('Subject: A test email from Punctual');
    await post.stop();
    expect(await boss.client.refusal('sendTestMail', {})).toMatchObject({
      status: 502,
      code: 'mail_unreachable',
    });
    await other.stop();
  });

  it('is written to the outbox without a mail server, and is rate limited', async () => {
    expect((await admin.client.ask('setUp', {})).mail.host).toBeNull();
    expect(await admin.client.ask('sendTestMail', {})).toEqual({ by: 'outbox', to: admin.email });
    let answer;
    for (let count = 0; count < 20; count += 1) answer = await admin.client.call('sendTestMail', {});
    expect(answer).toMatchObject({ status: 429, problem: { code: 'too_many_requests' } });
  });
});
