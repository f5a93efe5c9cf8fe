import * as z from 'zod/mini';
import { CorrectionResponse } from '../corrections/corrections.ts';
import { text } from '../fields.ts';
import { CalendarScope, LeaveCalendar, LeaveCalendarQuery } from './calendar.ts';
import {
  LeaveGranting,
  LeavePreview,
  PersonLeaveQuery,
  LeaveQuery,
  LeaveRequest,
  LeaveSettingsUpdate,
  LeaveSettingsView,
  LeaveView,
} from './leave.ts';
import { get, nothing, post, SETTINGS_SAVE_ROUTE } from '../route.ts';

export const leaveRoutes = {
  leave: get('/api/leave', 'signed-in', {
    summary:
      "One's own leave, or for administrators somebody's: what counts, the requests that wait, and all kinds.",
    input: PersonLeaveQuery,
    output: LeaveView,
    refusals: ['employee_not_found'],
  }),
  leaveCost: get('/api/leave/cost', 'signed-in', {
    summary: 'What leave would cost, and who else is on leave. Nothing is saved.',
    input: LeaveQuery,
    output: LeavePreview,
    refusals: ['employee_not_found'],
    isForm: true,
  }),
  askLeave: post('/api/leave', 'signed-in', {
    summary: 'Ask for leave, declare it, change or cancel it. An administrator enters leave of others.',
    takesRequestId: true,
    input: LeaveRequest,
    output: CorrectionResponse,
    refusals: [
      'employee_not_found',
      'steps_too_many',
      'requests_too_many',
      'correction_nothing_changed',
      'correction_changed_meanwhile',
      'correction_too_long_ago',
      'leave_kind_unknown',
      'leave_range',
      'leave_nothing_expected',
      'leave_overlap',
      'leave_unapproved',
      'period_closed',
    ],
    isForm: true,
  }),
  grantLeave: post('/api/leave/grant', 'admin', {
    summary: "Set somebody's allowance of this or the next year by hand, with a reason.",
    takesRequestId: true,
    input: LeaveGranting,
    output: nothing,
    refusals: ['employee_not_found', 'employee_changed'],
    isForm: true,
  }),
  leaveCalendar: get('/api/leave/calendar', 'signed-in', {
    summary:
      'Hours and leave of a week or month. Colleagues of a studio see no hours, no kind and no request.',
    input: LeaveCalendarQuery,
    output: LeaveCalendar,
    refusals: ['forbidden'],
  }),
  // Takes no request id, since the stored response would contain the secret address.
  makeCalendarAddress: post('/api/leave/calendar-address', 'signed-in', {
    summary: 'Make a private link for calendar programs; the one before ends.',
    input: CalendarScope,
    output: z.strictObject({ address: z.string() }),
    refusals: ['forbidden', 'confirmation_required'],
  }),
  endCalendarAddress: post('/api/leave/calendar-address/end', 'signed-in', {
    isRepeatable: true,
    summary: 'End my private link for calendar programs.',
    input: CalendarScope,
    output: nothing,
  }),
  leaveFile: get('/api/leave.ics', 'public', {
    summary: 'Leave as iCalendar, for whoever has the private link.',
    input: z.strictObject({ key: text().check(z.maxLength(100)) }),
    output: z.string(),
    kind: 'file',
    refusals: ['not_found'],
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
} as const;
