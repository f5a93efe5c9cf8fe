import * as z from 'zod/mini';
import { MyTimeEntriesQuery, MyTimeEntriesView, TimeEntriesPage, TimeEntriesQuery } from './entry-lists.ts';
import { RequestId, TimeEntry } from '../records.ts';
import * as entries from './clock.ts';
import { get, post } from '../route.ts';

const PUNCH_ROUTE = {
  takesRequestId: true,
  input: entries.Punch,
  output: entries.PunchOutcome,
  isPunch: true,
} as const;
/** For routes that state the end of an entry that was left open. */
const END_STATEMENT_ROUTE = {
  takesRequestId: true,
  output: z.strictObject({ entry: TimeEntry }),
  refusals: ['entry_not_found', 'entry_already_closed', 'entry_still_running'],
  isForm: true,
} as const;

export const clockRoutes = {
  clock: get('/api/clock', 'employee', {
    summary: 'The data of the employee dashboard.',
    output: entries.ClockView,
  }),
  clockIn: post('/api/clock/in', 'employee', {
    summary: 'Clock in.',
    ...PUNCH_ROUTE,
    input: entries.ClockIn,
    refusals: ['already_clocked_in', 'punches_too_many'],
    notSignedIn: 'clock_in_without_user',
    isForm: true,
  }),
  startBreak: post('/api/clock/break/start', 'employee', {
    summary: 'Start a break.',
    ...PUNCH_ROUTE,
    refusals: ['not_clocked_in', 'on_break', 'punches_too_many'],
  }),
  endBreak: post('/api/clock/break/end', 'employee', {
    summary: 'End the break.',
    ...PUNCH_ROUTE,
    refusals: ['not_clocked_in', 'not_on_break', 'punches_too_many'],
  }),
  clockOut: post('/api/clock/out', 'employee', {
    summary: 'Clock out.',
    ...PUNCH_ROUTE,
    refusals: ['not_clocked_in', 'on_break', 'punches_too_many'],
  }),
  myTimeEntries: get('/api/time-entries', 'employee', {
    summary: 'My time entries, newest first; of some workplace days, or a page at a time.',
    input: MyTimeEntriesQuery,
    output: MyTimeEntriesView,
    isForm: true,
  }),
  timeEntries: get('/api/time-entries/all', 'admin', {
    summary: "Everybody's time entries, newest first; a page at a time, of one person, studio or status.",
    input: TimeEntriesQuery,
    output: TimeEntriesPage,
    isForm: true,
  }),
  closeEntry: post('/api/time-entries/close', 'admin', {
    summary: 'Close a time entry that was left open, with time and reason.',
    ...END_STATEMENT_ROUTE,
    input: z.extend(entries.EntryClosing, { requestId: z.optional(RequestId) }),
  }),
  stateLeaving: post('/api/clock/left', 'employee', {
    summary: 'Say when one left, for an entry that was left open.',
    ...END_STATEMENT_ROUTE,
    input: entries.EndStatement,
  }),
  forgottenClockOut: get('/api/clock/left', 'employee', {
    summary: 'The oldest entry that was left open, and when its person may have left; null for none.',
    output: entries.ForgottenClockOutView,
  }),
} as const;
