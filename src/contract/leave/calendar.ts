/** The calendar of a team's hours and absences, and the private URLs by which calendar programs read it. */
import * as z from 'zod/mini';
import { LEAVE_COLORS } from '#domain/leave/kinds';
import { DAY_LETTERS } from '#domain/leave/month';
import { Leave } from '../corrections/corrections.ts';
import { enteredDay } from '../days.ts';
import { NAME_MAX, text } from '../fields.ts';
import { DayText, Employment, Id, Instant, Settings, WorkplaceDay } from '../records.ts';

/** People on a page. */
export const CALENDAR_PAGE_SIZE = 50;
export const CALENDAR_SPANS = ['week', 'month', 'ahead'] as const;

/**
 * `span`: the week or month that contains `day`, or two months from it on. Default day: today. Default studio: all for
 * admins, the caller's own for others. `page` counts from 0. With it, the answer has one page of people, and the hours
 * of people whom the caller leads.
 */
export const LeaveCalendarQuery = z.strictObject({
  span: z._default(z.enum(CALENDAR_SPANS), 'month'),
  day: z.optional(enteredDay()),
  studio: z.optional(text().check(z.maxLength(NAME_MAX))),
  page: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(100_000))),
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

/** Times in epoch milliseconds, without notes and places. */
const BarEntry = z.strictObject({
  id: Id,
  clockIn: z.int(),
  clockOut: z.nullable(z.int()),
  setAsideAt: z.optional(z.int()),
  isLeftOpen: z.optional(z.literal(true)),
  isCorrected: z.boolean(),
  breaks: z.array(z.strictObject({ start: z.int(), end: z.nullable(z.int()) })),
});

const PersonHours = z.strictObject({
  /** Index in `plans` of the answer. */
  plan: z.int(),
  employment: Employment,
  /** Days of leave. */
  leave: z.array(z.pick(WorkplaceDay, { day: true, leave: true })),
  entries: z.array(BarEntry),
  /** New times of waiting requests. */
  requested: z.array(BarEntry),
});

export const LeaveCalendar = z.strictObject({
  today: DayText,
  first: DayText,
  last: DayText,
  studios: z.array(z.string()),
  /** Holidays of the workplace. */
  holidays: z.array(z.strictObject({ day: DayText, name: z.string() })),
  /** True if the caller sees the hours of somebody. */
  isLead: z.boolean(),
  /** People on all pages. */
  count: z.int(),
  /** Admins see everybody's kinds of leave and requests, leads those of their people. Other people see only their own. */
  people: z.array(
    z.union([
      Colleague,
      z.extend(Colleague, {
        employeeId: z.string(),
        leave: z.array(LeaveItem),
        requests: z.array(LeaveItem),
        hours: z.optional(PersonHours),
      }),
    ]),
  ),
  /** Only with hours. `plans`: all days by each schedule, without leave. */
  work: z.optional(
    z.strictObject({
      now: Instant,
      timeZone: z.string(),
      settings: Settings,
      plans: z.array(z.array(WorkplaceDay)),
    }),
  ),
});
export type LeaveCalendar = z.infer<typeof LeaveCalendar>;

/** `people`, only for admins: absences of everybody, shown as 'away' without the kind. */
export const CalendarScope = z.strictObject({ scope: z.enum(['own', 'people']) });
export type CalendarScope = z.infer<typeof CalendarScope>['scope'];
