/** Attacks on kiosks that once got through: replayed, moved and forged presses, and clocks that were set back. */
import { describe, expect, it } from 'vitest';
import { startTestServer, requestId } from '#tests/make';
import {
  at,
  badge,
  dayAfter,
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

it('a server’s clock that was set back makes no badge a repeated one', async () => {
  at('09:00');
  const punch = () => gate.client.ask('kioskPunch', { requestId: requestId(), who: { badge } });
  expect(await punch()).toMatchObject({ outcome: 'recorded' });
  at('08:00');
  expect(await punch()).toMatchObject({ outcome: 'choose' });
});
