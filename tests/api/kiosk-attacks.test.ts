/** Attacks on kiosks that once got through: replayed, moved and forged presses, and clocks that were set back. */
import { describe, expect, it } from 'vitest';
import { setActive } from '#server/people/employees/commands';
import { giveBadge, makeKiosk, sealFor } from '#tests/make-kiosk';
import { confirm, makeEmployee, requestId, startTestServer } from '#tests/make';
import {
  admin,
  ana,
  approve,
  at,
  badge,
  dayAfter,
  deliver,
  entries,
  freshTablet,
  gate,
  goTo,
  instant,
  outcomesOf,
  press,
  RECORDED,
  refused,
  requested,
  requests,
  server,
  today,
  verified,
  type Press,
} from './kept-presses.ts';

freshTablet();

describe('a kept press', () => {
  it('has a person who is sealed for this press only: a copy does for no other', async () => {
    const first = await press('clock_in', '06:00');
    at('09:00');
    expect(await outcomesOf([first])).toEqual([RECORDED]);
    const copies = [
      { ...(await press('clock_out', '08:00')), who: first.who },
      { ...first, requestId: requestId(), at: instant('07:00') },
    ];
    expect(await outcomesOf(copies)).toEqual(copies.map(() => refused('who_unknown')));
    expect(await entries()).toEqual([{ clockIn: instant('06:00'), clockOut: null }]);
  });

  it('is a request, if its badge was given to somebody else since', async () => {
    const kept = await press('clock_in', '06:00');
    at('08:00');
    const [was] = (await ana.client.ask('ownBadges', {})).badges;
    await admin.client.ask('removeBadge', { id: ana.user.id, badgeId: was?.id ?? '' });
    const ben = await makeEmployee(server);
    await giveBadge(server, ben, badge);
    at('09:00');
    expect(await outcomesOf([kept, await press('clock_in', '08:30')])).toEqual([
      requested('badge_newer'),
      RECORDED,
    ]);
    const range = { from: today, to: today };
    expect((await ben.client.ask('myTimeEntries', range)).entries.map(({ clockIn }) => clockIn)).toEqual([
      instant('08:30'),
    ]);
  });

  it('waits for an earlier one of its person whose PIN has to wait', async () => {
    await confirm(ana);
    await ana.client.ask('choosePin', { pin: '271828' });
    at('09:00');
    const wrong = { requestId: requestId(), who: { userId: ana.user.id, pin: '161803' } };
    for (let tries = 0; tries < 5; tries += 1) await gate.client.refusal('kioskPunch', wrong);
    const who = { userId: ana.user.id, pin: '271828' };
    const presses = [await press('clock_in', '06:00', { who }), await press('clock_out', '08:00')];
    expect(await deliver(presses)).toEqual([]);
    at('09:10');
    expect(await outcomesOf(presses)).toEqual([RECORDED, RECORDED]);
  });

  it('of a kiosk that is for others is refused, and the list names its person', async () => {
    const scope = [{ scope: 'studio' as const, id: requestId() }];
    const { client, id } = await makeKiosk(server, admin, { scope });
    const other = { client, id, seal: await sealFor(client) };
    const kept = await press('clock_in', '06:00', {}, other);
    at('09:00');
    expect(await outcomesOf([kept], other)).toEqual([refused('not_allowed')]);
    const listed = (await admin.client.ask('kiosks', {})).kiosks.find((one) => one.id === id);
    expect(listed?.kept).toMatchObject([{ person: { name: 'Ana' } }]);
  });

  it('of somebody who has left since is refused, and the list names them', async () => {
    const kept = await press('clock_out', '06:00');
    await setActive(server.test.database, server.clock.now(), null, ana.user.id, false);
    at('09:00');
    expect(await outcomesOf([kept])).toEqual([refused('not_allowed')]);
    const listed = (await admin.client.ask('kiosks', {})).kiosks.find(({ id }) => id === gate.id);
    expect(listed?.kept).toMatchObject([{ person: { name: 'Ana' } }]);
  });

  it('of the next day ends no entry that was left open', async () => {
    at('06:00');
    await gate.client.ask('kioskPunch', { requestId: requestId(), who: { badge } });
    const first = today;
    goTo(dayAfter(today));
    const out = await press('clock_out', '13:00', { answeredAt: null, steadyMs: null });
    at('14:00');
    expect(await outcomesOf([out])).toEqual([refused('no_request')]);
    goTo(first);
    expect(await entries()).toEqual([{ clockIn: instant('06:00'), clockOut: null }]);
  });

  it('goes on from an undecided request, so that no punch counts on top of what it changes', async () => {
    const late = { offsetMs: null };
    const presses = [
      await press('clock_in', '06:00'),
      await press('clock_out', '09:00', late),
      await press('clock_in', '10:00', late),
      await press('break_start', '12:00'),
      await press('break_end', '12:30'),
      await press('clock_out', '15:00'),
    ];
    at('16:00');
    await outcomesOf(presses.slice(0, 4));
    await outcomesOf(presses.slice(4));
    await approve();
    expect(await entries()).toEqual([
      { clockIn: instant('06:00'), clockOut: instant('09:00') },
      {
        clockIn: instant('10:00'),
        clockOut: instant('15:00'),
        breaks: [[instant('12:00'), instant('12:30')]],
      },
    ]);
    await verified();
  });

  it('counts against the punches that a person may make in an hour', async () => {
    const few = await startTestServer({
      on: server.test,
      clock: server.clock,
      config: { punchesPerHour: 4 },
    });
    at('09:00');
    const times = ['06:00', '06:10', '06:20', '06:30', '06:40', '06:50'];
    const presses: Press[] = [];
    for (const [n, time] of times.entries())
      presses.push(await press(n % 2 ? 'clock_out' : 'clock_in', time));
    const outcomes = await outcomesOf(presses, { ...gate, client: gate.client.at(few.url) });
    await few.stop();
    expect(outcomes.slice(0, 4)).toEqual(times.slice(0, 4).map(() => RECORDED));
    expect(outcomes.slice(4)).toEqual(times.slice(4).map(() => requested('does_not_fit')));
    await verified();
  });

  it('of the night after makes a request, if the clock-out of the night before is one', async () => {
    at('21:00');
    const first = await press('clock_in', '22:00');
    const pause = await press('break_start', '23:00');
    goTo(dayAfter(today));
    const late = { answeredAt: null, steadyMs: null };
    const out = await press('clock_out', '06:00', late);
    const next = await press('clock_in', '12:00', late);
    at('13:00', today);
    expect(await outcomesOf([first, pause, out, next])).toEqual([
      RECORDED,
      RECORDED,
      requested('does_not_fit'),
      requested('does_not_fit'),
    ]);
    expect((await requests()).map(({ day }) => day).toSorted()).toEqual([dayAfter(today, -1), today]);
    await verified();
  });
});

it('a server with another key leaves kept presses on the tablet, so that none is lost', async () => {
  const kept = await press('clock_in', '06:00');
  at('09:00');
  const config = { secretKey: 'another '.repeat(8) };
  const wrong = await startTestServer({ on: server.test, clock: server.clock, config });
  const client = gate.client.at(wrong.url);
  const deviceNow = instant('09:00');
  expect((await client.send('kioskContact', { queued: 1, pageVersion: '' })).status).toBe(503);
  expect((await client.send('kioskKept', { deviceNow, presses: [kept] })).status).toBe(503);
  await wrong.stop();
  expect(await outcomesOf([kept])).toEqual([RECORDED]);
});

it('one person’s device sends 200 kept presses in an hour, and the rest later', async () => {
  at('09:00');
  const send = () =>
    ana.client.send('sendKept', {
      presses: Array.from({ length: 50 }, (_, counter) => ({
        requestId: requestId(),
        counter: counter + 1,
        punch: 'break_end',
        at: instant('06:00'),
        offsetMs: 0,
        answeredAt: null,
        steadyMs: null,
      })),
    });
  const statuses: number[] = [];
  for (let tries = 0; tries < 5; tries += 1) statuses.push((await send()).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  at('10:00');
  expect((await send()).status).toBe(200);
});

it('a server’s clock that was set back makes no badge a repeated one', async () => {
  at('09:00');
  const punch = () => gate.client.ask('kioskPunch', { requestId: requestId(), who: { badge } });
  expect(await punch()).toMatchObject({ outcome: 'recorded' });
  at('08:00');
  expect(await punch()).toMatchObject({ outcome: 'choose' });
});
