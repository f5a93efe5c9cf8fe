/** Public holidays of the workplace. */
import { say } from '#texts/say';
import * as z from 'zod/mini';
import { enteredDay } from '../days.ts';
import { singleLine } from '../fields.ts';
import { PeriodRange } from '../periods/periods.ts';
import { DayText, Id, RequestId } from '../records.ts';

const HOLIDAYS_MAX = 1_000;
const NAME_MAX = 80;

export const Holiday = z.strictObject({
  day: DayText,
  name: singleLine('field.nameTooLong', NAME_MAX).check(
    z.minLength(1, { error: () => say('field.nameMissing') }),
  ),
  isHalf: z.boolean(),
  /** Half a holiday is free in the morning, or in the afternoon if this is true. */
  isAfternoon: z.optional(z.boolean()),
});

/** A country, state or region: 'DE', 'DE-BY', 'DE-BY-A'. */
const Region = z.string().check(z.regex(/^([A-Z]{2}(-[A-Z0-9]{1,5}){0,2})?$/));

export const HolidaysUpdate = z.strictObject({
  requestId: z.optional(RequestId),
  /** Version of the settings. */
  version: z.int(),
  /** Schedule whose people get this list; default: the workplace. An empty list removes the schedule's own list. */
  scheduleId: z.optional(Id),
  region: Region,
  holidays: z.array(z.extend(Holiday, { day: enteredDay() })).check(
    z.maxLength(HOLIDAYS_MAX, { error: () => say('field.tooManyHolidays', { max: HOLIDAYS_MAX }) }),
    z.refine((holidays) => new Set(holidays.map(({ day }) => day)).size === holidays.length, {
      error: () => say('field.dayTwice'),
    }),
  ),
});

export const HolidayList = z.strictObject({
  region: z.string(),
  /** Sorted by day. */
  holidays: z.readonly(z.array(Holiday)),
});

export const HolidaysView = z.extend(HolidayList, {
  /** 'Bavaria'; '' without a region. */
  regionName: z.string(),
  /** Version of the settings. */
  version: z.int(),
  today: DayText,
  /** Closed pay periods, whose days cannot be changed. */
  closed: z.readonly(z.array(PeriodRange)),
  /** Sorted by name. */
  schedules: z.readonly(
    z.array(z.strictObject({ id: Id, name: z.string(), holidays: z.nullable(HolidayList) })),
  ),
});
export type HolidaysView = z.infer<typeof HolidaysView>;

/** `timeZone` of the browser. */
export const HolidayRegionsQuery = z.strictObject({
  timeZone: z.optional(singleLine('field.timeZoneTooLong', NAME_MAX)),
});

export const HolidayRegions = z.strictObject({
  /** `otherNames` are found by a search, too. */
  regions: z.array(z.strictObject({ code: z.string(), name: z.string(), otherNames: z.string() })),
  /** Country of the asked time zone; '' if none is known. */
  proposed: z.string(),
});

export const HolidayProposalQuery = z.strictObject({
  region: Region.check(z.minLength(2)),
  year: z.coerce.number().check(z.int(), z.gte(2000), z.lte(2100)),
});

/** `isPublic`: a day off by law, and not only an observance. */
export const HolidayProposal = z.strictObject({
  holidays: z.array(z.extend(Holiday, { isPublic: z.boolean() })),
});
export type HolidayProposal = z.infer<typeof HolidayProposal>;
