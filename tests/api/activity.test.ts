import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { FRIDAY, makeAdmin, makeEmployee, requestId, type Person } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';

const MINUTE = 60_000;
let maya: Person;
let ram: Person;

const server = setUpServer();
const admin = setUpAdmin(server);
beforeAll(async () => {
  [maya, ram] = [await makeEmployee(server, { name: 'Maya' }), await makeEmployee(server, { name: 'Ram' })];
});
beforeEach(async () => {
  server.clock.set(FRIDAY);
  await server.test.owner.query('DELETE FROM activity_notification');
});

/** Inserts notifications of `minutesAgo`. Equal numbers share one instant. */
async function notify(
  person: Person,
  minutesAgo: readonly number[],
  type = 'clock_in',
  severity = 'success',
): Promise<void> {
  await server.test.owner.query(
    `
    INSERT INTO activity_notification (id, type, severity, message, user_id, user_name, at)
    SELECT gen_random_uuid(), $1, $2, ago::text, $3, $4, $5::timestamptz - ago * interval '1 minute' FROM unnest($6::int[]) AS ago`,
    [type, severity, person.user.id, person.user.name, new Date(FRIDAY).toISOString(), minutesAgo],
  );
}
const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);
const messages = (feed: { notifications: readonly { message: string }[] }): string[] =>
  feed.notifications.map(({ message }) => message);

describe('the activity feed', () => {
  it('shows the 50 newest notifications, unless the request sets a limit', async () => {
    await notify(maya, upTo(60));
    const feed = await admin.client.ask('activity', {});
    expect(messages(feed)).toEqual(upTo(50).map(String));
    expect(feed.next).not.toBeNull();
    expect(messages(await admin.client.ask('activity', { limit: 2 }))).toEqual(['1', '2']);
  });

  it('pages without gaps or repetitions while new notifications arrive and many share one instant', async () => {
    await notify(maya, [...upTo(5), ...Array.from({ length: 30 }, () => 6), 7, 8]);
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const page = await admin.client.ask('activity', {
        limit: 4,
        ...(before === undefined ? {} : { before }),
      });
      seen.push(...page.notifications.map(({ id }) => id));
      before = page.next ?? undefined;
      await notify(ram, [0]);
    } while (before !== undefined);
    const { rows } = await server.test.owner.query<{ id: string }>(
      'SELECT id FROM activity_notification WHERE user_id = $1 ORDER BY at DESC, id',
      [maya.user.id],
    );
    expect(seen).toEqual(rows.map(({ id }) => id));
  });

  it('filters by type, by person and by both, across pages too', async () => {
    await notify(maya, [1, 3, 5]);
    await notify(maya, [2, 4, 6], 'overtime', 'warning');
    await notify(ram, [1, 2, 3]);
    expect(messages(await admin.client.ask('activity', { type: 'overtime' }))).toEqual(['2', '4', '6']);
    expect(messages(await admin.client.ask('activity', { userId: maya.user.id }))).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ]);
    const first = await admin.client.ask('activity', { type: 'clock_in', userId: maya.user.id, limit: 2 });
    expect(messages(first)).toEqual(['1', '3']);
    const rest = await admin.client.ask('activity', {
      type: 'clock_in',
      userId: maya.user.id,
      limit: 2,
      before: first.next ?? '',
    });
    expect([messages(rest), rest.next]).toEqual([['5'], null]);
    expect(await admin.client.ask('activity', { userId: crypto.randomUUID() })).toMatchObject({
      notifications: [],
      next: null,
    });
  });

  it.each([
    { limit: 0 },
    { limit: 201 },
    { limit: 'all' },
    { before: 'yesterday' },
    { before: '2026-13-45T00:00:00.000Z_00000000-0000-4000-8000-000000000000' },
    { before: '0000-01-01T00:00:00.000Z_00000000-0000-4000-8000-000000000000' },
    { type: 'coffee' },
    { userId: 'maya' },
    { read: true },
  ])('refuses %o', async (asked) => {
    expect(await admin.client.refusal('activity', asked)).toMatchObject({ status: 400 });
  });
});

describe('reading a notification', () => {
  const unread = async (): Promise<number> => (await admin.client.ask('monitoring', {})).unread;
  const idsOf = async (): Promise<string[]> =>
    (await admin.client.ask('activity', {})).notifications.map(({ id }) => id);
  const ledgerRows = async (): Promise<number> =>
    (await server.test.owner.query(`SELECT n FROM ledger WHERE kind = 'activity_read'`)).rows.length;

  it('a notification is read once for all admins, and the unread count covers the last 24 hours', async () => {
    await notify(maya, [1, 2, 3, 24 * 60 + 1]);
    const other = await makeAdmin(server);
    expect(await unread()).toBe(3);
    const ids = await idsOf();
    expect(
      await admin.client.ask('markActivityRead', { ids: [ids[0] ?? '', ids[3] ?? '', crypto.randomUUID()] }),
    ).toEqual({ marked: 2 });
    expect((await other.client.ask('activity', {})).notifications.map(({ read }) => read)).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(await unread()).toBe(2);
    const before = await ledgerRows();
    expect(await other.client.ask('markActivityRead', { ids: [ids[0] ?? ''] })).toEqual({ marked: 0 });
    expect(await ledgerRows()).toBe(before);
    // The only fault: notifications that were deleted before this test.
    expect((await ledgerFaults(server.test.owner)).map(({ fault }) => fault)).toEqual([
      'the notification is missing',
    ]);
  });

  it('an admin can mark all notifications of the last 24 hours up to an instant as read', async () => {
    await notify(maya, [1, 10, 20, 24 * 60 + 15]);
    expect(
      await admin.client.ask('markActivityRead', { upTo: new Date(FRIDAY - 10 * MINUTE).toISOString() }),
    ).toEqual({ marked: 2 });
    expect((await admin.client.ask('activity', {})).notifications.map(({ read }) => read)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(await unread()).toBe(1);
  });

  it('the other admins see a read notification live, and employees do not', async () => {
    await notify(maya, [1, 2]);
    const other = await makeAdmin(server);
    const [toAdmin, toEmployee] = [await other.client.live(), await maya.client.live()];
    await Promise.all([toAdmin.hello(), toEmployee.hello()]);
    const ids = await idsOf();
    await admin.client.ask('markActivityRead', { ids });
    // Changes of the previous test may still arrive.
    const told = ({ changes }: typeof toAdmin) =>
      changes.find((change) => change.kind === 'activity_read' && change.read?.ids.includes(String(ids[0])));
    await toAdmin.until((reader) => told(reader) !== undefined);
    expect(told(toAdmin)).toMatchObject({
      kind: 'activity_read',
      userId: admin.user.id,
      read: { ids: expect.arrayContaining(ids), upTo: null, recent: 2 },
    });
    await maya.client.ask('clockIn', { requestId: requestId() });
    await toEmployee.until(({ changes }) => changes.length > 0);
    expect(toEmployee.changes.map(({ kind }) => kind)).toEqual(['clock_in']);
    toAdmin.close();
    toEmployee.close();
  });

  it('two admins who mark the same notifications at once mark each of them once', async () => {
    await notify(maya, upTo(40));
    const other = await makeAdmin(server);
    const ids = await idsOf();
    const answers = await Promise.all([
      admin.client.ask('markActivityRead', { ids }),
      other.client.ask('markActivityRead', { ids: ids.toReversed() }),
      admin.client.ask('markActivityRead', { upTo: new Date(FRIDAY).toISOString() }),
    ]);
    expect(answers.reduce((sum, { marked }) => sum + marked, 0)).toBe(40);
  });

  it.each([
    {},
    { ids: [] },
    { ids: ['x'] },
    { ids: 'all' },
    { upTo: 'now' },
    { upTo: '2026-99-99T99:99:99.999Z' },
    { upTo: '0000-01-01T00:00:00.000Z' },
    { ids: [crypto.randomUUID()], upTo: '2026-11-20T09:00:00.000Z' },
    { ids: Array.from({ length: 201 }, () => crypto.randomUUID()) },
  ])('a request with %o is refused', async (sent) => {
    expect(await admin.client.refusal('markActivityRead', sent)).toMatchObject({ status: 400 });
  });
});
