import { say } from '#texts/say';
import { describe, expect, it } from 'vitest';
import { problemText, problemStatus, type ProblemCode } from '#contract/problems';
import { toDomainEntry } from '#contract/wire';
import type { Punch } from '#domain/entry/time-entry';
import { newRequestId } from '#web/browser/request-id.ts';
import {
  applyToClock,
  clockOf,
  finishedDay,
  statusLines,
  weekendWarnings,
  withEntry,
} from '#web/clock/clock-view.ts';
import {
  toFailedPunch,
  lastPunchTimeOf,
  messageDurationMs,
  toMissedPunch,
  prepareClockIn,
  PUNCH_WORDS,
  mainPunchAfter,
  DOUBLE_TAP_MS,
  reconcilePunchState,
  toUnsentPunch,
  type Press,
} from '#web/clock/punch.ts';
import { at, change, clockView, entry, settings } from './records.ts';
import { workplaceDays } from '../domain/timeline.ts';

const press = (punch: Punch, before = 0): Press => ({
  punch,
  requestId: newRequestId(),
  notes: '',
  input: null,
  lastPunchAt: before,
});
const refused = (code: ProblemCode) =>
  ({
    kind: 'refused',
    code,
    status: problemStatus(code),
    message: problemText(code),
    fields: {},
  }) as const;

describe("the employee's data", () => {
  it('a new entry is added, and a known one is replaced', () => {
    const view = withEntry(clockView(), entry(1));
    expect(view.entries).toEqual([entry(1)]);
    const closed = entry(1, { clockOut: at('17:00'), updatedAt: at('17:00') });
    expect(withEntry(view, closed).entries).toEqual([closed]);
  });

  it("a live change that is older than a punch's answer does not undo it", () => {
    const onBreak = entry(1, { break: [{ start: at('12:00') }], updatedAt: at('12:00') });
    const view = clockView({ entries: [onBreak] });
    expect(applyToClock(view, change('11-1', { entry: entry(1) }))?.entries).toEqual([onBreak]);
  });

  it('changed settings apply at once, and a new time zone requires new day bounds', () => {
    const later = settings({ workStartTime: '10:00', version: 2 });
    const byDefaults = clockView({ settingsLoaded: false });
    expect(applyToClock(byDefaults, change('11-1', { settings: later }))).toMatchObject({
      settings: later,
      settingsLoaded: true,
    });
    expect(
      applyToClock(clockView(), change('11-1', { settings: settings({ timeZone: 'Europe/Berlin' }) })),
    ).toBeNull();
  });

  it("an open entry of an earlier day is current, but not part of today's activity", () => {
    const yesterday = entry(1, { clockIn: '2026-11-19T10:00:00.000Z' });
    const view = clockView({ entries: [yesterday] });
    const clock = clockOf(view, view.entries.map(toDomainEntry), '2026-11-20');
    expect(clock.status).toBe('clocked-in');
    expect(clock.current?.id).toBe(yesterday.id);
    expect(clock.shownDayEntries).toEqual([]);
  });

  it("today's activity shows the latest entry first", () => {
    const view = clockView({
      entries: [entry(1, { clockOut: at('11:00') }), entry(2, { clockIn: at('12:00') })],
    });
    expect(
      clockOf(view, view.entries.map(toDomainEntry), '2026-11-20').shownDayEntries.map(({ id }) => id),
    ).toEqual([entry(2).id, entry(1).id]);
  });
});

describe('the lines beside the status', () => {
  const YESTERDAY = {
    day: '2026-11-19',
    weekday: 4,
    start: Date.parse(at('-24:00')),
    end: Date.parse(at('00:00')),
    startMinute: 0,
    shifts: [],
  };
  const clockWith = (...entries: Parameters<typeof entry>[1][]) => {
    const { calendar, ...view } = clockView({ entries: entries.map((one, n) => entry(n + 1, one)) });
    const known = { ...view, calendar: { ...calendar, days: [YESTERDAY, ...calendar.days] } };
    return clockOf(known, known.entries.map(toDomainEntry), '2026-11-20');
  };
  const detail = (...entries: Parameters<typeof entry>[1][]) => statusLines(clockWith(...entries));

  it('shows the start of the session or of the running break, and the end of the last break', () => {
    expect(detail({})).toEqual(['since 09:00']);
    expect(detail({ break: [{ start: at('12:00') }] })).toEqual(['since 12:00']);
    expect(detail({ break: [{ start: at('12:00'), end: at('12:30') }] })).toEqual([
      'since 09:00',
      'Break ended 12:30',
    ]);
    expect(detail({ clockIn: at('-15:00') })).toEqual(['since Nov 19, 2026, 09:00']);
  });

  it('shows when the day ended, and the total of all its entries', () => {
    expect(detail()).toEqual([]);
    const morning = { clockOut: at('12:00') };
    expect(detail(morning)).toEqual(['Out at 12:00']);
    const day = [morning, { clockIn: at('12:22'), clockOut: at('17:03') }];
    expect(detail(...day)).toEqual(['Out at 17:03']);
    expect(finishedDay(clockWith(...day))).toMatchObject({ isOfToday: true, worked: '7h 41m' });
    expect(finishedDay(clockWith(...day, { clockIn: at('18:00') }))).toBeUndefined();
    expect(detail({ clockIn: at('-15:00'), clockOut: at('-7:00') })).toEqual([]);
  });

  it('names the day of a night shift that ended today', () => {
    const night = { clockIn: at('-2:00'), clockOut: at('06:00') };
    expect(detail(night)).toEqual(['Out at 06:00, 8h on Nov 19, 2026']);
    expect(finishedDay(clockWith(night))?.isOfToday).toBe(false);
  });
});

describe('punch buttons', () => {
  it('a pressed button says what it is doing', () => {
    const { clock_in: coming, clock_out: going } = PUNCH_WORDS;
    const said = [coming.label, coming.pending, going.label, going.pending].map((key) => say(key));
    expect(said).toEqual(['Clock In', 'Clocking In...', 'Clock Out', 'Clocking Out...']);
  });

  it("a clock-in's message stays 5 s, a clock-out's 3 s", () => {
    expect([messageDurationMs('clock_in'), messageDurationMs('clock_out')]).toEqual([5000, 3000]);
  });

  it('the button that replaces a pressed one is inactive for 800 ms', () => {
    expect(DOUBLE_TAP_MS).toBe(800);
    const punches: Punch[] = ['clock_in', 'clock_out', 'break_start', 'break_end'];
    expect(punches.map(mainPunchAfter)).toEqual(['clock_out', 'clock_in', 'break_end', 'clock_out']);
  });

  it('a refusal says that nothing was recorded and what to do, and offers no retry', () => {
    expect(toFailedPunch(press('clock_in'), refused('already_clocked_in'))).toMatchObject({
      message: 'You are already clocked in.',
      recorded: 'Your clock-in was not recorded. Check your status below before you try again.',
      canRetry: false,
    });
  });

  it('a rate limit says that nothing was recorded and offers no retry', () => {
    expect(toFailedPunch(press('clock_out'), refused('punches_too_many'))).toMatchObject({
      recorded: 'Your clock-out was not recorded. Check your status below before you try again.',
      canRetry: false,
    });
  });

  it('a clock-in without a user has its own message', () => {
    expect(toFailedPunch(press('clock_in'), refused('not_signed_in')).message).toBe(
      'No authenticated user found. Please log in first.',
    );
  });

  it('without an answer or after a server error the outcome is unknown, and a retry uses the same id', () => {
    const clockOut = press('clock_out');
    for (const failure of [
      { kind: 'unreachable', message: '' } as const,
      refused('server_error'),
      refused('unavailable'),
      refused('too_many_requests'),
    ]) {
      const state = toFailedPunch(clockOut, failure);
      expect(state).toMatchObject({ canRetry: true, press: clockOut });
      expect(state.recorded).toContain('We do not know whether your clock-out was recorded.');
      expect(state.message).not.toContain('try again');
    }
  });

  it('a punch with an unknown outcome is settled by an entry that shows it', () => {
    const unknown = toFailedPunch(press('clock_in'), { kind: 'unreachable', message: '' });
    const done = toDomainEntry(entry(1, { clockOut: at('09:05') }));
    expect(reconcilePunchState(unknown, [], 'Asia/Kathmandu')).toBeNull();
    expect(reconcilePunchState(unknown, [done], 'Asia/Kathmandu')).toEqual({
      phase: 'done',
      punch: 'clock_in',
      message: 'Your clock-in was recorded at 09:00.',
      warnings: [],
    });
    const refusal = toFailedPunch(press('clock_in'), refused('already_clocked_in'));
    expect(reconcilePunchState(refusal, [done], 'Asia/Kathmandu')).toBeNull();
  });

  it('a punch is not confused with an earlier one of its kind or with an action of an admin', () => {
    const entries = [toDomainEntry(entry(1, { break: [{ start: at('10:00'), end: at('10:15') }] }))];
    const started = lastPunchTimeOf('break_start', entries);
    const state = toFailedPunch(press('break_start', started), refused('unavailable'));
    expect(reconcilePunchState(state, entries, 'Asia/Kathmandu')).toBeNull();
    const closedBy = { name: 'Administrator', reason: 'Forgot', at: at('18:00') };
    const closed = [
      toDomainEntry(
        entry(1, {
          break: [{ start: at('10:00'), end: at('17:00') }],
          clockOut: at('17:00'),
          closedBy,
        }),
      ),
    ];
    for (const punch of ['break_end', 'clock_out'] as const) expect(lastPunchTimeOf(punch, closed)).toBe(0);
  });

  it('a punch that was not sent or is missing says that it was not recorded', () => {
    const clockIn = press('clock_in');
    expect(toUnsentPunch(clockIn, true)).toMatchObject({
      message: 'You are offline.',
      recorded: 'Your clock-in was not recorded. Press Clock In again when the connection is back.',
    });
    expect(toUnsentPunch(clockIn, false).message).toBe('The server cannot be reached.');
    expect(toMissedPunch(clockIn)).toMatchObject({
      message: 'Your clock-in was not recorded.',
      recorded: 'Try again.',
      canRetry: true,
    });
    const elsewhere = [toDomainEntry(entry(1))];
    const after = (state: Parameters<typeof reconcilePunchState>[0]) =>
      reconcilePunchState(state, elsewhere, 'Asia/Kathmandu');
    expect(after(toUnsentPunch(clockIn, true))).toEqual({ phase: 'idle' });
    expect(after(toMissedPunch(clockIn))).toMatchObject({ phase: 'done' });
  });

  it('every press has its own valid request id', () => {
    const ids = Array.from({ length: 200 }, newRequestId);
    expect(new Set(ids).size).toBe(200);
    expect(
      ids.filter((one) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(one)),
    ).toEqual([]);
  });
});

describe('the steps of a clock-in (spec §4)', () => {
  const steps = (user: object | null) => {
    const taken: string[] = [];
    const take = <T>(step: string, value: T): T => {
      taken.push(step);
      return value;
    };
    return {
      taken,
      user: async () => take('user', user),
      warn: () => take('warn', undefined),
      gather: async () => take('gather', 'where'),
    };
  };

  it('a clock-in checks the user, then warns of a weekend, then gathers location and address', async () => {
    const all = steps({});
    expect(await prepareClockIn(all)).toBe('where');
    expect(all.taken).toEqual(['user', 'warn', 'gather']);
  });

  it('a clock-in without a user ends before the warning and the location', async () => {
    const none = steps(null);
    expect(await prepareClockIn(none)).toBeNull();
    expect(none.taken).toEqual(['user']);
  });
});

describe('the weekend warning of an entry', () => {
  const warnings = (clockIn: string, changed: Parameters<typeof settings>[0] = {}) => {
    const days = [...workplaceDays('Asia/Kathmandu', '2026-11-19', '2026-11-24')].map((day) => ({
      ...day,
      shifts: [],
    }));
    const view = clockView({
      settings: settings(changed),
      calendar: { timeZone: 'Asia/Kathmandu', plansId: '', today: '2026-11-20', days },
    });
    return weekendWarnings(Date.parse(clockIn), clockOf(view, [], '2026-11-20'));
  };
  const WARNING = ['Weekend work is not allowed by the current settings.'];

  it('the warning depends on the workplace day of the clock-in and on the settings', () => {
    expect(warnings('2026-11-20T18:14:59.999Z')).toEqual([]);
    expect(warnings('2026-11-20T18:15:00.000Z')).toEqual(WARNING);
    expect(warnings('2026-11-22T18:14:59.999Z')).toEqual(WARNING);
    expect(warnings('2026-11-22T18:15:00.000Z')).toEqual([]);
    expect(warnings('2026-11-21T06:00:00.000Z', { weekendWorkAllowed: true })).toEqual([]);
  });
});
