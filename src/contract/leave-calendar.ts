/** The calendar of absences, and its private addresses. */
import * as z from 'zod/mini';
import { LEAVE_COLORS } from '#domain/leave/leave';
import { DAY_LETTERS } from '#domain/leave/month';
import { Leave } from './corrections.ts';
import { NAME_MAX, text } from './fields.ts';
import { DayText, Id } from './records.ts';

const Month = z.string().check(z.regex(/^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])$/, 'This is no month'));

export const LeaveCalendarQuery = z.strictObject({
  /** Default: the present month. */
  month: z.optional(Month),
  /** Default: for admins all studios, for others their own. */
  studio: z.optional(text().check(z.maxLength(NAME_MAX))),
});

/** What everybody may know: nothing of why, since sickness is nobody else's business. */
const Colleague = z.strictObject({
  id: Id,
  name: z.string(),
  /** A letter a day, as `DAY_LETTERS` tells. */
  days: z.string().check(z.regex(DAY_LETTERS)),
});

const Shown = z.strictObject({
  ...z.omit(Leave, { kind: true }).shape,
  /** Of the kind. */
  name: z.string(),
  color: z.enum(LEAVE_COLORS),
});

export const LeaveCalendar = z.strictObject({
  today: DayText,
  month: Month,
  studios: z.array(z.string()),
  /** Of the workplace. */
  holidays: z.array(z.strictObject({ day: DayText, name: z.string() })),
  /** Oneself, and for admins everybody. */
  people: z.array(
    z.extend(Colleague, { employeeId: z.string(), leave: z.array(Shown), requests: z.array(Shown) }),
  ),
  colleagues: z.array(Colleague),
});
export type LeaveCalendar = z.infer<typeof LeaveCalendar>;

/** `people`: 'away' of everybody, for admins. */
export const CALENDAR_SCOPES = ['own', 'people'] as const;
export const CalendarAddressRequest = z.strictObject({ scope: z.enum(CALENDAR_SCOPES) });
export const CalendarAddress = z.strictObject({ address: z.string() });

export const CalendarFileQuery = z.strictObject({ key: text().check(z.maxLength(100)) });
