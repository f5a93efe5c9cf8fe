import { describe, expect, it } from 'vitest';
import { closedEntry, closingTime, leftOpenBy } from '#domain/entry/left-open';
import { workedMinutes } from '#domain/entry/time-entry';
import { entry } from '#tests/make';

const at = (text: string): number => Date.parse(`2026-11-20T00:00:00.000Z`) + minutesOf(text) * 60_000;
const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
const present = { now: at('20:00'), today: { start: at('00:00'), end: at('24:00') }, nightShiftHours: 16 };

describe('an entry that was left open [D1.6, D3.14]', () => {
  it.each([
    ['of an earlier day', entry('04:00-', { day: '2026-11-19' }), true, 'earlier-day'],
    ['of today', entry('00:00-'), true, null],
    ['of today, of somebody deactivated', entry('09:00-'), false, 'no-longer-active'],
    ['that is closed', entry('09:00-17:00', { day: '2026-11-19' }), false, null],
  ])('is one %s: %j', (_what, one, isActive, expected) => {
    expect(leftOpenBy({ isActive }, one, present)).toBe(expected);
  });

  it('is one that a later clock-in set aside, whatever a night shift may last by then', () => {
    const setAside = { ...entry('20:00-', { day: '2026-11-19' }), setAsideAt: at('08:00') };
    const early = { ...present, now: at('08:30') };
    expect(leftOpenBy({ isActive: true }, entry('20:00-', { day: '2026-11-19' }), early)).toBeNull();
    expect(leftOpenBy({ isActive: true }, setAside, early)).toBe('earlier-day');
  });

  it('is one of nobody who is known', () => {
    expect(leftOpenBy(undefined, entry('09:00-'), present)).toBe('no-longer-active');
    expect(leftOpenBy({ isActive: true }, null, present)).toBeNull();
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
  ])('%s lies after the last punch and not in the future: %j', (given, expected) => {
    expect(closingTime(open, at(given), at('18:00'))).toEqual(expected);
  });

  it('is no later than the clock-in that set the entry aside', () => {
    const setAside = { ...open, setAsideAt: at('16:00') };
    expect(closingTime(setAside, at('16:00'), at('18:00'))).toEqual({ ok: true, at: at('16:00') });
    expect(closingTime(setAside, at('16:01'), at('18:00'))).toEqual({ ok: false, fault: 'after-return' });
  });

  it('within the minute of the last punch is that punch', () => {
    const punched = { ...open, breaks: [], clockIn: at('09:00') + 40_000 };
    expect(closingTime(punched, at('09:00'), at('18:00'))).toEqual({ ok: true, at: at('09:00') + 40_000 });
  });

  it('ends a break that is still open', () => {
    const paused = entry('09:00-', { break: '12:00-' });
    const closed = closedEntry(paused, at('12:20'), { name: 'Grace', reason: 'Forgotten', at: at('18:00') });
    expect(closed.breaks).toEqual([{ start: at('12:00'), end: at('12:20') }]);
    expect(workedMinutes(closed, at('18:00'))).toBe(180);
  });
});
