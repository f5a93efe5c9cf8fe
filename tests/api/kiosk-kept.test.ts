/** Presses that a kiosk kept without a network: punches where nothing speaks against them, else requests. */
import { describe, expect, it } from 'vitest';
import { KIOSK_DEFAULTS } from '#domain/kiosk/options';
import { MS_PER_HOUR } from '#domain/time/units';
import { giveBadge } from '#tests/make-kiosk';
import { confirm, makeEmployee, requestId } from '#tests/make';
import {
  admin,
  ana,
  approve,
  at,
  badge,
  dayAfter,
  entries,
  freshTablet,
  gate,
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
} from './kept-presses.ts';

freshTablet();

describe('a kept press', () => {
  it('counts as a punch at its own time, is received later, and both are on record', async () => {
    at('09:00');
    const presses = [
      await press('clock_in', '06:00'),
      await press('break_start', '08:00'),
      await press('break_end', '08:15'),
    ];
    expect(await outcomesOf(presses)).toEqual([RECORDED, RECORDED, RECORDED]);
    expect(await entries()).toEqual([
      { clockIn: instant('06:00'), clockOut: null, breaks: [[instant('08:00'), instant('08:15')]] },
    ]);
    const { rows } = await server.test.owner.query(
      `SELECT at, body::json -> 'data' ->> 'punchedAt' AS pressed FROM ledger WHERE chain = $1 AND kind = 'clock_in'`,
      [ana.user.id],
    );
    expect(rows).toEqual([{ at: Date.parse(instant('09:00')), pressed: instant('06:00') }]);
    at('09:01');
    expect(await outcomesOf(presses)).toEqual([RECORDED, RECORDED, RECORDED]);
    expect(await entries()).toHaveLength(1);
    await verified();
  });

  it('is recorded once if its answer was lost at the time', async () => {
    at('06:00');
    const one = await press('clock_in', '06:00');
    await gate.client.ask('kioskPunch', { requestId: one.requestId, who: { badge } });
    at('06:20');
    expect(await outcomesOf([one])).toEqual([RECORDED]);
    expect(await entries()).toHaveLength(1);
    expect(await requests()).toEqual([]);
  });

  it('becomes a request if the tablet’s clock was set back by an hour, with both times and the reason', async () => {
    at('09:00');
    const set = await press('clock_in', '07:00', { steadyMs: 3 * MS_PER_HOUR });
    expect(await outcomesOf([set])).toEqual([requested('clock_changed')]);
    const unknown = await press('clock_out', '08:30', { offsetMs: null, answeredAt: null, steadyMs: null });
    expect(await outcomesOf([unknown])).toEqual([requested('clock_unknown')]);
    const [request, ...others] = await requests();
    expect(others).toEqual([]);
    expect(request?.reason).toContain('Pressed at Gate without a network. The tablet’s clock was changed.');
    expect(request?.reason).toMatch(/Clock In .*07:00, received .*09:00/);
    expect(request?.items).toMatchObject([
      { old: null, new: { clockIn: instant('07:00'), clockOut: instant('08:30') } },
    ]);
    await approve();
    expect(await entries()).toEqual([{ clockIn: instant('07:00'), clockOut: instant('08:30') }]);
    await verified();
  });

  it('becomes a request when the server heard from the kiosk meanwhile, after 73 hours, and after a later punch', async () => {
    const ben = await makeEmployee(server);
    await giveBadge(server, ben, `BE${badge}`);
    at('06:30');
    await gate.client.ask('kioskContact', { queued: 0, pageVersion: '' });
    at('07:00');
    expect(await outcomesOf([await press('clock_in', '06:00')])).toEqual([requested('heard_since')]);
    const old = await press('clock_in', '06:40', { who: { badge: `BE${badge}` } });
    at('08:00', dayAfter(today, 3));
    expect(await outcomesOf([old])).toEqual([requested('too_old')]);
    await verified();
  });

  it('of a clock-out ends what runs only by a request, if it does not fit, and the approval ends it', async () => {
    at('06:00');
    await ana.client.ask('clockIn', { requestId: requestId() });
    await ana.client.ask('startBreak', { requestId: requestId() });
    at('15:00');
    expect(await outcomesOf([await press('clock_out', '14:00')])).toEqual([requested('does_not_fit')]);
    await approve();
    expect(await entries()).toEqual([
      {
        clockIn: instant('06:00'),
        clockOut: instant('14:00'),
        breaks: [[instant('06:00'), instant('14:00')]],
      },
    ]);
    at('15:01');
    await ana.client.ask('clockIn', { requestId: requestId() });
    await verified();
  });

  it('is refused, and stands in the kiosk’s list, if nobody can be told from it or nothing can be asked', async () => {
    await giveBadge(server, admin, `AD${badge}`);
    at('09:00');
    const nobody = await press('clock_in', '08:00', { who: { badge: 'FFFF' } });
    const forged = { ...(await press('clock_in', '08:00')), who: { sealed: 'A'.repeat(512) } };
    const byAdmin = await press('clock_in', '08:00', { who: { badge: `AD${badge}` } });
    const unfit = await press('break_end', '08:00');
    expect(await outcomesOf([nobody, forged, byAdmin, unfit])).toEqual([
      refused('who_unknown'),
      refused('who_unknown'),
      refused('not_allowed'),
      refused('no_request'),
    ]);
    expect(await outcomesOf([nobody])).toEqual([refused('who_unknown')]);
    const listed = (await admin.client.ask('kiosks', {})).kiosks.find(({ id }) => id === gate.id);
    expect(listed?.kept.map(({ reason, person }) => [reason, person?.name ?? null])).toEqual([
      ['no_request', 'Ana'],
      ['not_allowed', admin.user.name],
      ['who_unknown', null],
      ['who_unknown', null],
    ]);
  });

  it('is refused with its person’s name if the kiosk asks for a PIN meanwhile', async () => {
    const options = { ...KIOSK_DEFAULTS, badgeNeedsPin: true };
    await admin.client.ask('saveKiosk', { id: gate.id, version: 1, name: 'Gate', scope: [], options });
    at('09:00');
    expect(await outcomesOf([await press('clock_in', '08:00')])).toEqual([refused('not_allowed')]);
    const listed = (await admin.client.ask('kiosks', {})).kiosks.find(({ id }) => id === gate.id);
    expect(listed?.kept).toMatchObject([{ reason: 'not_allowed', person: { name: 'Ana' } }]);
  });

  it('is sent again later while its PIN has to wait, with later ones of its person, so that none is lost', async () => {
    await confirm(ana);
    await ana.client.ask('choosePin', { pin: '271828' });
    at('09:00');
    const wrong = await Promise.all(
      Array.from({ length: 5 }, () =>
        press('clock_in', '06:00', { who: { userId: ana.user.id, pin: '161803' } }),
      ),
    );
    const right = await press('clock_in', '06:01', { who: { userId: ana.user.id, pin: '271828' } });
    expect(await outcomesOf([...wrong, right])).toEqual(wrong.map(() => refused('who_unknown')));
    const byBadge = await press('clock_out', '08:00');
    expect(await outcomesOf([right, byBadge])).toEqual([]);
    at('09:10');
    expect(await outcomesOf([right, byBadge])).toEqual([RECORDED, RECORDED]);
  });
});
