/** Punches and time entries. */
import * as z from 'zod/mini';
import { Calendar, Cursor, TimeEntry } from '../records.ts';
import { ClockIn, ClockView, DayRange, EntryClosing, Punch, PunchOutcome } from '../time-entries.ts';
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
  }),
  startBreak: route({
    method: 'POST',
    path: '/api/clock/break/start',
    access: 'employee',
    summary: 'Start a break.',
    input: Punch,
    output: PunchOutcome,
  }),
  endBreak: route({
    method: 'POST',
    path: '/api/clock/break/end',
    access: 'employee',
    summary: 'End the break.',
    input: Punch,
    output: PunchOutcome,
  }),
  clockOut: route({
    method: 'POST',
    path: '/api/clock/out',
    access: 'employee',
    summary: 'Clock out.',
    input: Punch,
    output: PunchOutcome,
  }),
  myTimeEntries: route({
    method: 'GET',
    path: '/api/time-entries',
    access: 'employee',
    summary: 'My time entries clocked in on the given workplace days, newest first.',
    input: DayRange,
    output: z.strictObject({ cursor: Cursor, calendar: Calendar, entries: z.array(TimeEntry) }),
  }),

  closeEntry: route({
    method: 'POST',
    path: '/api/time-entries/close',
    access: 'admin',
    summary: 'Close a time entry that was left open, with time and reason.',
    input: EntryClosing,
    output: z.strictObject({ entry: TimeEntry }),
  }),
} as const;
