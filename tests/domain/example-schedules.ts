import type { WorkplaceDay, ScheduleDay } from '#domain/time/workplace-day';
import {
  NO_LEAVE,
  NO_PLANS,
  plannedDays,
  withAssignment,
  withSchedule,
  type Plans,
} from '#domain/expected/schedules';

export const OFF: ScheduleDay = { minutes: 0 };
export const EARLY: ScheduleDay = { minutes: 360, start: '06:00', end: '12:00' };
export const NIGHT: ScheduleDay = { minutes: 480, start: '22:00', end: '06:00' };
export const FLEXIBLE: ScheduleDay = { minutes: 300 };
export const SHORT: ScheduleDay = {
  minutes: 330,
  start: '08:00',
  end: '14:00',
  breakStart: '10:00',
  breakMinutes: 15,
};

export const weekOfDays = (...days: ScheduleDay[]): ScheduleDay[] => [
  ...days,
  ...Array.from({ length: 7 - days.length }, () => OFF),
];

export const plansWith = (days: readonly ScheduleDay[], from = '2026-11-02'): Plans => {
  const schedule = { id: 's', name: 'Part-time', isRetired: false, from, days };
  const { plans } = withSchedule(NO_PLANS, schedule);
  return withAssignment(plans, { userIds: ['ada'], from, scheduleId: 's' }).plans;
};

/** The days of somebody without leave. */
export const daysBy = (plans: Plans, userId: string | null, days: readonly WorkplaceDay[]) =>
  plannedDays({ ...plans, leave: NO_LEAVE }, userId, days);
