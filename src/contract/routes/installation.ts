import * as z from 'zod/mini';
import { BrowserFailures } from '../browser-failures.ts';
import { NightlyWork, SetUp } from '../set-up.ts';
import { Cursor, Instant, RequestId } from '../records.ts';
import { LONG_REQUEST_MS, get, post } from './route.ts';
import * as holidays from '../holidays.ts';
import * as schedules from '../schedules.ts';
import { LeaveSettingsUpdate, LeaveSettingsView } from '../leave.ts';
import { SettingsUpdate, SettingsView, StudiosUpdate, StudiosView } from '../settings.ts';
import { ActivityFeedPage, ActivityQuery, MarkActivityRead, MonitoringView } from '../activity.ts';
import * as reports from '../reports.ts';

export const reportsRoutes = {
  reportEmployees: get('/api/reports/employees', 'admin', {
    summary: 'The employees a report can be made of: active, with role employee.',
    output: reports.ReportEmployees,
  }),
  employeeReport: get('/api/reports/employee', 'admin', {
    summary: "What one employee's report over some workplace days is built from.",
    input: reports.EmployeeReportQuery,
    output: reports.EmployeeReportView,
    refusals: ['report_unknown_employee'],
    isForm: true,
  }),
  teamReport: get('/api/reports/all', 'admin', {
    summary: 'The report over all employees, one row a person, some people at a time.',
    input: reports.TeamReportQuery,
    output: reports.TeamReportPage,
    isForm: true,
  }),
} as const;

const RawLiveEvents = z.string();

export const monitoringRoutes = {
  monitoring: get('/api/monitoring', 'admin', {
    summary: 'The data of the monitoring tab.',
    output: MonitoringView,
  }),
  activity: get('/api/activity', 'admin', {
    summary: 'Activity notifications, newest first; a page at a time, of one type or person if asked for.',
    input: ActivityQuery,
    output: ActivityFeedPage,
  }),
  markActivityRead: post('/api/activity/read', 'admin', {
    summary: 'Notifications have been seen.',
    isRepeatable: true,
    input: MarkActivityRead,
    output: z.strictObject({ marked: z.int() }),
  }),

  live: get('/api/live', 'signed-in', {
    summary:
      'Changes as server-sent events; see LiveEvent. `after` or Last-Event-ID says from where, `version` of which build a page is.',
    input: z.strictObject({
      after: z.optional(Cursor),
      version: z.optional(z.string().check(z.regex(/^\d+\.\d+\.\d+[\w.+-]{0,30}$/))),
    }),
    output: RawLiveEvents,
    kind: 'stream',
    refusals: ['too_many_streams'],
  }),
} as const;

/** For routes that save a form of settings. Refused if the settings have changed since the form loaded them. */
const SETTINGS_SAVE_ROUTE = {
  failure: 'settings_update_failed',
  takesRequestId: true,
  refusals: ['settings_changed'],
  isForm: true,
} as const;

export const settingsRoutes = {
  settings: get('/api/settings/app-config', 'signed-in', {
    summary: 'The work settings.',
    failure: 'settings_load_failed',
    output: SettingsView,
  }),
  updateSettings: post('/api/settings/app-config', 'admin', {
    summary: 'Save the work settings.',
    ...SETTINGS_SAVE_ROUTE,
    input: SettingsUpdate,
    output: SettingsView,
  }),
  studios: get('/api/settings/studios', 'admin', {
    summary: 'All studios and hubs, and how many people are at each.',
    output: StudiosView,
  }),
  updateStudios: post('/api/settings/studios', 'admin', {
    summary: 'Add, rename, order, retire and remove studios and hubs; people move with a name.',
    ...SETTINGS_SAVE_ROUTE,
    input: StudiosUpdate,
    output: StudiosView,
    refusals: ['settings_changed', 'studio_in_use'],
    limitMs: LONG_REQUEST_MS,
  }),
  renewInvitation: post('/api/settings/invitation', 'admin', {
    summary: 'Make a new invitation link; the former one lets nobody in any more.',
    failure: 'settings_update_failed',
    takesRequestId: true,
    input: z.strictObject({ requestId: z.optional(RequestId) }),
    output: SettingsView,
    refusals: ['settings_changed'],
  }),
  finishSetUp: post('/api/settings/set-up', 'admin', {
    summary: "Put the card 'Set up Punctual' away, or back, for all administrators.",
    failure: 'settings_update_failed',
    isRepeatable: true,
    input: z.strictObject({ isSetUp: z.boolean() }),
    output: SettingsView,
    refusals: ['settings_changed'],
  }),
  holidays: get('/api/settings/holidays', 'admin', {
    summary: 'Public holidays of the workplace, and its own free days.',
    output: holidays.HolidaysView,
  }),
  updateHolidays: post('/api/settings/holidays', 'admin', {
    summary: 'Save all holidays; refused for days of a closed pay period.',
    ...SETTINGS_SAVE_ROUTE,
    input: holidays.HolidaysUpdate,
    output: holidays.HolidaysView,
  }),
  holidayRegions: get('/api/settings/holiday-regions', 'admin', {
    summary: 'The countries, states and regions whose public holidays the server knows.',
    input: holidays.HolidayRegionsQuery,
    output: holidays.HolidayRegions,
  }),
  holidayProposal: get('/api/settings/holiday-proposal', 'admin', {
    summary: "A region's holidays of a year, to choose from. Nothing is saved.",
    input: holidays.HolidayProposalQuery,
    output: holidays.HolidayProposal,
  }),
  schedules: get('/api/settings/schedules', 'admin', {
    summary: 'All schedules, and who has which from what day on.',
    output: schedules.SchedulesView,
  }),
  saveSchedule: post('/api/settings/schedules', 'admin', {
    summary: 'Save a schedule from a day on; refused for days of a closed pay period.',
    ...SETTINGS_SAVE_ROUTE,
    input: schedules.ScheduleUpdate,
    output: schedules.SchedulesView,
  }),
  assignSchedule: post('/api/settings/schedule-assignments', 'admin', {
    summary: 'Give people a schedule from a day on; refused for days of a closed pay period.',
    ...SETTINGS_SAVE_ROUTE,
    input: schedules.ScheduleAssignment,
    output: schedules.SchedulesView,
    refusals: ['settings_changed', 'employee_not_found'],
  }),
  scheduleEffect: post('/api/settings/schedule-effect', 'admin', {
    summary: 'Whose targets a change of schedules would move. Nothing is saved.',
    isRepeatable: true,
    input: schedules.ScheduleEffectQuery,
    output: schedules.ScheduleEffect,
    isForm: true,
  }),
  leaveSettings: get('/api/settings/leave', 'admin', {
    summary: 'The kinds of leave, and the allowance of a year.',
    output: LeaveSettingsView,
  }),
  saveLeaveSettings: post('/api/settings/leave', 'admin', {
    summary:
      'Save all kinds of leave, and the allowance from this year on. What a known kind counts cannot change.',
    ...SETTINGS_SAVE_ROUTE,
    input: LeaveSettingsUpdate,
    output: LeaveSettingsView,
  }),
  timeZones: get('/api/settings/time-zones', 'admin', {
    summary: 'The time zones the server knows, and the version of its rules for them.',
    output: z.strictObject({ timeZones: z.array(z.string()), rules: z.string() }),
  }),
} as const;

export const installationRoutes = {
  health: get('/api/health', 'public', {
    summary: 'Whether punches work: something was written within 5 s, or an attempt at it succeeded.',
    failure: 'unavailable',
    output: z.strictObject({
      status: z.literal('ok'),
      version: z.string(),
      /** `clock`: records are over 60 s ahead of the server's clock. */
      warnings: z.array(z.enum(['clock'])),
    }),
  }),
  openapi: get('/api/openapi.json', 'public', {
    summary: 'This document.',
    output: z.looseObject({ openapi: z.string() }),
  }),
  docs: get('/api/docs', 'public', {
    summary: 'This document for people.',
    output: z.string(),
    kind: 'text',
  }),
  publicIp: get('/api/public-ip', 'public', {
    summary: 'The address the server sees (the default IP_LOOKUP_URL).',
    isRepeatable: false,
    input: z.strictObject({ format: z.optional(z.literal('json')) }),
    output: z.strictObject({ ip: z.string() }),
  }),
  reportBrowserFailures: post('/api/browser-failures', 'signed-in', {
    summary: 'Failures that the server never saw, for its log: kind, code and time only.',
    input: BrowserFailures,
    output: z.strictObject({ noted: z.int() }),
    refusals: ['too_many_requests'],
  }),
  setUp: get('/api/set-up', 'admin', {
    summary: 'How people reach this server, who is invited, and where its emails go.',
    output: SetUp,
  }),
  sendTestMail: post('/api/mail/test', 'admin', {
    summary: 'Send an email to my own address, to see that emails arrive.',
    failure: 'mail_failed',
    output: z.strictObject({ by: z.enum(['mail', 'outbox']), to: z.string() }),
    refusals: ['too_many_requests', 'mail_unreachable', 'mail_sign_in_refused', 'mail_refused'],
    limitMs: LONG_REQUEST_MS,
  }),
  nightlyWork: get('/api/nightly-work', 'admin', {
    summary: 'What the last check of the record found, and when the newest backup was made.',
    output: NightlyWork,
  }),
  checkRecord: post('/api/nightly-work/check', 'admin', {
    summary: 'Begin a check of the record, unless one is under way.',
    output: NightlyWork,
  }),
  workplaceTime: get('/api/workplace-time', 'public', {
    summary: "The server's time, and the workplace's time zone to show it in.",
    output: z.strictObject({ now: Instant, timeZone: z.string() }),
  }),
} as const;
