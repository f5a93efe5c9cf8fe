/** Days as they are drawn and told. */
import { expect } from 'vitest';
import type { BarEntry } from '#domain/day/day-bar';
import { DEFAULT_LEAVE_KINDS } from '#domain/leave/leave';
import type { WorkplaceDay } from '#domain/time/workplace-day';
import { at, entry, workplaceDays, ZONE } from './timeline.ts';

export const dayOf = (name: string): WorkplaceDay =>
  workplaceDays(ZONE, name, name)[0] ?? expect.fail(`no day ${name}`);
export const friday = dayOf('2026-11-20');
const schedule = { name: 'Night', minutes: 480, start: '22:00', end: '06:00' };
const flexible = { name: 'Flexible', minutes: 480 };
const holiday = DEFAULT_LEAVE_KINDS[0] ?? expect.fail();
const leave = { kind: holiday.id, name: holiday.name, isCredited: true, half: null };

export interface Example {
  readonly rule: string;
  readonly day?: WorkplaceDay;
  readonly next?: WorkplaceDay;
  readonly entries?: readonly BarEntry[];
  readonly requested?: readonly BarEntry[];
  readonly isEmployed?: boolean;
  readonly now?: string;
  readonly segments: readonly string[];
  readonly says: string;
  readonly balance?: string | null;
}

/** All days of the examples are over. */
export const later = '2026-11-30 12:00';
export const EXAMPLES: readonly Example[] = [
  {
    rule: 'a day with a break shows what was expected, worked and not worked',
    entries: [entry('2026-11-20 08:58-17:03', { breaks: ['12:01-12:30'] })],
    segments: ['expected 09:00-17:00', 'worked 08:58-17:03', 'break 12:01-12:30'],
    says: 'Friday, Nov 20: 08:58 to 17:03, break 12:01 to 12:30, 7h 36m of 8h',
    balance: '-24m',
  },
  {
    rule: 'a day has as many pieces of work as entries',
    entries: [entry('2026-11-20 13:00-18:30'), entry('2026-11-20 09:00-12:00')],
    segments: ['expected 09:00-17:00', 'worked 09:00-12:00', 'worked 13:00-18:30'],
    says: 'Friday, Nov 20: 09:00 to 12:00, 13:00 to 18:30, 8h 30m of 8h',
    balance: '+30m',
  },
  {
    rule: 'work that runs ends now, and lacks nothing yet',
    entries: [entry('2026-11-20 09:00-')],
    now: '2026-11-20 11:30',
    segments: ['expected 09:00-17:00', 'worked 09:00-11:30...'],
    says: 'Friday, Nov 20: 09:00 to now, 2h 30m of 8h',
    balance: null,
  },
  {
    rule: 'a break that runs ends now',
    entries: [entry('2026-11-20 09:00-', { breaks: ['11:00-'] })],
    now: '2026-11-20 11:30',
    segments: ['expected 09:00-17:00', 'worked 09:00-11:30...', 'break 11:00-11:30...'],
    says: 'Friday, Nov 20: 09:00 to now, break since 11:00, 2h of 8h',
    balance: null,
  },
  {
    rule: 'more than the target shows as soon as it is worked',
    entries: [entry('2026-11-20 07:00-')],
    now: '2026-11-20 15:30',
    segments: ['expected 09:00-17:00', 'worked 07:00-15:30...'],
    says: 'Friday, Nov 20: 07:00 to now, 8h 30m of 8h',
    balance: '+30m',
  },
  {
    rule: 'an entry left open fades out where the shift ends, and adds nothing',
    entries: [{ ...entry('2026-11-20 09:00-'), isLeftOpen: true }],
    segments: ['expected 09:00-17:00', 'left-open 09:00-17:00'],
    says: 'Friday, Nov 20: 09:00, end missing, 0m of 8h',
    balance: null,
  },
  {
    rule: 'an entry set aside fades out before the next clock-in',
    entries: [
      { ...entry('2026-11-20 09:00-'), setAsideAt: at('2026-11-20 13:00') },
      entry('2026-11-20 13:00-17:00'),
    ],
    segments: ['expected 09:00-17:00', 'left-open 09:00-13:00', 'worked 13:00-17:00'],
    says: 'Friday, Nov 20: 09:00, end missing, 13:00 to 17:00, 4h of 8h',
    balance: null,
  },
  {
    rule: 'an entry left open after the shift fades out after two hours',
    entries: [{ ...entry('2026-11-20 18:00-'), isLeftOpen: true }],
    segments: ['expected 09:00-17:00', 'left-open 18:00-20:00'],
    says: 'Friday, Nov 20: 18:00, end missing, 0m of 8h',
    balance: null,
  },
  {
    rule: 'times that somebody stated or corrected are marked',
    entries: [{ ...entry('2026-11-20 09:00-17:00'), isCorrected: true }],
    segments: ['expected 09:00-17:00', 'worked 09:00-17:00*'],
    says: 'Friday, Nov 20: 09:00 to 17:00 (corrected), 8h of 8h',
    balance: '0m',
  },
  {
    rule: 'requested times stand beside those that count',
    entries: [entry('2026-11-20 09:00-12:00')],
    requested: [entry('2026-11-20 09:00-17:00', { breaks: ['12:00-12:30'] })],
    segments: ['expected 09:00-17:00', 'worked 09:00-12:00', 'requested 09:00-17:00'],
    says: 'Friday, Nov 20: 09:00 to 12:00, requested 09:00 to 17:00, break 12:00 to 12:30, 3h of 8h',
    balance: '-5h',
  },
  {
    rule: 'a workday without an entry is missing once it is over',
    segments: ['expected 09:00-17:00', 'missing 09:00-17:00'],
    says: 'Friday, Nov 20: missing, 0m of 8h',
    balance: '-8h',
  },
  {
    rule: 'a person who may still be on time is not missing',
    now: '2026-11-20 09:05:59',
    segments: ['expected 09:00-17:00'],
    says: 'Friday, Nov 20: 0m of 8h',
    balance: null,
  },
  {
    rule: 'a person is missing from the first minute that is late, so far',
    now: '2026-11-20 09:06',
    segments: ['expected 09:00-17:00', 'missing 09:00-09:06...'],
    says: 'Friday, Nov 20: missing, 0m of 8h',
    balance: null,
  },
  {
    rule: 'nothing is expected before the employment',
    isEmployed: false,
    segments: [],
    says: 'Friday, Nov 20: nothing expected',
    balance: '0m',
  },
  {
    rule: 'a day off expects nothing, and work on it is a plus',
    day: dayOf('2026-11-21'),
    entries: [entry('2026-11-21 10:00-12:00')],
    segments: ['worked 10:00-12:00'],
    says: 'Saturday, Nov 21: 10:00 to 12:00, 2h',
    balance: '+2h',
  },
  {
    rule: 'a day of leave is neither missing nor a minus',
    day: { ...friday, leave },
    segments: ['leave 09:00-17:00'],
    says: 'Friday, Nov 20: Holiday, 0m of 8h',
    balance: '0m',
  },
  {
    rule: 'leave that is not paid is no minus either',
    day: { ...friday, leave: { ...leave, isCredited: false } },
    segments: ['leave 09:00-17:00'],
    says: 'Friday, Nov 20: Holiday, 0m of 8h',
    balance: '0m',
  },
  {
    rule: 'half a day of leave takes its half of the shift',
    day: { ...friday, leave: { ...leave, half: 'morning' } },
    entries: [entry('2026-11-20 13:00-17:00')],
    segments: ['expected 13:00-17:00', 'leave 09:00-13:00', 'worked 13:00-17:00'],
    says: 'Friday, Nov 20: Holiday (morning), 13:00 to 17:00, 4h of 8h',
    balance: '0m',
  },
  {
    rule: 'two kinds of leave share a day',
    day: {
      ...friday,
      leave: {
        ...leave,
        half: 'morning',
        afternoon: { ...leave, name: 'Sick', kind: 'sick', half: 'afternoon' },
      },
    },
    segments: ['leave 09:00-13:00', 'leave 13:00-17:00'],
    says: 'Friday, Nov 20: Holiday (morning), Sick (afternoon), 0m of 8h',
    balance: '0m',
  },
  {
    rule: 'a holiday expects nothing',
    day: { ...friday, holiday: { name: 'Founders', isHalf: false } },
    segments: ['holiday 09:00-17:00'],
    says: 'Friday, Nov 20: Founders',
    balance: '0m',
  },
  {
    rule: 'half a holiday takes its half of the shift',
    day: { ...friday, holiday: { name: 'Eve', isHalf: true, isAfternoon: true } },
    entries: [entry('2026-11-20 09:00-13:00')],
    segments: ['expected 09:00-13:00', 'holiday 13:00-17:00', 'worked 09:00-13:00'],
    says: 'Friday, Nov 20: Eve (afternoon), 09:00 to 13:00, 4h of 4h',
    balance: '0m',
  },
  {
    rule: 'a flexible day has a target and no outline, and is missing on the whole axis',
    day: { ...friday, schedule: flexible },
    segments: ['missing all day'],
    says: 'Friday, Nov 20: missing, 0m of 8h',
    balance: '-8h',
  },
  {
    rule: 'leave on a flexible day spans the axis',
    day: { ...friday, schedule: flexible, leave },
    segments: ['leave all day'],
    says: 'Friday, Nov 20: Holiday, 0m of 8h',
    balance: '0m',
  },
  {
    rule: 'a night shift goes on after midnight',
    day: { ...friday, schedule },
    entries: [entry('2026-11-20 21:55-06:02', { breaks: ['23:50-00:20'] })],
    segments: ['expected 22:00-30:00', 'worked 21:55-30:02', 'break 23:50-24:20'],
    says: 'Friday, Nov 20: 21:55 to 06:02, break 23:50 to 00:20, 7h 37m of 8h',
    balance: '-23m',
  },
  {
    rule: 'a night shift over the change to summer time stands where the clock says',
    day: { ...dayOf('2026-03-28'), schedule },
    next: dayOf('2026-03-29'),
    entries: [entry('2026-03-28 22:00-06:00')],
    segments: ['expected 22:00-30:00', 'worked 22:00-30:00'],
    says: 'Saturday, Mar 28: 22:00 to 06:00, 7h of 8h',
    balance: '-1h',
  },
  {
    rule: 'a day of 23 hours stands where the clock says',
    day: dayOf('2026-03-29'),
    entries: [entry('2026-03-29 01:00-04:00')],
    segments: ['worked 01:00-04:00'],
    says: 'Sunday, Mar 29: 01:00 to 04:00, 2h',
    balance: '+2h',
  },
  {
    rule: 'on a day of 25 hours an hour that repeats is drawn once and worked twice',
    day: dayOf('2026-10-25'),
    entries: [entry('2026-10-25 01:00-04:00')],
    segments: ['worked 01:00-04:00'],
    says: 'Sunday, Oct 25: 01:00 to 04:00, 4h',
    balance: '+4h',
  },
  {
    rule: 'work within the hour that repeats never ends before it starts',
    day: dayOf('2026-10-25'),
    entries: [{ ...entry('2026-10-25 02:50-04:00'), clockOut: at('2026-10-25 02:50') + 20 * 60_000 }],
    segments: ['worked 02:50-02:50'],
    says: 'Sunday, Oct 25: 02:50 (UTC+02:00) to 02:10 (UTC+01:00), 20m',
    balance: '+20m',
  },
];
