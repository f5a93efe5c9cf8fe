/** Kiosks: how a tablet becomes one, what it may call, and how it loses that right. */
import { beforeEach, describe, expect, it } from 'vitest';
import { KIOSK_DEFAULTS } from '#domain/kiosk/options';
import { runHousekeeping } from '#server/housekeeping';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { makeKiosk } from '#tests/make-kiosk';
import { confirm, makeAdmin, makeEmployee, requestId, type Person } from '#tests/make';
import { setUpServer } from '#tests/set-up';

const server = setUpServer();
let admin: Person;
beforeEach(async () => {
  admin = await makeAdmin(server);
});
const contact = { queued: 0, pageVersion: '1' };
const newKiosk = (code: string) => ({
  requestId: requestId(),
  code,
  name: 'Gate',
  scope: [],
  options: KIOSK_DEFAULTS,
});
const studioNamed = async (name: string) => {
  const { studios } = await admin.client.ask('studios', {});
  return studios.find((one) => one.name === name) ?? { id: '', hubs: [] };
};
const kioskOf = async (id: string) =>
  (await admin.client.ask('kiosks', {})).kiosks.find((one) => one.id === id);

describe('a browser becomes a kiosk', () => {
  it('only once an administrator has typed the code that it shows', async () => {
    const tablet = server.client();
    expect(await tablet.refusal('kioskContact', contact)).toMatchObject({
      code: 'kiosk_not_paired',
      status: 401,
    });
    server.clock.advanceMinutes(20);
    const { code } = await tablet.ask('pairKiosk', {});
    expect(await tablet.refusal('kioskContact', contact)).toMatchObject({ code: 'kiosk_not_paired' });
    expect(await admin.client.refusal('addKiosk', newKiosk(code))).toMatchObject({
      code: 'confirmation_required',
    });
    await confirm(admin);
    await admin.client.ask('addKiosk', newKiosk(`${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`));
    expect(await tablet.ask('kioskContact', contact)).toMatchObject({
      name: 'Gate',
      options: KIOSK_DEFAULTS,
    });
  });

  it('by a code that works once, and for 10 minutes', async () => {
    await confirm(admin);
    const { code } = await server.client().ask('pairKiosk', {});
    await admin.client.ask('addKiosk', newKiosk(code));
    expect(await admin.client.refusal('addKiosk', newKiosk(code))).toMatchObject({
      code: 'kiosk_code_unknown',
    });
    const late = await server.client().ask('pairKiosk', {});
    server.clock.advanceMinutes(10);
    expect(await admin.client.refusal('addKiosk', newKiosk(late.code))).toMatchObject({
      code: 'kiosk_code_unknown',
    });
    await runHousekeeping({ ...server, database: server.test.database });
    expect((await server.test.owner.query('SELECT FROM kiosk_pairing')).rowCount).toBe(0);
  });

  it('and a retry of the request adds no second one', async () => {
    await confirm(admin);
    const input = newKiosk((await server.client().ask('pairKiosk', {})).code);
    const first = await admin.client.ask('addKiosk', input);
    expect(await admin.client.ask('addKiosk', input)).toEqual(first);
  });

  it('whose token stands nowhere but in its cookie', async () => {
    const { client } = await makeKiosk(server, admin);
    const [token = ''] = [...client.cookies.values()];
    const { rows } = await server.test.owner.query('SELECT k::text AS text FROM kiosk k');
    expect(rows.map((row) => (row as { text: string }).text).join()).not.toContain(token);
    expect(await ledgerFaults(server.test.database.pool)).toEqual([]);
  });
});

describe('a kiosk', () => {
  it('is nobody: it may call no route of people', async () => {
    const { client } = await makeKiosk(server, admin);
    for (const name of ['clock', 'monitoring', 'settings', 'kiosks'] as const)
      expect(await client.refusal(name, {})).toMatchObject({ code: 'forbidden', status: 403 });
    expect(await client.refusal('clockIn', { requestId: requestId() })).toMatchObject({ code: 'forbidden' });
  });

  it('names people who may use it, from two letters on, unless names are hidden', async () => {
    const ana = await makeEmployee(server, { name: 'Ana Ba%ker' });
    const studio = await studioNamed(ana.user.department);
    const { client } = await makeKiosk(server, admin, { scope: [{ scope: 'studio', id: studio.id }] });
    const other = await makeKiosk(server, admin, {
      scope: [{ scope: 'hub', id: studio.hubs.find(({ name }) => name !== ana.user.hub)?.id ?? '' }],
    });
    const hidden = await makeKiosk(server, admin, { options: { names: 'hidden' } });
    const found = { people: [{ id: ana.user.id, name: 'Ana Ba%ker' }] };
    expect(await client.ask('kioskPeople', { search: 'ba%k' })).toEqual(found);
    for (const search of ['b', 'zz', '__'])
      expect(await client.ask('kioskPeople', { search })).toEqual({ people: [] });
    expect(await client.ask('kioskPeople', {})).toEqual({ people: [] });
    expect(await other.client.ask('kioskPeople', { search: 'ba%k' })).toEqual({ people: [] });
    expect(await hidden.client.ask('kioskPeople', { search: 'ba%k' })).toEqual({ people: [] });
  });

  it('is heard of only while it keeps no press', async () => {
    const { client, id } = await makeKiosk(server, admin);
    const heard = async () =>
      (await server.test.owner.query('SELECT heard_at FROM kiosk WHERE id = $1', [id])).rows[0] as object;
    const before = await heard();
    server.clock.advanceMinutes(1);
    await client.ask('kioskContact', { queued: 2, pageVersion: '7' });
    expect(await heard()).toEqual(before);
    expect(await kioskOf(id)).toMatchObject({
      pageVersion: '7',
      seenAt: new Date(server.clock.now()).toISOString(),
    });
    await client.ask('kioskContact', contact);
    expect(await heard()).not.toEqual(before);
  });

  it('changes by one administrator at a time', async () => {
    const { id } = await makeKiosk(server, admin);
    const { version = 0 } = (await kioskOf(id)) ?? {};
    const change = {
      id,
      version,
      name: 'Kitchen',
      scope: [],
      options: { ...KIOSK_DEFAULTS, hasSound: true },
    };
    await admin.client.ask('saveKiosk', change);
    expect(await kioskOf(id)).toMatchObject({ name: 'Kitchen', options: { hasSound: true } });
    expect(await admin.client.refusal('saveKiosk', change)).toMatchObject({ code: 'kiosk_changed' });
    expect(await admin.client.refusal('saveKiosk', { ...change, id: requestId() })).toMatchObject({
      code: 'kiosk_not_found',
    });
  });

  it('that is revoked may call nothing at once, and stands in the list with the time', async () => {
    const { client, id } = await makeKiosk(server, admin);
    const { revokedAt } = await admin.client.ask('revokeKiosk', { id });
    server.clock.advanceMinutes(1);
    expect(await admin.client.ask('revokeKiosk', { id })).toEqual({ revokedAt });
    expect(await client.refusal('kioskContact', contact)).toMatchObject({ code: 'kiosk_not_paired' });
    expect(await kioskOf(id)).toMatchObject({ revokedAt });
    expect(await admin.client.refusal('revokeKiosk', { id: requestId() })).toMatchObject({
      code: 'kiosk_not_found',
    });
    expect(await ledgerFaults(server.test.database.pool)).toEqual([]);
  });
});
