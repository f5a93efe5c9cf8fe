/** The calendar of absences, and its private addresses. */
import * as z from 'zod/mini';
import { LEAVE_COLORS } from '#domain/leave/kinds';
import { DAY_LETTERS } from '#domain/leave/month';
import { Leave } from './corrections.ts';
import { NAME_MAX, text } from './fields.ts';
import { DayText, Id } from './records.ts';

const Month = z.string().check(z.regex(/^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])$/, 'This is no month'));

/** Default: the present month, and all studios or, but for admins, the own one. */
export const LeaveCalendarQuery = z.strictObject({
  month: z.optional(Month),
  studio: z.optional(text().check(z.maxLength(NAME_MAX))),
});

/** What everybody may know: nothing of why, since sickness is nobody else's business. */
const Colleague = z.strictObject({
  id: Id,
  name: z.string(),
  /** A letter a day, see `DAY_LETTERS`. */
  days: z.string().check(z.regex(DAY_LETTERS)),
});

/** `name` and `color` of the kind. */
const Shown = z.extend(z.omit(Leave, { kind: true }), { name: z.string(), color: z.enum(LEAVE_COLORS) });

export const LeaveCalendar = z.strictObject({
  today: DayText,
  month: Month,
  studios: z.array(z.string()),
  /** Of the workplace. */
  holidays: z.array(z.strictObject({ day: DayText, name: z.string() })),
  /** Admins see everybody's kinds and requests, others their own. */
  people: z.array(
    z.union([
      Colleague,
      z.extend(Colleague, { employeeId: z.string(), leave: z.array(Shown), requests: z.array(Shown) }),
    ]),
  ),
});
export type LeaveCalendar = z.infer<typeof LeaveCalendar>;

/** `people`: 'away' of everybody, for admins. */
export const CalendarScope = z.strictObject({ scope: z.enum(['own', 'people']) });
export type CalendarScope = z.infer<typeof CalendarScope>['scope'];
