/** The calendar of absences, and the private URLs by which calendar programs read it. */
import * as z from 'zod/mini';
import { LEAVE_COLORS } from '#domain/leave/kinds';
import { DAY_LETTERS } from '#domain/leave/month';
import { Leave } from '../corrections/corrections.ts';
import { NAME_MAX, text } from '../fields.ts';
import { DayText, Id } from '../records.ts';

const Month = z.string().check(z.regex(/^(20\d\d|2100)-(0[1-9]|1[0-2])$/, 'This is no month'));

/** Default month: the present one. Default studio: all for admins, the caller's own for others. */
export const LeaveCalendarQuery = z.strictObject({
  month: z.optional(Month),
  studio: z.optional(text().check(z.maxLength(NAME_MAX))),
});

/** Data that every colleague may see. The kind of leave is left out, since sickness is private. */
const Colleague = z.strictObject({
  id: Id,
  name: z.string(),
  /** One letter per day, see `DAY_LETTERS`. */
  days: z.string().check(z.regex(DAY_LETTERS)),
});

/** `name` and `color` are those of the kind of leave. */
const LeaveItem = z.extend(z.omit(Leave, { kind: true }), { name: z.string(), color: z.enum(LEAVE_COLORS) });

export const LeaveCalendar = z.strictObject({
  today: DayText,
  month: Month,
  studios: z.array(z.string()),
  /** Holidays of the workplace. */
  holidays: z.array(z.strictObject({ day: DayText, name: z.string() })),
  /** Admins see everybody's kinds of leave and requests. Other people see only their own. */
  people: z.array(
    z.union([
      Colleague,
      z.extend(Colleague, {
        employeeId: z.string(),
        leave: z.array(LeaveItem),
        requests: z.array(LeaveItem),
      }),
    ]),
  ),
});
export type LeaveCalendar = z.infer<typeof LeaveCalendar>;

/** `people`, only for admins: absences of everybody, shown as 'away' without the kind. */
export const CalendarScope = z.strictObject({ scope: z.enum(['own', 'people']) });
export type CalendarScope = z.infer<typeof CalendarScope>['scope'];
