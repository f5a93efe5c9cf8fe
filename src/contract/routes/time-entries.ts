/** Punches and time entries. */
import * as z from 'zod/mini';
import { MyTimeEntriesQuery, MyTimeEntriesView, TimeEntriesPage, TimeEntriesQuery } from '../entry-lists.ts';
import { TimeEntry } from '../records.ts';
import { ClockIn, ClockView, EntryClosing, Punch, PunchOutcome } from '../time-entries.ts';
import { nothing, route } from './route.ts';

export const timeEntriesRoutes = {
  clock: route({
    method: 'GET',
    path: '/api/clock',
    access: 'employee',
    summary: 'What the employee dashboard stands on.',
    input: nothing,
    output: ClockView,
  }),
  clockIn: route({
    method: 'POST',
    path: '/api/clock/in',
    access: 'employee',
    summary: 'Clock in.',
    input: ClockIn,
    output: PunchOutcome,
    warnsOfRefusals: true,
    refusals: ['already_clocked_in', 'request_id_reused'],
    notSignedIn: 'clock_in_without_user',
    isForm: true,
  }),
  startBreak: route({
    method: 'POST',
    path: '/api/clock/break/start',
    access: 'employee',
    summary: 'Start a break.',
    input: Punch,
    output: PunchOutcome,
    warnsOfRefusals: true,
    refusals: ['not_clocked_in', 'on_break', 'request_id_reused'],
  }),
  endBreak: route({
    method: 'POST',
    path: '/api/clock/break/end',
    access: 'employee',
    summary: 'End the break.',
    input: Punch,
    output: PunchOutcome,
    warnsOfRefusals: true,
    refusals: ['not_clocked_in', 'not_on_break', 'request_id_reused'],
  }),
  clockOut: route({
    method: 'POST',
    path: '/api/clock/out',
    access: 'employee',
    summary: 'Clock out.',
    input: Punch,
    output: PunchOutcome,
    warnsOfRefusals: true,
    refusals: ['not_clocked_in', 'on_break', 'request_id_reused'],
  }),
  myTimeEntries: route({
    method: 'GET',
    path: '/api/time-entries',
    access: 'employee',
    summary: 'My time entries, newest first; of some workplace days, or a page at a time.',
    input: MyTimeEntriesQuery,
    output: MyTimeEntriesView,
    isForm: true,
  }),
  timeEntries: route({
    method: 'GET',
    path: '/api/time-entries/all',
    access: 'admin',
    summary: "Everybody's time entries, newest first; a page at a time, of one person, studio or status.",
    input: TimeEntriesQuery,
    output: TimeEntriesPage,
    isForm: true,
  }),
  closeEntry: route({
    method: 'POST',
    path: '/api/time-entries/close',
    access: 'admin',
    summary: 'Close a time entry that was left open, with time and reason.',
    input: EntryClosing,
    output: z.strictObject({ entry: TimeEntry }),
    refusals: ['entry_not_found', 'entry_already_closed', 'entry_still_running'],
    isForm: true,
  }),
} as const;
