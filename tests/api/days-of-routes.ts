/** Every route that takes days, with an input for any two of them. */
import type { RouteName } from '#contract/routes';
import { addDays } from '#domain/time/workplace-day';
import { requestId } from '#tests/make';

const ID = requestId();
const REASON = { reason: 'Forgot' };
const TIMES = { userId: ID, reason: 'Forgot', day: '2026-11-20' };

export interface DaysOfRoute {
  readonly input: (first: string, last: string) => object;
  /** Fields of both days in the refusal. */
  readonly fields: readonly [string, string];
  /** Days at most; null where nothing is computed over the days between. */
  readonly max: number | null;
}
const range = (more: object = {}, max: number | null = 400): DaysOfRoute => ({
  input: (first, last) => ({ first, last, ...more }),
  fields: ['first', 'last'],
  max,
});
const filter: DaysOfRoute = { input: (from, to) => ({ from, to }), fields: ['from', 'to'], max: 400 };
const report = (more: object): DaysOfRoute => ({
  input: (startDate, endDate) => ({ startDate, endDate, ...more }),
  fields: ['startDate', 'endDate'],
  max: 400,
});
const single = (field: string, input: (day: string) => object): DaysOfRoute => ({
  input,
  fields: [field, field],
  max: null,
});
const leaveOf = (first: string, last: string) => ({ kind: 'holiday', first, last, half: null });
const change = (day: string) => {
  const clockIn = { day, time: '09:00' };
  return [{ entryId: null, old: null, new: { clockIn, clockOut: null, breaks: [] } }];
};
const settingsFrom = (payPeriodFrom: string) => ({
  version: 1,
  workStartTime: '09:00',
  workEndTime: '17:00',
  payPeriodFrom,
});
const week = Array.from({ length: 7 }, () => ({ minutes: 480, breakMinutes: 0 }));
const scheduleFrom = (from: string) => ({ id: ID, name: 'Early', isRetired: false, from, days: week });
const assignedFrom = (from: string) => ({ userIds: [ID], scheduleId: null, from });
const holidayOn = (day: string) => ({ region: '', holidays: [{ day, name: 'Fair', isHalf: false }] });
const leadsOf = (from: string, until: string | null) => ({
  id: ID,
  before: [],
  leads: [{ scope: 'person', id: ID, from, until }],
});

/** Every route with days in its input, and each way in which it takes them. */
export const DAYS: Partial<Readonly<Record<RouteName, readonly DaysOfRoute[]>>> = {
  leaveCost: [range({ kind: 'holiday' }, 366)],
  askLeave: [
    {
      input: (first, last) => ({ old: null, new: leaveOf(first, last), reason: '' }),
      fields: ['new.first', 'new.last'],
      max: 366,
    },
    {
      input: (first, last) => ({ leaveId: ID, old: leaveOf(first, last), new: null, reason: '' }),
      fields: ['old.first', 'old.last'],
      max: 366,
    },
  ],
  askCorrection: [
    single('day', (day) => ({ ...TIMES, day, changes: change('2026-11-20') })),
    single('changes.0.new.clockIn.day', (day) => ({ ...TIMES, changes: change(day) })),
  ],
  sendBackCorrection: [
    single('changes.0.new.clockIn.day', (day) => ({ id: ID, version: 1, ...REASON, changes: change(day) })),
  ],
  closeEntry: [single('day', (day) => ({ entryId: ID, time: '17:00', day, ...REASON }))],
  stateLeaving: [single('day', (day) => ({ entryId: ID, time: '17:00', day }))],
  kioskLeft: [
    single('day', (day) => ({ requestId: ID, who: { badge: '00FF' }, entryId: ID, time: '17:00', day })),
  ],
  confirmPeriod: [range({ version: 0 })],
  objectToPeriod: [range({ version: 0, ...REASON })],
  periods: [single('first', (first) => ({ first }))],
  closePeriods: [range()],
  reopenPeriods: [range({ userIds: [ID], ...REASON })],
  payrollFile: [range({ kind: 'csv' })],
  payrollPreview: [range()],
  payrollSignature: [range({ kind: 'csv' })],
  employeeReport: [report({ userId: ID })],
  teamReport: [
    report({}),
    single('from', (from) => ({ startDate: '2026-11-01', endDate: '2026-11-20', from })),
  ],
  reportFile: [report({ kind: 'csv' })],
  myTimeEntries: [filter],
  timeEntries: [filter],
  securityLog: [filter],
  securityLogFile: [filter],
  updateSettings: [single('payPeriodFrom', settingsFrom)],
  updateHolidays: [single('holidays.0.day', (day) => ({ version: 1, ...holidayOn(day) }))],
  saveSchedule: [single('schedule.from', (from) => ({ version: 1, schedule: scheduleFrom(from) }))],
  assignSchedule: [single('assignment.from', (from) => ({ version: 1, assignment: assignedFrom(from) }))],
  scheduleEffect: [
    single('schedule.from', (from) => ({ schedule: scheduleFrom(from) })),
    single('assignment.from', (from) => ({ assignment: assignedFrom(from) })),
    single('holidays.holidays.0.day', (day) => ({ holidays: holidayOn(day) })),
  ],
  saveLeads: [
    single('leads.0.from', (from) => leadsOf(from, null)),
    single('leads.0.until', (until) => leadsOf('2026-11-20', until)),
  ],
  leaveCalendar: [single('day', (day) => ({ day }))],
  person: [range({ id: ID })],
};

/** Days that such a route refuses, each with the field that is named. */
export function wrongDays({ fields: [first, last], max }: Pick<DaysOfRoute, 'fields' | 'max'>) {
  const days: [from: string, to: string, field: string][] = [
    ['1999-12-31', '1999-12-31', first],
    ['0002-12-14', '0002-12-14', first],
    ['2101-01-01', '2101-01-01', first],
    ['9998-12-31', '9998-12-31', first],
  ];
  if (max !== null)
    days.push(
      ['2026-06-30', '2026-06-01', last],
      ['2026-06-01', addDays('2026-06-01', max), last],
      ['2000-01-01', '2100-12-31', last],
      ['2026-06-01', '9998-12-31', last],
      ['1971-01-01', '2026-06-01', first],
    );
  return days;
}
