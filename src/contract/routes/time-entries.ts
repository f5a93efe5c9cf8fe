import * as z from 'zod/mini';
import { MyTimeEntriesQuery, MyTimeEntriesView, TimeEntriesPage, TimeEntriesQuery } from '../entry-lists.ts';
import { RequestId, TimeEntry } from '../records.ts';
import {
  ClockIn,
  ClockView,
  EntryClosing,
  ForgottenView,
  LeavingStatement,
  Punch,
  PunchOutcome,
} from '../time-entries.ts';
import { nothing, get, post } from './route.ts';

export const timeEntriesRoutes = {
  clock: get('/api/clock', 'employee', {
    summary: 'The data of the employee dashboard.',
    input: nothing,
    output: ClockView,
  }),
  clockIn: post('/api/clock/in', 'employee', {
    summary: 'Clock in.',
    once: true,
    input: ClockIn,
    output: PunchOutcome,
    isPunch: true,
    refusals: ['already_clocked_in', 'punches_too_many'],
    notSignedIn: 'clock_in_without_user',
    isForm: true,
  }),
  startBreak: post('/api/clock/break/start', 'employee', {
    summary: 'Start a break.',
    once: true,
    input: Punch,
    output: PunchOutcome,
    isPunch: true,
    refusals: ['not_clocked_in', 'on_break', 'punches_too_many'],
  }),
  endBreak: post('/api/clock/break/end', 'employee', {
    summary: 'End the break.',
    once: true,
    input: Punch,
    output: PunchOutcome,
    isPunch: true,
    refusals: ['not_clocked_in', 'not_on_break', 'punches_too_many'],
  }),
  clockOut: post('/api/clock/out', 'employee', {
    summary: 'Clock out.',
    once: true,
    input: Punch,
    output: PunchOutcome,
    isPunch: true,
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
    once: true,
    input: z.extend(EntryClosing, { requestId: z.optional(RequestId) }),
    output: z.strictObject({ entry: TimeEntry }),
    refusals: ['entry_not_found', 'entry_already_closed', 'entry_still_running'],
    isForm: true,
  }),
  stateLeaving: post('/api/clock/left', 'employee', {
    isLater: true,
    summary: 'Say when one left, for an entry that was left open.',
    once: true,
    input: LeavingStatement,
    output: z.strictObject({ entry: TimeEntry }),
    refusals: ['entry_not_found', 'entry_already_closed', 'entry_still_running'],
    isForm: true,
  }),
  forgottenClockOut: get('/api/clock/left', 'employee', {
    isLater: true,
    summary: 'The oldest entry that was left open, and when its person may have left; null for none.',
    input: nothing,
    output: ForgottenView,
  }),
} as const;
