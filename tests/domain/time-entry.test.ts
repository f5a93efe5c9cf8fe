import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyPunch,
  createOpenEntry,
  currentEntry,
  decidePunch,
  lastPunchInstant,
  offeredPunches,
  openBreak,
  STATUS_LABEL,
  statusOf,
  type Punch,
  type TimeEntry,
  breakMs,
  elapsedMs,
  workedMs,
} from '#domain/entry/time-entry';
import { at, entry } from './timeline.ts';

const draft = { id: 'one', userId: 'ada', notes: 'on site', ipAddress: 'unknown', location: null };
const out = entry('2026-11-20 09:00-17:00');
const inside = entry('2026-11-20 09:00-');
const pausing = entry('2026-11-20 09:00-', { breaks: ['12:00-'] });
const noon = at('2026-11-20 12:30');

describe('work status (spec §4)', () => {
  it.each([
    ['no entry', undefined, 'Clocked Out'],
    ['a closed entry', out, 'Clocked Out'],
    ['an open entry', inside, 'Clocked In'],
    [
      'an open entry with a finished break',
      entry('2026-11-20 09:00-', { breaks: ['12:00-12:30'] }),
      'Clocked In',
    ],
    ['an open entry whose last break has no end', pausing, 'On Break'],
    [
      'an open entry with a second break running',
      entry('2026-11-20 09:00-', { breaks: ['12:00-12:30', '15:00-'] }),
      'On Break',
    ],
  ])('shows the right status for %s', (_, current, label) => {
    expect(STATUS_LABEL[statusOf(current)]).toBe(label);
  });

  it('the running entry is current, however old it is [D1.5]', () => {
    const forgotten = entry('2026-11-17 09:00-');
    expect(currentEntry([out, forgotten, entry('2026-11-19 09:00-17:00')])).toBe(forgotten);
    expect(currentEntry([out])).toBeUndefined();
    expect(currentEntry([])).toBeUndefined();
  });

  it('an entry that was set aside is not current, and nobody is clocked in by it', () => {
    const setAside = { ...entry('2026-11-17 09:00-'), setAsideAt: inside.clockIn };
    expect(currentEntry([inside, setAside])).toBe(inside);
    expect(currentEntry([setAside])).toBeUndefined();
    expect(statusOf(setAside)).toBe('clocked-out');
  });

  it('the later of two open entries is current, although the database forbids two', () => {
    expect(currentEntry([inside, entry('2026-11-17 09:00-')])).toBe(inside);
  });
});

describe('transitions (spec §4)', () => {
  const allowed = 'allowed';
  it.each([
    ['Clocked Out', undefined, [allowed, 'not_clocked_in', 'not_clocked_in', 'not_clocked_in']],
    [
      'Clocked Out after a closed entry',
      out,
      [allowed, 'not_clocked_in', 'not_clocked_in', 'not_clocked_in'],
    ],
    ['Clocked In', inside, ['already_clocked_in', allowed, 'not_on_break', allowed]],
    ['On Break', pausing, ['already_clocked_in', 'on_break', allowed, 'on_break']],
  ])('in state %s, each punch is allowed or refused with its reason', (_, current, answers) => {
    const punches: Punch[] = ['clock_in', 'break_start', 'break_end', 'clock_out'];
    const decisions = punches.map((punch) => decidePunch(punch, current, noon));
    expect(decisions.map((decision) => (decision.ok ? allowed : decision.reason))).toEqual(answers);
    expect(offeredPunches(statusOf(current))).toEqual(
      punches.filter((_punch, index) => answers[index] === allowed),
    );
  });

  it('clock out is offered only when clocked in, not during a break', () => {
    expect(offeredPunches('clocked-in')).toEqual(['break_start', 'clock_out']);
    expect(offeredPunches('on-break')).toEqual(['break_end']);
    expect(offeredPunches('clocked-out')).toEqual(['clock_in']);
  });

  it('a clock-in, a break and a clock-out make one entry with its notes', () => {
    const started = createOpenEntry(draft, at('2026-11-20 09:00'));
    const paused = applyPunch('break_start', started, at('2026-11-20 12:00'));
    expect(openBreak(paused)).toEqual({ start: at('2026-11-20 12:00'), end: null });
    const resumed = applyPunch('break_end', paused, at('2026-11-20 12:30'));
    const finished = applyPunch('clock_out', resumed, at('2026-11-20 17:30'));
    expect([started, paused, resumed, finished].map(statusOf)).toEqual([
      'clocked-in',
      'on-break',
      'clocked-in',
      'clocked-out',
    ]);
    expect(finished).toEqual({
      ...entry('2026-11-20 09:00-17:30', { breaks: ['12:00-12:30'], notes: 'on site' }),
      id: 'one',
    });
  });
});

describe('a server clock that steps back', () => {
  it('no punch is recorded before the last one', () => {
    const early = at('2026-11-20 08:00');
    expect(decidePunch('clock_out', inside, early)).toMatchObject({ ok: true, at: inside.clockIn });
    expect(decidePunch('break_end', pausing, early)).toMatchObject({ ok: true, at: at('2026-11-20 12:00') });
    expect(
      decidePunch('break_start', entry('2026-11-20 09:00-', { breaks: ['12:00-12:30'] }), early),
    ).toMatchObject({ ok: true, at: at('2026-11-20 12:30') });
  });

  it('no clock-in is recorded before the previous clock-out', () => {
    expect(decidePunch('clock_in', undefined, at('2026-11-20 16:00'), lastPunchInstant(out))).toMatchObject({
      ok: true,
      at: at('2026-11-20 17:00'),
    });
    expect(decidePunch('clock_in', undefined, at('2026-11-20 18:00'), lastPunchInstant(out))).toMatchObject({
      ok: true,
      at: at('2026-11-20 18:00'),
    });
  });
});

describe('any sequence of punches', () => {
  const presses = fc.array(
    fc.record({
      punch: fc.constantFrom<Punch>('clock_in', 'break_start', 'break_end', 'clock_out'),
      step: fc.integer({ min: -3_600_000, max: 14_400_000 }),
    }),
    { maxLength: 40 },
  );

  it('a refused punch changes nothing, and an allowed one leads to the announced status', () => {
    fc.assert(
      fc.property(presses, (sequence) => {
        let now = at('2026-11-20 09:00');
        let current: TimeEntry | undefined;
        for (const { punch, step } of sequence) {
          now += step;
          const before = structuredClone(current);
          const decision = decidePunch(punch, current, now);
          expect(current).toEqual(before);
          if (!decision.ok) {
            expect(offeredPunches(statusOf(current))).not.toContain(punch);
            continue;
          }
          expect(offeredPunches(statusOf(current))).toContain(punch);
          current =
            punch === 'clock_in' || !current
              ? createOpenEntry(draft, decision.at)
              : applyPunch(punch, current, decision.at);
          expect(statusOf(current)).toBe(decision.status);
          expect(lastPunchInstant(current)).toBe(decision.at);
        }
      }),
    );
  });

  it('breaks stay inside their entry and in order, and no duration is negative', () => {
    fc.assert(
      fc.property(presses, (sequence) => {
        let now = at('2026-11-20 09:00');
        let current: TimeEntry | undefined;
        for (const { punch, step } of sequence) {
          now += step;
          const decision = decidePunch(punch, current, now);
          if (!decision.ok) continue;
          current =
            punch === 'clock_in' || !current
              ? createOpenEntry(draft, decision.at)
              : applyPunch(punch, current, decision.at);
          const instants = [
            current.clockIn,
            ...current.breaks.flatMap(({ start, end }) => (end === null ? [start] : [start, end])),
            ...(current.clockOut === null ? [] : [current.clockOut]),
          ];
          expect(instants).toEqual(instants.toSorted((one, other) => one - other));
          expect(current.breaks.slice(0, -1).every(({ end }) => end !== null)).toBe(true);
          for (const measure of [workedMs, breakMs, elapsedMs])
            expect(measure(current, now)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
