import { describe, expect, it } from 'vitest';
import { endEntry, checkStatedEnd, leftOpenReason } from '#domain/entry/left-open';
import { workedMinutes } from '#domain/entry/time-entry';
import { entry } from '#tests/make';

const at = (text: string): number => Date.parse(`2026-11-20T00:00:00.000Z`) + minutesOf(text) * 60_000;
const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
const present = { now: at('20:00'), today: { start: at('00:00'), end: at('24:00') }, nightShiftHours: 16 };

describe('entries left open [D1.6, D3.14]', () => {
  it.each([
    ['of an earlier day', entry('04:00-', { day: '2026-11-19' }), true, 'earlier-day'],
    ['of today', entry('00:00-'), true, null],
    ['of today by a deactivated employee', entry('09:00-'), false, 'no-longer-active'],
    ['that is closed', entry('09:00-17:00', { day: '2026-11-19' }), false, null],
  ])('the left-open reason of an entry %s is %j', (_what, one, isActive, expected) => {
    expect(leftOpenReason({ isActive }, one, present)).toBe(expected);
  });

  it('an entry that a later clock-in sets aside is left open even within the night-shift limit', () => {
    const setAside = { ...entry('20:00-', { day: '2026-11-19' }), setAsideAt: at('08:00') };
    const early = { ...present, now: at('08:30') };
    expect(leftOpenReason({ isActive: true }, entry('20:00-', { day: '2026-11-19' }), early)).toBeNull();
    expect(leftOpenReason({ isActive: true }, setAside, early)).toBe('earlier-day');
  });

  it('an open entry of an unknown person is left open', () => {
    expect(leftOpenReason(undefined, entry('09:00-'), present)).toBe('no-longer-active');
    expect(leftOpenReason({ isActive: true }, null, present)).toBeNull();
  });
});

describe('the time at which an admin closes an entry', () => {
  //  09:00 in   12:00-12:30 break   ...   now 18:00
  const open = entry('09:00-', { break: '12:00-12:30' });
  it.each([
    ['17:00', { ok: true, at: at('17:00') }],
    ['18:00', { ok: true, at: at('18:00') }],
    ['12:30', { ok: true, at: at('12:30') }],
    ['18:01', { ok: false, fault: 'in-the-future' }],
    ['12:29', { ok: false, fault: 'too-early' }],
    ['08:59', { ok: false, fault: 'too-early' }],
  ])('a closing time of %s has to be after the last punch and not in the future: %j', (given, expected) => {
    expect(checkStatedEnd(open, at(given), at('18:00'))).toEqual(expected);
  });

  it('the closing time of a set-aside entry is no later than the next clock-in', () => {
    const setAside = { ...open, setAsideAt: at('16:00') };
    expect(checkStatedEnd(setAside, at('16:00'), at('18:00'))).toEqual({ ok: true, at: at('16:00') });
    expect(checkStatedEnd(setAside, at('16:01'), at('18:00'))).toEqual({ ok: false, fault: 'after-return' });
  });

  it('a closing time in the minute of the last punch becomes that punch', () => {
    const punched = { ...open, breaks: [], clockIn: at('09:00') + 40_000 };
    expect(checkStatedEnd(punched, at('09:00'), at('18:00'))).toEqual({ ok: true, at: at('09:00') + 40_000 });
  });

  it('closing an entry also ends its open break', () => {
    const paused = entry('09:00-', { break: '12:00-' });
    const closed = endEntry(paused, at('12:20'), { name: 'Grace', reason: 'Forgotten', at: at('18:00') });
    expect(closed.breaks).toEqual([{ start: at('12:00'), end: at('12:20') }]);
    expect(workedMinutes(closed, at('18:00'))).toBe(180);
  });
});
