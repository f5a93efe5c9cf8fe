import { get, post, SETTINGS_SAVE_ROUTE } from '../route.ts';
import * as holidays from './holidays.ts';
import * as schedules from './schedules.ts';

export const expectedRoutes = {
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
} as const;
