/** Builds records as the server sends them, for tests that need only some of their fields. */
import type { Correction, EntryTimes } from '#contract/corrections/corrections';
import type { LiveChange } from '#contract/monitoring/live';
import type { ActivityNotification, BoardPerson, Settings, TimeEntry, User } from '#contract/records';
import type { MonitoringView } from '#contract/monitoring/activity';
import type { ClockView } from '#contract/clock/clock';

export const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const MIDNIGHT = '2026-11-19T18:15:00.000Z';

/** An instant of Friday, November 20, 2026 in Kathmandu: at('09:00'). */
export const at = (time: string): string => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(Date.parse(MIDNIGHT) + (hours * 60 + minutes) * 60_000).toISOString();
};

export const settings = (changed: Partial<Settings> = {}): Settings => ({
  id: 'app-config',
  theme: 'light',
  workStartTime: '09:00',
  workEndTime: '17:00',
  breakDuration: 30,
  breakStartTime: '12:00',
  lateThresholdMinutes: 5,
  overtimeThresholdHours: 1,
  nightShiftHours: 16,
  reminderMinutes: 60,
  correctionDays: 62,
  allowFlexibleHours: false,
  requireLocationTracking: true,
  shareAway: true,
  securityLogDays: 400,
  weekendWorkAllowed: false,
  timeZone: 'Asia/Kathmandu',
  workplaceName: '',
  registration: 'open',
  secondFactor: 'optional',
  secondFactorSince: '',
  language: 'en',
  hourFormat: '24h',
  firstWeekday: 1,
  zoneRules: [],
  zones: changed.timeZone ?? 'Asia/Kathmandu',
  workRules: [],
  payRules: [],
  payPeriod: 'monthly',
  payPeriodFrom: '',
  invitation: 1,
  isSetUp: true,
  createdAt: MIDNIGHT,
  updatedAt: MIDNIGHT,
  version: 1,
  plansId: '',
  ...changed,
});

export const user = (n: number, changed: Partial<User> = {}): User => ({
  id: id(n),
  name: `Person ${n}`,
  email: `person-${n}@example.com`,
  role: 'employee',
  authUid: id(n),
  isActive: true,
  department: 'Business Studio',
  position: 'Lead',
  hub: 'Core operations hub',
  employeeId: `NXBI-0000${n}`,
  employedSince: '',
  payrollNumber: '',
  createdAt: MIDNIGHT,
  updatedAt: MIDNIGHT,
  version: 1,
  ...changed,
});

export const boardPerson = (n: number, changed: Partial<BoardPerson> = {}): BoardPerson => ({
  id: id(n),
  name: `Person ${n}`,
  employeeId: `NXBI-0000${n}`,
  department: 'Business Studio',
  hub: 'Core operations hub',
  isActive: true,
  ...changed,
});

export const entry = (n: number, changed: Partial<TimeEntry> = {}): TimeEntry => ({
  id: id(n),
  userId: id(1),
  authUid: id(1),
  clockIn: at('09:00'),
  clockOut: null,
  notes: '',
  ipAddress: 'unknown',
  break: null,
  createdAt: at('09:00'),
  updatedAt: at('09:00'),
  ...changed,
});

export const notification = (
  n: number,
  changed: Partial<ActivityNotification> = {},
): ActivityNotification => ({
  id: id(n),
  type: 'clock_in',
  message: 'Person 1 clocked in at 09:00',
  userId: id(1),
  userName: 'Person 1',
  employeeId: 'NXBI-00001',
  severity: 'success',
  metadata: { hasLocation: false },
  timestamp: at('09:00'),
  read: false,
  ...changed,
});

/** Joined on the day itself, so that no day is missed. */
export const person = {
  employment: [{ from: Date.parse(at('00:00')), to: null }],
  today: '2026-11-20',
  settings: settings(),
};

/** The calendar has only the 20th. */
export const calendar = {
  timeZone: 'Asia/Kathmandu',
  plansId: '',
  today: '2026-11-20',
  days: [
    {
      day: '2026-11-20',
      weekday: 5,
      start: Date.parse(at('00:00')),
      end: Date.parse(at('24:00')),
      startMinute: 0,
      shifts: [],
    },
  ],
};

/** A request of person 1 to end entry 1 at 17:30 instead of 17:00. */
export const correction = (n: number, changed: Partial<Correction> = {}): Correction => ({
  id: id(n),
  userId: id(1),
  day: '2026-11-20',
  askedBy: { id: id(1), name: 'Person 1' },
  askedAt: at('18:00'),
  reason: 'Forgot to clock out',
  state: 'asked',
  selfDecided: false,
  sentBackBy: null,
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  objection: null,
  leave: null,
  items: [{ entryId: id(1), old: times('09:00', '17:00'), new: times('09:00', '17:30') }],
  updatedAt: at('18:00'),
  version: 1,
  ...changed,
});

/** times('09:00', '17:00', ['12:00', '12:30']) */
export const times = (
  from: string,
  to: string | null,
  ...breaks: readonly (readonly [string, string | null])[]
): EntryTimes => ({
  clockIn: at(from),
  clockOut: to === null ? null : at(to),
  breaks: breaks.map(([start, end]) => ({ start: at(start), end: end === null ? null : at(end) })),
});

export const clockView = (changed: Partial<ClockView> = {}): ClockView => ({
  cursor: '10-1',
  now: at('09:30'),
  calendar,
  settings: settings(),
  settingsLoaded: true,
  employment: [{ from: MIDNIGHT, to: null }],
  entries: [],
  corrections: [],
  closed: [],
  remindedOf: null,
  isLead: false,
  ...changed,
});

export const monitoringView = (changed: Partial<MonitoringView> = {}): MonitoringView => ({
  cursor: '10-1',
  now: at('09:30'),
  calendar,
  settings: settings(),
  settingsLoaded: true,
  employees: [],
  former: [],
  corrections: [],
  waiting: { admin: 0, employee: 0, objections: 0 },
  entries: [],
  notifications: [],
  alertsToday: 0,
  unread: 0,
  ...changed,
});

export const change = (cursor: string, changed: Partial<LiveChange> = {}): LiveChange => ({
  type: 'change',
  cursor,
  kind: 'clock_in',
  userId: id(1),
  ...changed,
});
