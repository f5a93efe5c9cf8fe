/** Schedules: working hours that replace the work settings for some people. */
import { say } from '#texts/say';
import * as z from 'zod/mini';
import { ASSIGNMENTS_MAX, SCHEDULE_DAYS } from '#domain/expected/schedules';
import { enteredDay } from '../days.ts';
import { singleLine } from '../fields.ts';
import { HolidayList, HolidaysUpdate } from './holidays.ts';
import { DayText, Id, RequestId, ScheduleDay } from '../records.ts';

const NAME_MAX = 60;

const Days = z.readonly(z.array(ScheduleDay)).check(
  z.refine((days) => SCHEDULE_DAYS.some((count) => count === days.length), {
    error: () => say('field.scheduleWeeks'),
  }),
  z.refine((days) => days.every(({ start, end }) => (start === undefined) === (end === undefined)), {
    error: () => say('field.scheduleBothTimes'),
  }),
  z.refine((days) => days.every(({ start, end }) => start === undefined || start !== end), {
    error: () => say('field.scheduleSameTimes'),
  }),
);

/** Adds a schedule, or changes the days of an existing one. */
const ScheduleChange = z.strictObject({
  id: Id,
  name: singleLine('field.nameTooLong', NAME_MAX).check(
    z.minLength(1, { error: () => say('field.nameMissing') }),
  ),
  isRetired: z.boolean(),
  /** First day with the new hours. Earlier days keep their hours. */
  from: enteredDay('field.dayMissing'),
  days: Days,
});

const AssignmentChange = z.strictObject({
  userIds: z.array(Id).check(
    z.minLength(1, { error: () => say('field.chooseSomebody') }),
    z.maxLength(ASSIGNMENTS_MAX),
    z.refine((ids) => new Set(ids).size === ids.length),
  ),
  /** Null to let the work settings apply to these people. */
  scheduleId: z.nullable(Id),
  /** From this day on, this schedule replaces all other schedules of these people. */
  from: enteredDay('field.dayMissing'),
});

/** `version`: version of the settings that the form shows. */
const updateFields = { requestId: z.optional(RequestId), version: z.int() };
export const ScheduleUpdate = z.strictObject({ ...updateFields, schedule: ScheduleChange });
export const ScheduleAssignment = z.strictObject({ ...updateFields, assignment: AssignmentChange });

export const SchedulesView = z.strictObject({
  /** Version of the settings. */
  version: z.int(),
  today: DayText,
  schedules: z.readonly(
    z.array(
      z.strictObject({
        id: Id,
        name: z.string(),
        isRetired: z.boolean(),
        holidays: z.nullable(HolidayList),
        /** The first version has no start day: `from` is ''. */
        versions: z.readonly(
          z.array(z.strictObject({ from: z.string(), days: z.readonly(z.array(ScheduleDay)) })),
        ),
      }),
    ),
  ),
  /** People who have or had a schedule, each with their assignments in order of the days. */
  people: z.readonly(
    z.array(
      z.strictObject({
        userId: Id,
        assignments: z.readonly(z.array(z.strictObject({ from: DayText, scheduleId: z.nullable(Id) }))),
      }),
    ),
  ),
});
export type SchedulesView = z.infer<typeof SchedulesView>;

export const ScheduleEffectQuery = z.strictObject({
  schedule: z.optional(ScheduleChange),
  assignment: z.optional(AssignmentChange),
  holidays: z.optional(z.pick(HolidaysUpdate, { scheduleId: true, region: true, holidays: true })),
});

/** Effect of a change on past days: the target hours up to today, before and after, of each person concerned. */
export const ScheduleEffect = z.strictObject({
  /** Reason for a refusal: somebody's pay period is closed. Null if the change is allowed. */
  closed: z.nullable(z.string()),
  count: z.int(),
  /** The first 20 people by name. */
  people: z.array(
    z.strictObject({ id: z.string(), name: z.string(), before: z.number(), after: z.number() }),
  ),
});
export type ScheduleEffect = z.infer<typeof ScheduleEffect>;
