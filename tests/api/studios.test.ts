/** Studios and hubs, which an admin adds, renames, retires and removes. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StudiosView } from '#contract/settings/settings';
import { FIRST_STUDIOS, type Studio } from '#domain/people/studios';
import { ensureSettings } from '#server/workplace/settings/commands';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { makeAdmin, makeEmployee, PASSWORD, requestId, startTestServer, type Person } from '#tests/make';
import { setUpServer } from '#tests/set-up';

let admin: Person;
const server = setUpServer();
beforeEach(async () => {
  admin = await makeAdmin(server);
});

const view = (): Promise<StudiosView> => admin.client.ask('studios', {});
const fresh = (name: string) => ({ id: randomUUID(), name, isRetired: false });
const save = async (change: (studios: Studio[]) => Studio[]) => {
  const { version, studios } = await view();
  return admin.client.call('updateStudios', { requestId: requestId(), version, studios: change(studios) });
};
const named = (name: string, to: Partial<Studio>) => (studios: Studio[]) =>
  studios.map((studio) => (studio.name === name ? { ...studio, ...to } : studio));
const changedHub = (name: string, to: Partial<Studio['hubs'][number]>) => (studios: Studio[]) =>
  studios.map((studio) => ({
    ...studio,
    hubs: studio.hubs.map((hub) => (hub.name === name ? { ...hub, ...to } : hub)),
  }));
const registration = async (department: string, hub: string) => ({
  name: 'Ana',
  email: `${randomUUID()}@example.com`,
  position: 'Lead',
  password: PASSWORD,
  employeeId: (await server.client().ask('issueEmployeeId', {})).employeeId,
  department,
  hub,
});
const placeOf = async ({ user: { id } }: Pick<Person, 'user'>) => {
  const { employees } = await admin.client.ask('employees', {});
  const { department, hub } = employees.find((one) => one.id === id) ?? {};
  return [department, hub];
};

describe('the studios', () => {
  it('are the specified ones at first, and registration offers them (spec §3)', async () => {
    const { studios } = await view();
    expect(studios.map(({ name, hubs }) => ({ name, hubs: hubs.map((hub) => hub.name) }))).toEqual(
      FIRST_STUDIOS,
    );
    expect(await server.client().ask('joining', {})).toEqual({ mayRegister: true, studios: FIRST_STUDIOS });
  });

  it('are not created again by another start', async () => {
    await ensureSettings(server.test.database, server.clock, 'UTC');
    expect((await view()).studios).toHaveLength(3);
  });

  it('renaming a studio moves its people, each with a ledger row, and nobody else', async () => {
    const here = await makeEmployee(server);
    await save(named('Regulatory Reporting Studio', { name: 'Reports' }));
    const stream = await admin.client.live();
    await stream.hello();
    expect((await save(named('Business Studio', { name: 'Geschäft' }))).status).toBe(200);
    expect(await placeOf(here)).toEqual(['Geschäft', 'Core operations hub']);
    // Open screens receive the list and the moved people.
    await stream.until(({ changes }) =>
      changes.some(({ kind, settings }) => kind === 'studios_updated' && settings),
    );
    await stream.until(({ changes }) =>
      changes.some(({ user }) => user?.id === here.user.id && user.department === 'Geschäft'),
    );
    stream.close();
    const { rows } = await server.test.owner.query(
      `SELECT kind, actor, body::jsonb -> 'data' AS data FROM ledger WHERE chain = $1 ORDER BY n DESC LIMIT 1`,
      [here.user.id],
    );
    expect(rows).toEqual([
      {
        kind: 'employee_updated',
        actor: admin.user.id,
        data: { changes: { department: { from: 'Business Studio', to: 'Geschäft' } } },
      },
    ]);
    // A registration now accepts the new name only.
    const { client } = { client: server.client() };
    expect(
      await client.refusal('register', await registration('Business Studio', 'Core operations hub')),
    ).toMatchObject({
      status: 400,
      code: 'invalid_input',
      fields: { department: 'Please select a studio', hub: 'Please select a hub' },
    });
    const joined = await client.ask('register', await registration('Geschäft', 'Core operations hub'));
    expect(joined.user.department).toBe('Geschäft');
    await save(named('Geschäft', { name: 'Business Studio' }));
    expect(await placeOf({ user: joined.user })).toEqual(['Business Studio', 'Core operations hub']);
  });

  it('two studios can swap names, and a hub can be renamed', async () => {
    const here = await makeEmployee(server);
    const swap = (one: string, other: string) => (studios: Studio[]) =>
      studios.map((studio) => ({
        ...studio,
        name: studio.name === one ? other : studio.name === other ? one : studio.name,
      }));
    await save(swap('Business Studio', 'Corporate Services Studio'));
    expect(await placeOf(here)).toEqual(['Corporate Services Studio', 'Core operations hub']);
    await save(swap('Business Studio', 'Corporate Services Studio'));
    await save(changedHub('Core operations hub', { name: 'Kern' }));
    expect(await placeOf(here)).toEqual(['Business Studio', 'Kern']);
    await save(changedHub('Kern', { name: 'Core operations hub' }));
  });

  it('a studio in use can only be retired: its people stay, and nobody else can choose it', async () => {
    const here = await makeEmployee(server);
    const removal = await save((studios) => studios.filter(({ name }) => name !== 'Business Studio'));
    expect(removal).toMatchObject({
      status: 409,
      problem: {
        code: 'studio_in_use',
        fields: { studios: 'It still has people. Retire it instead. (Business Studio)' },
      },
    });
    await save(named('Business Studio', { isRetired: true }));
    const { studios } = await server.client().ask('joining', {});
    expect(studios.map(({ name }) => name)).not.toContain('Business Studio');
    expect(
      await server.client().refusal('register', await registration('Business Studio', 'Core operations hub')),
    ).toMatchObject({ status: 400, fields: { department: 'Please select a studio' } });
    expect(
      await admin.client.refusal('addEmployee', {
        name: 'Bo Baker',
        email: `${randomUUID()}@example.com`,
        department: 'Business Studio',
      }),
    ).toMatchObject({ status: 400, fields: { department: 'This studio is retired.' } });
    // A person in a retired studio stays there when other details change.
    const { id, version, name, email, employeeId, department, hub, position } = here.user;
    const details = { id, version, name, email, employeeId, department, hub, position };
    const { user } = await admin.client.ask('updateEmployee', {
      ...details,
      position: 'Intern',
      role: 'employee',
      isActive: true,
    });
    expect(user).toMatchObject({ department: 'Business Studio', position: 'Intern' });
    await save(named('Business Studio', { isRetired: false }));
  });

  it('empty studios and hubs can be removed, and new ones keep their place in the list', async () => {
    const added = { ...fresh('Atelier'), hubs: [fresh('Licht'), fresh('Ton')] };
    expect((await save((studios) => [added, ...studios])).status).toBe(200);
    expect((await view()).studios[0]).toEqual(added);
    await save(named('Atelier', { hubs: added.hubs.slice(1) }));
    expect((await view()).studios[0]?.hubs).toEqual(added.hubs.slice(1));
    await save((studios) => studios.slice(1));
    expect((await view()).studios.map(({ name }) => name)).not.toContain('Atelier');
  });

  it.each([
    ['business studio', 'case'],
    ['Búsiness Studio', 'accents'],
    ['Вusiness Studio', 'a letter of another alphabet'],
    ['Business\u200b Studio', 'an invisible character'],
  ])('%j is refused, since it differs from an existing studio only by %s', async (name) => {
    const answer = await save((studios) => [...studios, { ...fresh(name), hubs: [] }]);
    expect(answer).toMatchObject({ status: 400, problem: { code: 'invalid_input' } });
  });

  it('an empty name, a duplicate id and a request by an employee are refused', async () => {
    const [first] = (await view()).studios;
    if (!first) throw new Error('There are none.');
    expect((await save((studios) => [...studios, { ...fresh('  '), hubs: [] }])).status).toBe(400);
    expect((await save((studios) => [...studios, { ...first, name: 'Other', hubs: [] }])).status).toBe(400);
    const { client } = await makeEmployee(server);
    expect(await client.refusal('studios', {})).toMatchObject({ status: 403 });
  });

  it('when two admins save studios at once, the first save counts and the second sees a conflict', async () => {
    const other = await makeAdmin(server);
    const { version, studios } = await view();
    const answers = await Promise.all(
      [admin, other].map(({ client }, index) =>
        client.call('updateStudios', {
          version,
          studios: [...studios, { ...fresh(`Studio ${index}`), hubs: [] }],
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await admin.client.ask('settings', {})).settings.version).toBe(version + 1);
    await save((now) => now.filter(({ name }) => !name.startsWith('Studio ')));
  });

  it('a repeated request saves the studios once', async () => {
    const { version, studios } = await view();
    const input = { requestId: requestId(), version, studios: [...studios, { ...fresh('Twice'), hubs: [] }] };
    expect((await admin.client.ask('updateStudios', input)).version).toBe(version + 1);
    expect((await admin.client.ask('updateStudios', input)).version).toBe(version + 1);
    await save((now) => now.filter(({ name }) => name !== 'Twice'));
  });

  it('one hundred studios with three hubs each can be saved and read', async () => {
    const many = Array.from({ length: 100 }, (_, at) => ({
      ...fresh(`Studio number ${at}.`),
      hubs: ['Nord', 'Süd', 'West'].map(fresh),
    }));
    expect((await save((studios) => [...studios, ...many])).status).toBe(200);
    expect((await server.client().ask('joining', {})).studios).toHaveLength(103);
    await save((studios) => studios.slice(0, 3));
  });

  it('can all be removed: registration then asks for none, and everybody is in General', async () => {
    const other = await startTestServer();
    const boss = await makeAdmin(other);
    const { version } = await boss.client.ask('studios', {});
    await boss.client.ask('updateStudios', { version, studios: [] });
    expect((await other.client().ask('joining', {})).studios).toEqual([]);
    const { employeeId } = await other.client().ask('issueEmployeeId', {});
    const { user } = await other.client().ask('register', { ...(await registration('', '')), employeeId });
    expect(user).toMatchObject({ department: 'General', hub: '' });
    await ensureSettings(other.test.database, other.clock, 'UTC');
    expect((await boss.client.ask('studios', {})).studios).toEqual([]);
    expect(await ledgerFaults(other.test.owner)).toEqual([]);
    await other.stop();
  });
});

describe('the ledger of the studios', () => {
  it('verifies after all these changes', async () => {
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it.each([
    ["UPDATE studio SET name = 'Other' WHERE name = 'Business Studio'"],
    ["UPDATE hub SET is_retired = true WHERE name = 'Compliance Hub'"],
    ["DELETE FROM hub WHERE name = 'Reporting Hub'"],
  ])('reveals a change that bypassed the application: %s', async (sql) => {
    const { owner } = server.test;
    await owner.query('BEGIN');
    await owner.query(sql);
    expect((await ledgerFaults(owner)).map(({ fault }) => fault)).toEqual([
      'studios: studio is not as recorded',
    ]);
    await owner.query('ROLLBACK');
  });

  it('nobody who registers during a rename stays in the old studio', async () => {
    const { version, studios } = await view();
    const forms = await Promise.all(
      Array.from({ length: 6 }, () => registration('Business Studio', 'Core operations hub')),
    );
    const [renamed, ...joined] = await Promise.all([
      admin.client.call('updateStudios', {
        version,
        studios: named('Business Studio', { name: 'Neu' })(studios),
      }),
      ...forms.map((form) => server.client().call('register', form)),
    ]);
    expect(renamed.status).toBe(200);
    const { employees } = await admin.client.ask('employees', {});
    expect(employees.filter(({ department }) => department === 'Business Studio')).toEqual([]);
    expect(joined.map(({ status }) => status).filter((status) => status !== 200 && status !== 400)).toEqual(
      [],
    );
    await save(named('Neu', { name: 'Business Studio' }));
  });
});
