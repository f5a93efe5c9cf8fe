/** Punches and time entries. */
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
import { nothing, operation } from './route.ts';

export const timeEntriesOperations = {
  clock: operation({
    summary: 'What the employee dashboard stands on.',
    input: nothing,
    output: ClockView,
  }),
  clockIn: operation({
    summary: 'Clock in.',
    input: ClockIn,
    output: PunchOutcome,
    isPunch: true,
    refusals: ['already_clocked_in', 'punches_too_many', 'request_id_reused'],
    notSignedIn: 'clock_in_without_user',
    isForm: true,
  }),
  startBreak: operation({
    summary: 'Start a break.',
    input: Punch,
    output: PunchOutcome,
    isPunch: true,
    refusals: ['not_clocked_in', 'on_break', 'punches_too_many', 'request_id_reused'],
  }),
  endBreak: operation({
    summary: 'End the break.',
    input: Punch,
    output: PunchOutcome,
    isPunch: true,
    refusals: ['not_clocked_in', 'not_on_break', 'punches_too_many', 'request_id_reused'],
  }),
  clockOut: operation({
    summary: 'Clock out.',
    input: Punch,
    output: PunchOutcome,
    isPunch: true,
    refusals: ['not_clocked_in', 'on_break', 'punches_too_many', 'request_id_reused'],
  }),
  myTimeEntries: operation({
    summary: 'My time entries, newest first; of some workplace days, or a page at a time.',
    input: MyTimeEntriesQuery,
    output: MyTimeEntriesView,
    isForm: true,
  }),
  timeEntries: operation({
    summary: "Everybody's time entries, newest first; a page at a time, of one person, studio or status.",
    input: TimeEntriesQuery,
    output: TimeEntriesPage,
    isForm: true,
  }),
  closeEntry: operation({
    summary: 'Close a time entry that was left open, with time and reason.',
    input: z.extend(EntryClosing, { requestId: z.optional(RequestId) }),
    output: z.strictObject({ entry: TimeEntry }),
    refusals: ['entry_not_found', 'entry_already_closed', 'entry_still_running', 'request_id_reused'],
    isForm: true,
  }),
  stateLeaving: operation({
    summary: 'Say when one left, for an entry that was left open.',
    input: LeavingStatement,
    output: z.strictObject({ entry: TimeEntry }),
    refusals: ['entry_not_found', 'entry_already_closed', 'entry_still_running', 'request_id_reused'],
    isForm: true,
  }),
  forgottenClockOut: operation({
    summary: 'The oldest entry that was left open, and when its person may have left; null for none.',
    input: nothing,
    output: ForgottenView,
  }),
} as const;
