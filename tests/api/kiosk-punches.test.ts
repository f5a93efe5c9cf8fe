/** Punches at a kiosk: what a badge does, what the answer says, and what stands on record. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/routes';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { giveBadge, makeKiosk } from '#tests/make-kiosk';
import { confirm, makeAdmin, makeEmployee, requestId, type Person } from '#tests/make';
import { setUpServer } from '#tests/set-up';
import type { ApiClient } from './client.ts';

const server = setUpServer();
let badge = '';
let badges = 0;
let admin: Person;
let ana: Person;
let kiosk: ApiClient;
let kioskId = '';
let today = '';
/** Each test has a weekday of its own, since the record never goes back. */
const weekday = (number: number): string =>
  new Date(Date.UTC(2026, 10, 23 + 7 * Math.floor(number / 4) + (number % 4))).toISOString().slice(0, 10);
const at = (time: string, day = today): void => server.clock.set(`${day}T${time}:00.000Z`);
beforeEach(async () => {
  badges += 2;
  today = weekday(badges);
  at('08:00');
  badge = `A000${badges}`;
  admin = await makeAdmin(server);
  ana = await makeEmployee(server, { name: 'Ana' });
  ({ client: kiosk, id: kioskId } = await makeKiosk(server, admin));
  await giveBadge(server, ana, badge);
});

type Punching = Partial<InputOf<'kioskPunch'>>;
const press = (punching: Punching = {}, client = kiosk) =>
  client.ask('kioskPunch', { requestId: requestId(), who: { badge }, ...punching });
const refusalTo = (punching: Punching = {}) =>
  kiosk.refusal('kioskPunch', { requestId: requestId(), who: { badge }, ...punching });
const entriesOf = async (person: Person) =>
  (await person.client.ask('myTimeEntries', { from: '2026-11-01', to: '2027-02-28' })).entries;

describe('a badge', () => {
  it('clocks in whoever is out, asks whoever is in, and says the hours of the day', async () => {
    expect(await press()).toMatchObject({
      outcome: 'recorded',
      punch: 'clock_in',
      at: `${today}T08:00:00.000Z`,
      name: 'Ana',
      title: 'Clocked in at 08:00',
      lines: [],
      forgotten: null,
    });
    at('12:00');
    expect(await press()).toMatchObject({
      outcome: 'choose',
      title: 'Clocked in since 08:00',
      choices: [
        { punch: 'clock_out', label: 'Clock Out' },
        { punch: 'break_start', label: 'Start Break' },
      ],
    });
    expect(await press({ punch: 'break_start' })).toMatchObject({
      title: 'Break started at 12:00',
      lines: ['Today 4h'],
    });
    at('12:30');
    expect(await press()).toMatchObject({
      title: 'On a break since 12:00',
      choices: [{ punch: 'break_end', label: 'End Break' }],
    });
    expect(await press({ punch: 'break_end' })).toMatchObject({ title: 'Break ended at 12:30' });
    at('16:20');
    expect(await press({ punch: 'clock_out' })).toMatchObject({
      title: 'Clocked out at 16:20',
      lines: ['Today 7h 50m'],
    });
    expect(await ledgerFaults(server.test.database.pool)).toEqual([]);
  });

  it('clocks out at once where the kiosk is set so, but not from a break', async () => {
    const { client } = await makeKiosk(server, admin, { options: { badgeClocksOut: true } });
    await press({}, client);
    at('12:00');
    expect(await press({}, client)).toMatchObject({ punch: 'clock_out' });
    at('13:00');
    await press({}, client);
    await press({ punch: 'break_start' }, client);
    at('13:20');
    expect(await press({}, client)).toMatchObject({ outcome: 'choose' });
  });

  it('that is read again within 10 s changes nothing, and says so', async () => {
    await press();
    server.clock.advanceMinutes(0.15);
    expect(await press()).toMatchObject({ outcome: 'repeated', title: 'Already clocked in at 08:00' });
    server.clock.advanceMinutes(0.02);
    expect(await press()).toMatchObject({ outcome: 'choose' });
    await press({ punch: 'clock_out' });
    expect(await press()).toMatchObject({ outcome: 'repeated', title: 'Already clocked out at 08:00' });
    expect(await entriesOf(ana)).toHaveLength(1);
  });

  it('punches once, however often its request is sent, and its answer stays', async () => {
    const id = requestId();
    const first = await press({ requestId: id });
    server.clock.advanceMinutes(1);
    const [second, third] = await Promise.all([press({ requestId: id }), press({ requestId: id })]);
    expect(second).toMatchObject({ outcome: 'recorded', title: 'Clocked in at 08:00', punch: 'clock_in' });
    expect([second, third].map(({ name }) => name)).toEqual([first.name, first.name]);
    expect(await entriesOf(ana)).toHaveLength(1);
    expect(await refusalTo({ requestId: id, punch: 'clock_out' })).toMatchObject({
      code: 'request_id_reused',
    });
  });

  it('of an administrator punches nothing', async () => {
    await giveBadge(server, admin, `AD${badge}`);
    expect(await refusalTo({ who: { badge: `AD${badge}` } })).toMatchObject({
      code: 'kiosk_not_for_admins',
    });
  });

  it('of two kiosks at the same moment makes one entry', async () => {
    const other = await makeKiosk(server, admin, { name: 'Kitchen' });
    const answers = await Promise.all([press(), press({}, other.client)]);
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['recorded', 'repeated']);
    expect(await entriesOf(ana)).toHaveLength(1);
  });

  it('works for people who never signed in, and not at a kiosk that was revoked', async () => {
    await server.test.owner.query('UPDATE account SET must_change_password = true WHERE id = $1', [
      ana.user.id,
    ]);
    expect(await press()).toMatchObject({ outcome: 'recorded' });
    await admin.client.ask('revokeKiosk', { id: kioskId });
    expect(await refusalTo({ punch: 'clock_out' })).toMatchObject({ code: 'kiosk_not_paired' });
  });
});

describe('the answer', () => {
  it('is in the person’s language, as are refusals', async () => {
    await ana.client.ask('chooseLanguage', { language: 'de' });
    at('09:30');
    expect(await press()).toMatchObject({ title: 'Eingestempelt um 09:30', language: 'de' });
    const again = { requestId: requestId(), who: { badge }, punch: 'clock_in' };
    const { text } = await kiosk.send('kioskPunch', again);
    expect(JSON.parse(text)).toEqual({
      code: 'already_clocked_in',
      message: 'Sie sind schon eingestempelt.',
    });
  });

  it('names lateness only where the kiosk is set so', async () => {
    at('09:30');
    const shown = await makeKiosk(server, admin, { options: { showsLateness: true } });
    expect(await press()).toMatchObject({ lines: [] });
    const ben = await makeEmployee(server);
    await giveBadge(server, ben, `BE${badge}`);
    expect(await press({ who: { badge: `BE${badge}` } }, shown.client)).toMatchObject({
      lines: ['25 min late'],
    });
  });

  it('asks when a person left who forgot to clock out, and the answer ends that entry', async () => {
    const before = today;
    at('09:00');
    await press();
    at('09:00', weekday(badges + 1));
    const answer = await press();
    if (answer.outcome !== 'recorded' || !answer.forgotten) throw new Error('Nothing was asked.');
    const { entryId, day, times, question } = answer.forgotten;
    expect({ day, times, question }).toEqual({
      day: before,
      times: [{ time: '17:00', label: '17:00' }],
      question: 'When did you leave yesterday?',
    });
    const left = { requestId: requestId(), who: { badge }, entryId, day, time: '17:00' };
    expect(await kiosk.ask('kioskLeft', left)).toEqual({ title: 'Recorded: you left at 17:00' });
    expect(await kiosk.ask('kioskLeft', left)).toEqual({ title: 'Recorded: you left at 17:00' });
    expect((await entriesOf(ana)).find(({ id }) => id === entryId)).toMatchObject({
      clockOut: `${before}T17:00:00.000Z`,
      closedBy: { isOwn: true },
    });
    expect(await ledgerFaults(server.test.database.pool)).toEqual([]);
  });
});

describe('on record', () => {
  it('an entry names its kiosk, also under a later name, and the ledger its id', async () => {
    await press();
    const [entry] = await entriesOf(ana);
    expect(entry).toMatchObject({ kiosk: 'Gate', ipAddress: '127.0.0.1', seenAddress: '127.0.0.1' });
    const { notifications } = await admin.client.ask('activity', { limit: 1 });
    expect(notifications).toMatchObject([{ userName: 'Ana', metadata: { kiosk: 'Gate' } }]);
    const { rows } = await server.test.owner.query(
      `SELECT body::json -> 'data' ->> 'kiosk' AS kiosk, body::json -> 'data' -> 'punchedAt' AS "punchedAt"
       FROM ledger WHERE chain = $1 AND kind = 'clock_in'`,
      [ana.user.id],
    );
    expect(rows).toEqual([{ kiosk: kioskId, punchedAt: null }]);
  });

  it('an entry of a person’s own device names none, and its ledger row is as before', async () => {
    await ana.client.ask('clockIn', { requestId: requestId() });
    expect((await entriesOf(ana))[0]).not.toHaveProperty('kiosk');
    const { rows } = await server.test.owner.query(
      `SELECT body FROM ledger WHERE chain = $1 AND kind = 'clock_in'`,
      [ana.user.id],
    );
    expect((rows[0] as { body: string }).body).not.toMatch(/kiosk|punchedAt/);
  });

  it('the check notices another kiosk', async () => {
    await press();
    const other = await makeKiosk(server, admin);
    const set = (id: string) =>
      server.test.owner.query(
        'UPDATE time_entry_detail SET kiosk_id = $1 WHERE entry_id IN (SELECT id FROM counted_entry WHERE user_id = $2)',
        [id, ana.user.id],
      );
    await set(other.id);
    expect((await ledgerFaults(server.test.database.pool)).map(({ fault }) => fault)).toEqual([
      'time entry: kiosk_id is not as recorded',
    ]);
    await set(kioskId);
    await confirm(admin);
  });
});
