/** Queues of kept presses: of several kiosks, of revoked ones, of people's own devices, and in any cuts. */
import { describe, expect, it } from 'vitest';
import type { Punch } from '#domain/entry/time-entry';
import { MS_PER_MINUTE } from '#domain/time/units';
import { giveSession, requestId } from '#tests/make';
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
  freshWeek,
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
  tabletNamed,
  today,
  verified,
  type Press,
} from './kept-presses.ts';

freshTablet();

describe('kept presses', () => {
  it('of two kiosks and one person lose nothing: the earlier clock-in is asked for, without an end', async () => {
    const kitchen = await tabletNamed('Kitchen');
    const early = await press('clock_in', '06:00');
    at('12:00');
    await kitchen.client.ask('kioskPunch', { requestId: requestId(), who: { badge } });
    at('12:30');
    expect(await outcomesOf([early])).toEqual([requested('not_after_last')]);
    await approve();
    expect(await entries()).toEqual([
      { clockIn: instant('06:00'), clockOut: null, setAsideAt: instant('12:00') },
      { clockIn: instant('12:00'), clockOut: null },
    ]);
    at('13:00');
    await kitchen.client.ask('kioskPunch', { requestId: requestId(), who: { badge }, punch: 'clock_out' });
    await verified();
  });

  it('of a kiosk revoked in mid-queue become requests, for 72 hours', async () => {
    at('09:00');
    expect(await outcomesOf([await press('clock_in', '06:00')])).toEqual([RECORDED]);
    const rest = await press('clock_out', '08:00');
    await admin.client.ask('revokeKiosk', { id: gate.id });
    expect(await outcomesOf([rest])).toEqual([requested('revoked')]);
    await approve();
    expect(await entries()).toEqual([{ clockIn: instant('06:00'), clockOut: instant('08:00') }]);
    at('09:01', dayAfter(today, 3));
    const deviceNow = new Date(server.clock.now()).toISOString();
    expect(await gate.client.refusal('kioskKept', { deviceNow, presses: [rest] })).toMatchObject({
      code: 'kiosk_not_paired',
    });
    await verified();
  });

  it('of one day become one request, on top of an earlier undecided one, which it replaces', async () => {
    at('20:00');
    const late = { offsetMs: null };
    const morning = [await press('clock_in', '06:00', late), await press('break_start', '09:00', late)];
    const evening = [await press('break_end', '09:20', late), await press('clock_out', '15:00', late)];
    await outcomesOf(morning);
    expect(await requests()).toMatchObject([
      { items: [{ new: { clockOut: null, breaks: [{ end: null }] } }] },
    ]);
    await outcomesOf(evening);
    const all = await requests();
    expect(all).toHaveLength(1);
    expect(all[0]?.items).toMatchObject([
      {
        new: {
          clockIn: instant('06:00'),
          clockOut: instant('15:00'),
          breaks: [{ start: instant('09:00'), end: instant('09:20') }],
        },
      },
    ]);
    await approve();
    expect(await entries()).toHaveLength(1);
    await verified();
  });

  it('begin what runs, once approved: the next punch goes on from it', async () => {
    at('08:00');
    await outcomesOf([await press('clock_in', '06:00', { offsetMs: null })]);
    await approve();
    expect(await entries()).toEqual([{ clockIn: instant('06:00'), clockOut: null }]);
    at('14:00');
    await ana.client.ask('clockOut', { requestId: requestId() });
    expect(await entries()).toEqual([{ clockIn: instant('06:00'), clockOut: instant('14:00') }]);
    await verified();
  });
});

describe('a person’s own device', () => {
  const own = (punch: Punch, time: string) => {
    return {
      requestId: requestId(),
      counter: 1,
      punch,
      at: instant(time),
      offsetMs: 0,
      answeredAt: null,
      steadyMs: null,
    };
  };
  const send = async (presses: readonly ReturnType<typeof own>[]) =>
    (await ana.client.ask('sendKept', { presses: [...presses] })).outcomes.map(({ outcome, reason }) => [
      outcome,
      reason,
    ]);

  it('never stamps its person’s hours: its kept presses become one request, once', async () => {
    at('09:00');
    const presses = [own('clock_in', '06:00'), own('clock_out', '08:00')];
    const outcomes = [requested('own_device'), requested('own_device')];
    expect(await send(presses)).toEqual(outcomes);
    // Answers to requests are deleted after two days.
    await server.test.owner.query('DELETE FROM request_answer');
    expect(await send(presses)).toEqual(outcomes);
    expect(await entries()).toEqual([]);
    expect(await requests()).toMatchObject([
      { items: [{ old: null, new: { clockIn: instant('06:00'), clockOut: instant('08:00') } }] },
    ]);
    await approve();
    expect(await entries()).toEqual([{ clockIn: instant('06:00'), clockOut: instant('08:00') }]);
    await verified();
  });
});

it('a queue delivered in any cuts, each twice, gives the same record, in order', async () => {
  const day: readonly (readonly [Punch, string])[] = [
    ['clock_in', '06:00'],
    ['break_start', '09:00'],
    ['clock_out', '09:05'],
    ['break_end', '09:20'],
    ['break_end', '09:21'],
    ['clock_out', '12:00'],
    ['clock_in', '13:00'],
    ['clock_in', '13:01'],
    ['clock_out', '16:00'],
  ];
  const records: unknown[] = [];
  for (const cut of [9, 1, 2, 4, 5]) {
    await freshWeek();
    await gate.client.ask('kioskContact', { queued: 0, pageVersion: '' });
    const presses: Press[] = [];
    for (const [punch, time] of day) presses.push(await press(punch, time));
    at('18:00');
    const outcomes: unknown[] = [];
    for (let from = 0; from < presses.length; from += cut) {
      const part = presses.slice(from, from + cut);
      await Promise.all([deliver(part), deliver(part)]);
      outcomes.push(...(await outcomesOf(part)));
      server.clock.set(server.clock.now() + MS_PER_MINUTE);
    }
    const times = JSON.stringify([await entries(), (await requests()).map(({ items }) => items)]);
    records.push({ outcomes, times: times.replaceAll(today, 'day').replaceAll(/[0-9a-f-]{36}/g, 'id') });
  }
  expect(new Set(records.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(records[0]).toMatchObject({
    outcomes: [
      RECORDED,
      RECORDED,
      requested('does_not_fit'),
      RECORDED,
      refused('no_request'),
      RECORDED,
      RECORDED,
      refused('no_request'),
      RECORDED,
    ],
  });
  await verified();
});

// Last, since it goes far ahead.
it('kept presses in a closed period are refused, with this reason', async () => {
  const [year = 0, month = 0] = today.split('-').map(Number);
  goTo(new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10));
  const kept = await press('clock_in', '20:00', { answeredAt: null, steadyMs: null });
  at('09:00', dayAfter(today));
  await giveSession(server, admin.client, admin.user.id);
  const period = { first: `${today.slice(0, 8)}01`, last: today };
  await admin.client.ask('closePeriods', { ...period, userIds: [ana.user.id], reason: 'All had left' });
  expect(await outcomesOf([kept])).toEqual([refused('closed_period')]);
});
