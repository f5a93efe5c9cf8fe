/** Lists of time entries (spec §7): one's own, and an admin's of everybody's. What is asked, and the answers. */
import * as z from 'zod/mini';
import { EARLIEST_REPORT_DAY, LATEST_REPORT_DAY, REPORT_DAYS_AT_MOST } from '#domain/report/report';
import { addDays, isDay } from '#domain/time/workplace-day';
import { NAME_MAX, text } from './fields.ts';
import { ClosedPeriods, Correction, ListedCorrection } from './corrections.ts';
import { Calendar, Cursor, DayText, Id, Instant, PagePosition, TimeEntry } from './records.ts';

/** How many entries one answer holds. */
const limit = z.coerce.number().check(z.int(), z.gte(1), z.lte(200));
export const ENTRIES_A_PAGE = 50;

interface Range {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
const inOrder = z.refine<Range>(({ from, to }) => from === undefined || to === undefined || from <= to, {
  error: 'Start date must be before or equal to end date',
  path: ['to'],
});
const notTooLong = z.refine<Range>(
  ({ from, to }) =>
    from === undefined || to === undefined || !isDay(from) || to < addDays(from, REPORT_DAYS_AT_MOST),
  { error: `At most ${REPORT_DAYS_AT_MOST} days can be shown at once`, path: ['to'] },
);
const day = DayText.check(
  z.refine((sent) => sent >= EARLIEST_REPORT_DAY && sent <= LATEST_REPORT_DAY, 'This date is out of range'),
);

/** Workplace days, both included; either may be left out. `before` is the `next` of the page before. */
const page = { from: z.optional(day), to: z.optional(day), before: z.optional(PagePosition) };

/** All at once with both ends of a range, unless there is a `limit`; otherwise a page of `ENTRIES_A_PAGE`. */
export const MyTimeEntriesQuery = z
  .strictObject({ ...page, limit: z.optional(limit) })
  .check(inOrder, notTooLong);

export const EntryStatus = z.enum(['open', 'closed']);
export type EntryStatus = z.infer<typeof EntryStatus>;

/** Everybody's time entries: of one person, one studio, only open or closed ones, on some workplace days. */
export const TimeEntriesQuery = z
  .strictObject({
    ...page,
    limit: z._default(limit, ENTRIES_A_PAGE),
    userId: z.optional(Id),
    department: z.optional(text().check(z.minLength(1), z.maxLength(NAME_MAX))),
    status: z.optional(EntryStatus),
  })
  .check(inOrder);
export type TimeEntriesQuery = z.infer<typeof TimeEntriesQuery>;

/** Newest first. `calendar.days` are those asked for, or around today. `next`: the next page's `before`, or null. */
export const MyTimeEntriesView = z.strictObject({
  cursor: Cursor,
  calendar: Calendar,
  entries: z.array(TimeEntry),
  /** Those of the days, or of the entries where no days were asked for, that count or wait. */
  corrections: z.array(Correction),
  closed: ClosedPeriods,
  next: z.nullable(PagePosition),
});

/** An entry as a row of a report shows it, and whose it is: also of people who were deactivated. */
export const ListedEntry = z.strictObject({
  entry: TimeEntry,
  employee: ListedCorrection.shape.employee,
  /** The workplace day of its clock-in. */
  day: DayText,
  /** The 'Late' tag, by the work settings; on the first clock-in of a day only. */
  isLate: z.boolean(),
});
export type ListedEntry = z.infer<typeof ListedEntry>;

/** Newest first. `next`: the next page's `before`, or null. `tag` says by which rule the 'Late' tag is given. */
export const TimeEntriesPage = z.strictObject({
  now: Instant,
  calendar: Calendar,
  rows: z.array(ListedEntry),
  /** What does not count, where it stood or would stand among the rows: it was removed, or is asked for. */
  others: z.array(z.strictObject({ entryId: Id, employee: ListedEntry.shape.employee })),
  /** Those of the entries and of the others that count or wait. */
  corrections: z.array(Correction),
  next: z.nullable(PagePosition),
  tag: z.string(),
});
export type TimeEntriesPage = z.infer<typeof TimeEntriesPage>;
