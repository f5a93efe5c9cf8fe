/** What each day of a schedule expects. */
import { describe, expect, it } from 'vitest';
import { expectedOn, type Expected } from '#domain/expected/expected';
import { latenessOf } from '#domain/day/punctuality';
import { shiftEndOf } from '#domain/entry/forgotten-clock-out';
import { createCalendar } from '#domain/time/calendar';
import { minuteOfDayAt, type WorkplaceDay, type ScheduleDay } from '#domain/time/workplace-day';
import { daysBy, EARLY, FLEXIBLE, NIGHT, OFF, plansWith, SHORT, weekOfDays } from './example-schedules.ts';
import { at, settings, workplaceDays, ZONE } from './timeline.ts';

const [monday] = workplaceDays(ZONE, '2026-11-16', '2026-11-16') as [WorkplaceDay];

type Row = readonly [
  what: string,
  day: ScheduleDay,
  changed: Partial<typeof settings>,
  holiday: 'whole' | 'half' | null,
  expected: Partial<Expected>,
];

describe('a day of a schedule', () => {
  const flexible = { allowFlexibleHours: true };
  const longBreak = { breakDuration: 60 };
  const rows: readonly Row[] = [
    ['off: nothing is expected', OFF, {}, null, { minutes: 0, start: undefined, end: undefined }],
    ['off: nobody is late', OFF, {}, null, { punctualUntil: undefined, missingAfter: undefined }],
    ['off: people are warned as at weekends', OFF, {}, null, { showsWarning: true }],
    [
      'off: but not where weekend work is allowed',
      OFF,
      { weekendWorkAllowed: true },
      null,
      { showsWarning: false },
    ],
    ['off: overtime begins after the threshold alone', OFF, {}, null, { overtimeAfter: 60 }],
    ['off: a shift keeps the usual length', OFF, {}, null, { shift: 480 }],
    [
      'off on a holiday: its name is told',
      OFF,
      {},
      'whole',
      { minutes: 0, holiday: 'Feast', showsWarning: false },
    ],
    ['off on half a holiday stays off', OFF, {}, 'half', { minutes: 0, punctualUntil: undefined }],
    ['early: the target is its own', EARLY, {}, null, { minutes: 360, shift: 360 }],
    ['early: late after its own start', EARLY, {}, null, { start: 360, end: 720, punctualUntil: 365 }],
    ['early: missing after its own start', EARLY, {}, null, { missingAfter: 365 }],
    [
      "early: the threshold is the settings'",
      EARLY,
      { lateThresholdMinutes: 20 },
      null,
      { punctualUntil: 380 },
    ],
    ['early: overtime after its own target', EARLY, {}, null, { overtimeAfter: 420 }],
    ['early: no threshold of overtime', EARLY, { overtimeThresholdHours: 0 }, null, { overtimeAfter: 360 }],
    ['early: nobody is warned', EARLY, {}, null, { showsWarning: false }],
    [
      'early: flexible hours of the settings hold',
      EARLY,
      flexible,
      null,
      { isFlexible: true, punctualUntil: undefined },
    ],
    ['early: then missing after its own end', EARLY, flexible, null, { missingAfter: 720 }],
    ["early: the break is the settings'", EARLY, {}, null, { pause: { start: 720, end: 750, minutes: 30 } }],
    [
      'early on a holiday: nothing is expected',
      EARLY,
      {},
      'whole',
      { minutes: 0, start: undefined, overtimeAfter: 60 },
    ],
    [
      'early on half a holiday: half of it',
      EARLY,
      {},
      'half',
      { minutes: 180, start: 540, end: 720, punctualUntil: 545 },
    ],
    ['early on half a holiday: overtime after that', EARLY, {}, 'half', { overtimeAfter: 240 }],
    ['short: less than from start to end', SHORT, {}, null, { minutes: 330, start: 480, end: 840 }],
    ['short: its own break', SHORT, {}, null, { pause: { start: 600, end: 615, minutes: 15 } }],
    ['short on half a holiday: by the middle of its times', SHORT, {}, 'half', { minutes: 165, start: 660 }],
    [
      'night: ends on the next day',
      NIGHT,
      {},
      null,
      { minutes: 480, start: 1320, end: 360, punctualUntil: 1325 },
    ],
    ['night: missing after its start', NIGHT, {}, null, { missingAfter: 1325 }],
    ['night with flexible hours: nobody is missing', NIGHT, flexible, null, { missingAfter: undefined }],
    ['night on half a holiday: all of its times', NIGHT, {}, 'half', { minutes: 240, start: 1320, end: 360 }],
    [
      'flexible: a target without times',
      FLEXIBLE,
      {},
      null,
      { minutes: 300, start: undefined, end: undefined },
    ],
    [
      'flexible: nobody is late or missing',
      FLEXIBLE,
      {},
      null,
      { isFlexible: true, punctualUntil: undefined, missingAfter: undefined },
    ],
    ['flexible: overtime after its target', FLEXIBLE, {}, null, { overtimeAfter: 360 }],
    [
      'flexible on half a holiday: half of it',
      FLEXIBLE,
      {},
      'half',
      { minutes: 150, punctualUntil: undefined },
    ],
    ['flexible on a holiday: nothing', FLEXIBLE, {}, 'whole', { minutes: 0, overtimeAfter: 60 }],
    ['its schedule is named', EARLY, {}, null, { schedule: 'Part-time' }],
    ['off: no flexible hours change that', OFF, flexible, null, { minutes: 0, missingAfter: undefined }],
    ['off: a threshold of two hours', OFF, { overtimeThresholdHours: 2 }, null, { overtimeAfter: 120 }],
    ['off on half a holiday: nobody is warned', OFF, {}, 'half', { showsWarning: false, overtimeAfter: 60 }],
    ['early on a holiday: nobody is late', EARLY, {}, 'whole', { punctualUntil: undefined }],
    ['early on a holiday: nobody is missing', EARLY, {}, 'whole', { missingAfter: undefined }],
    ['early on half a holiday: missing by its half', EARLY, {}, 'half', { missingAfter: 545 }],
    ['early: another start of the settings', EARLY, { workStartTime: '10:00' }, null, { start: 360 }],
    [
      'early: another break of the settings',
      EARLY,
      longBreak,
      null,
      { pause: { start: 720, end: 780, minutes: 60 } },
    ],
    [
      'short: another break of the settings',
      SHORT,
      longBreak,
      null,
      { pause: { start: 600, end: 615, minutes: 15 } },
    ],
    ['short: overtime after its target, not its times', SHORT, {}, null, { overtimeAfter: 390 }],
    ['short on a holiday: its name is told', SHORT, {}, 'whole', { holiday: 'Feast', schedule: 'Part-time' }],
    ['night: overtime after its target', NIGHT, {}, null, { overtimeAfter: 540 }],
    ['night: no threshold', NIGHT, { lateThresholdMinutes: 0 }, null, { punctualUntil: 1320 }],
    ['night on a holiday: nothing', NIGHT, {}, 'whole', { minutes: 0, start: undefined, end: undefined }],
    ['flexible: a shift is as long as the target', FLEXIBLE, {}, null, { shift: 300 }],
    [
      'flexible: the break is that of the settings',
      FLEXIBLE,
      {},
      null,
      { pause: { start: 720, end: 750, minutes: 30 } },
    ],
  ];

  it.each(rows)('%s', (_, day, changed, holiday, expected) => {
    const plans = {
      ...plansWith(weekOfDays(day)),
      holidays: holiday ? [{ day: monday.day, name: 'Feast', isHalf: holiday === 'half' }] : [],
    };
    const [planned = monday] = daysBy(plans, 'ada', [monday]);
    expect(expectedOn(planned, { ...settings, ...changed })).toMatchObject(expected);
  });

  it('makes a weekend a workday, and gives its shift an end', () => {
    const [saturday, day, next] = daysBy(
      plansWith(weekOfDays(OFF, OFF, OFF, OFF, OFF, OFF, NIGHT)),
      'ada',
      workplaceDays(ZONE, '2026-11-21', '2026-11-23'),
    ) as [WorkplaceDay, WorkplaceDay, WorkplaceDay];
    expect(expectedOn(day, settings)).toMatchObject({ minutes: 480, showsWarning: false });
    expect(latenessOf(1326, expectedOn(day, settings))).toEqual({ late: true, minutes: 1 });
    const clockIn = at('2026-11-22 22:00');
    const end = shiftEndOf(clockIn, settings, [saturday, day, next]);
    expect(minuteOfDayAt(end ?? 0, next)).toBe(360);
  });

  it('is right to the minute on the day the clocks change', () => {
    const days = workplaceDays('Europe/Berlin', '2026-10-25', '2026-10-25');
    const plans = plansWith(weekOfDays(OFF, OFF, OFF, OFF, OFF, OFF, EARLY), '2026-10-25');
    const [day] = daysBy(plans, 'ada', days) as [WorkplaceDay];
    const late = Date.parse('2026-10-25T05:06:00.000Z');
    expect(latenessOf(minuteOfDayAt(late, day), expectedOn(day, settings))).toEqual({
      late: true,
      minutes: 1,
    });
    expect(latenessOf(minuteOfDayAt(late - 60_000, day), expectedOn(day, settings)).late).toBe(false);
  });

  it('is right to the minute on the day the workplace moves to another time zone', () => {
    const moved = [
      { from: '', zone: ZONE },
      { from: '2026-11-16', zone: 'Asia/Kathmandu' },
    ] as const;
    const days = createCalendar(moved).days('2026-11-15', '2026-11-16');
    const plans = plansWith(weekOfDays(EARLY), '2026-11-16');
    const [before, day] = daysBy(plans, 'ada', days) as [WorkplaceDay, WorkplaceDay];
    expect(before.schedule).toBeUndefined();
    const lateAt = (time: string) =>
      latenessOf(minuteOfDayAt(Date.parse(`2026-11-16T${time}:00.000Z`), day), expectedOn(day, settings));
    // 06:05 and 06:06 in Kathmandu.
    expect(lateAt('00:20').late).toBe(false);
    expect(lateAt('00:21')).toEqual({ late: true, minutes: 1 });
  });
});
