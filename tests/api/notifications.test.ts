/** Every kind of notification (spec §3): its severity, and one commit with its event. */
import { beforeEach, describe, expect, it } from 'vitest';
import { NotificationType as Kinds } from '#contract/records';
import type { NotificationType } from '#domain/entry/activity';
import { setActive } from '#server/people/employees/commands';
import { makeEmployee, PASSWORD, requestId, type Person } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';

let maya: Person;
let candidates = 0;

const server = setUpServer();
const admin = setUpAdmin(server);
beforeEach(async () => {
  server.clock.set('2026-11-20T08:30:00.000Z');
  maya = await makeEmployee(server);
});

const at = (time: string): void => server.clock.set(`2026-11-20T${time}:00.000Z`);
const punch = (name: 'clockIn' | 'startBreak' | 'endBreak' | 'clockOut') => async (): Promise<unknown> =>
  maya.client.ask(name, { requestId: requestId() });

/** An event that makes a notification: earlier steps, the time and the action. The action must reject if refused. */
interface Happening {
  readonly type: NotificationType;
  readonly severity: 'success' | 'info' | 'warning';
  readonly before?: readonly (() => Promise<unknown>)[];
  readonly time: string;
  readonly happens: () => Promise<unknown>;
}

async function register(): Promise<unknown> {
  candidates += 1;
  const client = server.client();
  const { employeeId } = await client.ask('issueEmployeeId', {});
  return client.ask('register', {
    name: 'Ram',
    email: `candidate${candidates}@example.com`,
    password: PASSWORD,
    employeeId,
    department: 'Business Studio',
    hub: 'Core operations hub',
    position: 'Lead',
  });
}

async function rename(): Promise<unknown> {
  const { id, version, email, employeeId, department, hub, position } = maya.user;
  return admin.client.ask('updateEmployee', {
    id,
    version,
    name: 'Maya Gurung',
    email,
    employeeId,
    department,
    hub,
    position,
    role: 'employee',
    isActive: true,
  });
}

const HAPPENINGS: readonly Happening[] = [
  { type: 'employee_registered', severity: 'success', time: '08:30', happens: register },
  { type: 'clock_in', severity: 'success', time: '08:59', happens: punch('clockIn') },
  { type: 'late_arrival', severity: 'warning', time: '09:30', happens: punch('clockIn') },
  {
    type: 'break_start',
    severity: 'info',
    before: [punch('clockIn')],
    time: '12:00',
    happens: punch('startBreak'),
  },
  {
    type: 'break_end',
    severity: 'info',
    before: [punch('clockIn'), punch('startBreak')],
    time: '09:10',
    happens: punch('endBreak'),
  },
  {
    type: 'break_end',
    severity: 'warning',
    before: [punch('clockIn'), punch('startBreak')],
    time: '12:00',
    happens: punch('endBreak'),
  },
  {
    type: 'clock_out',
    severity: 'info',
    before: [punch('clockIn')],
    time: '12:00',
    happens: punch('clockOut'),
  },
  {
    type: 'overtime',
    severity: 'warning',
    before: [punch('clockIn')],
    time: '18:30',
    happens: punch('clockOut'),
  },
  { type: 'employee_updated', severity: 'info', time: '09:00', happens: rename },
  {
    type: 'employee_deactivated',
    severity: 'warning',
    time: '09:00',
    happens: () => setActive(server.test.database, server.clock.now(), null, maya.user.id, false),
  },
];

/** All tables, except issued ids and the last use of each session. */
async function everything(): Promise<unknown> {
  const tables = [
    'account',
    '(SELECT token_hash FROM session)',
    'counted_entry',
    'counted_break',
    'time_entry_detail',
    'activity_notification',
    'ledger',
    'ledger_head',
    'request_answer',
  ];
  const contents: Record<string, unknown> = {};
  for (const table of tables) {
    const { rows } = await server.test.owner.query(
      `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS content, count(*)::int AS rows FROM ${table} t`,
    );
    contents[table] = rows[0];
  }
  return contents;
}

describe('notifications', () => {
  it.each(HAPPENINGS)(
    '$type is written once with severity $severity, unread, and its ledger row names it',
    async ({ type, severity, before = [], time, happens }) => {
      for (const step of before) await step();
      const {
        rows: [{ last }],
      } = await server.test.owner.query('SELECT coalesce(max(seq), 0) AS last FROM ledger');
      at(time);
      await happens();
      const { rows } = await server.test.owner.query(
        `
      SELECT n.type, n.severity, n.read, n.at = l.at AS same_time, n.xmin = l.xmin AS same_commit
      FROM ledger l JOIN activity_notification n ON n.id = (l.body::jsonb #>> '{data,notification}')::uuid WHERE l.seq > $1`,
        [last],
      );
      expect(rows).toEqual([{ type, severity, read: false, same_time: true, same_commit: true }]);
    },
  );

  it.each(HAPPENINGS)(
    'a failed write of $type ($severity) undoes the whole action',
    async ({ type, before = [], time, happens }) => {
      for (const step of before) await step();
      at(time);
      const then = await everything();
      await server.test.owner.query(
        `ALTER TABLE activity_notification ADD CONSTRAINT none CHECK (type <> '${type}') NOT VALID`,
      );
      await expect(happens()).rejects.toThrow();
      await server.test.owner.query('ALTER TABLE activity_notification DROP CONSTRAINT none');
      expect(await everything()).toEqual(then);
    },
  );

  it('these tests cover all kinds of notification', () => {
    expect([...new Set(HAPPENINGS.map(({ type }) => type))].toSorted()).toEqual(Kinds.options.toSorted());
  });
});
